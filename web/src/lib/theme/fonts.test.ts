/** The languages that are to come need a file of texts and nothing else: their letters are here. */
import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { LANGUAGES } from '../text/language.svelte'
import { fontsFor, scriptOf } from './fonts'

const FAMILY: Record<string, [family: string, slice: string]> = {
  Latn: ['commissioner', 'latin-ext'],
  Cyrl: ['commissioner', 'cyrillic'],
  Grek: ['commissioner', 'greek'],
  Deva: ['noto-sans-devanagari', 'devanagari'],
  Hans: ['noto-sans-sc', '119'],
}

describe('letters', () => {
  for (const code of [...Object.keys(LANGUAGES), 'es', 'ru', 'tr', 'zh', 'hi'])
    it(`are there for ${code}`, () => {
      const [family, slice] = FAMILY[scriptOf(code)] ?? ['', '']
      const css = readFileSync(`node_modules/@fontsource-variable/${family}/wght.css`, 'utf8')
      expect(css).toContain(slice)
      expect(fontsFor(code) !== undefined).toBe(family.startsWith('noto'))
    })
})
