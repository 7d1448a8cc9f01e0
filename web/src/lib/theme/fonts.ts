/** Each family is cut by script: a page in English loads the Latin slices only; Greek and Cyrillic are there too. */
import '@fontsource-variable/commissioner/wght.css'
import '@fontsource-variable/literata/wght.css'

/** Scripts that the page's own families lack. Their many slices are not even listed before somebody chooses the language. */
const SCRIPTS: Record<string, () => Promise<unknown>> = {
  Deva: () => import('@fontsource-variable/noto-sans-devanagari/wght.css'),
  Hans: () => import('@fontsource-variable/noto-sans-sc/wght.css'),
}
export const scriptOf = (code: string): string => new Intl.Locale(code).maximize().script ?? 'Latn'
export const fontsFor = (code: string): Promise<unknown> | undefined => SCRIPTS[scriptOf(code)]?.()

/** Waits for the letters of a text, at most this many milliseconds: what comes later would move what is being read. */
export async function lettersOf(text: string, most: number): Promise<void> {
  const late = new Promise((resolve) => setTimeout(resolve, most))
  const styles = getComputedStyle(document.documentElement)
  const families = ['--sans', '--serif'].map((name) => styles.getPropertyValue(name))
  await Promise.race([
    late,
    Promise.allSettled(families.map((family) => document.fonts.load(`16px ${family}`, text))),
  ])
}
