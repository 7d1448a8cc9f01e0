/** Every language has every key and says it itself, every key is used, and a text has the facts of the English one. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { en as first } from './en'
import { lessons } from './en-lessons'
import { LANGUAGES } from './language.svelte'
import type { Key, Message } from './text'

const en = { ...first, ...lessons }
const SOURCE = join(process.cwd(), 'src')
const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
  (name) =>
    /\.(ts|svelte)$/.test(name) && !/\.test\.ts$|text\/[a-z]{2}(-lessons)?\.ts$|schema\.ts$/.test(name),
)
const source = files.map((name) => readFileSync(join(SOURCE, name), 'utf8')).join('\n')
/** Keys that are put together: the part before the variable, as `t(`sex.${sex}`)` or `named('bot', name)`. */
const prefixes = [
  ...[...source.matchAll(/`([a-z][\w.]*\.)\$\{/g)].map(([, prefix]) => prefix ?? ''),
  ...[...source.matchAll(/named\('([\w.]+)'/g)].map(([, group]) => `${group ?? ''}.`),
]
const isUsed = (key: string): boolean =>
  source.includes(`'${key}'`) ||
  source.includes(`"${key}"`) ||
  prefixes.some((prefix) => key.startsWith(prefix))
const factsOf = (message: Message): string[] => {
  const texts = typeof message === 'string' ? [message] : Object.values(message)
  return [
    ...new Set(texts.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ''))),
  ].sort()
}

/** Words alone: a name of one or two may be the same in two languages, and so may a place for facts. */
const isSentence = (text: string): boolean =>
  (text.replace(/\{\w+\}/g, '').match(/\p{L}+/gu) ?? []).length > 2
const sentencesOf = (message: Message): string[] =>
  (typeof message === 'string' ? [message] : Object.values(message)).filter(isSentence)
/** A number that stands before its word, as in `{count} cards` or `{points} points`. */
const COUNTED = /\{(count|hand)\}\s\p{L}|\{points\}\s(point|Punkt|punt|πόντ)/u

describe('texts', () => {
  it('are all used', () => {
    expect(Object.keys(en).filter((key) => !isUsed(key))).toEqual([])
  })
  for (const [code, { load }] of Object.entries(LANGUAGES))
    it(`are complete in ${code}`, async () => {
      const messages = await load()
      expect(Object.keys(messages).sort()).toEqual(Object.keys(en).sort())
      for (const key of Object.keys(en) as Key[]) {
        expect(factsOf(messages[key]), key).toEqual(factsOf(en[key]))
        expect(typeof messages[key], key).toBe(typeof en[key])
      }
    })
  for (const [code, { load }] of Object.entries(LANGUAGES).filter(([each]) => each !== 'en'))
    it(`are no English in ${code}`, async () => {
      const messages = await load()
      const isEnglish = (key: Key) => {
        const english = sentencesOf(en[key])
        return sentencesOf(messages[key]).some((text) => english.includes(text))
      }
      expect((Object.keys(en) as Key[]).filter(isEnglish)).toEqual([])
    })
  for (const [code, { load }] of Object.entries(LANGUAGES))
    it(`have forms for one and for many in ${code}`, async () => {
      for (const [key, message] of Object.entries(await load()) as [Key, Message][])
        if (typeof message === 'string') expect(message, key).not.toMatch(COUNTED)
        else {
          const categories = new Intl.PluralRules(code).resolvedOptions().pluralCategories
          const forms = Object.keys(message)
          expect(categories, key).toEqual(expect.arrayContaining(forms))
          expect(forms, key).toEqual(
            expect.arrayContaining(categories.includes('one') ? ['one', 'other'] : ['other']),
          )
        }
    })
})
