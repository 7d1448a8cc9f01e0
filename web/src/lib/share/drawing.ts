/** A drawing of the page as a picture that needs nothing from outside: styles, letters and images are put into it. */

const rules = (): CSSRule[] => [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
const isFont = (rule: CSSRule): rule is CSSFontFaceRule => rule instanceof CSSFontFaceRule

async function dataAddress(address: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer())
  return `data:font/woff2;base64,${btoa(bytes.reduce((text, byte) => text + String.fromCharCode(byte), ''))}`
}

/** A picture as a part of the drawing: a hundred small documents inside it would take seconds. Its ids become its own. */
async function inlined(address: string, number: number): Promise<Element> {
  const text = await (await fetch(address)).text()
  const own = text.replace(/(\bid="|url\(#|href="#)/g, `$1p${number}-`)
  return new DOMParser().parseFromString(own, 'image/svg+xml').documentElement
}

/** Whether a slice of a family has one of these letters; `U+0-FF, U+131`. */
function covers(range: string, text: string): boolean {
  const spans = range
    .split(',')
    .map((span) =>
      (/U\+([\dA-F]+)(?:-([\dA-F]+))?/i.exec(span) ?? []).slice(1).map((hex) => parseInt(hex, 16)),
    )
  return [...text].some((letter) => {
    const code = letter.codePointAt(0) ?? 0
    return spans.some(([low = 0, high]) => code >= low && code <= (high || low))
  })
}

/** The page's own letters, as far as the text needs them: a picture cannot ask the page for them. */
async function lettersFor(text: string): Promise<string> {
  const named = getComputedStyle(document.documentElement)
  const families = ['--sans', '--serif'].map((name) => named.getPropertyValue(name))
  const wanted = rules()
    .filter(isFont)
    .filter(({ style }) => {
      const family = style.getPropertyValue('font-family').replace(/["']/g, '')
      return (
        families.some((each) => each.includes(family)) &&
        covers(style.getPropertyValue('unicode-range'), text)
      )
    })
  const faces = wanted.map(async ({ style, parentStyleSheet }) => {
    const [, path = ''] = /url\(["']?([^"')]+)/.exec(style.getPropertyValue('src')) ?? []
    const address = new URL(path, parentStyleSheet?.href ?? location.href).href
    const [family, weight] = ['font-family', 'font-weight'].map((name) => style.getPropertyValue(name))
    return `@font-face{font-family:${family};font-weight:${weight};src:url(${await dataAddress(address)})}`
  })
  return (await Promise.all(faces)).join('')
}

/** The page's rules, and its colours as they are now. */
function stylesFor(copy: SVGSVGElement): string {
  const root = document.documentElement
  const now = getComputedStyle(root)
  const names = new Set(
    rules().flatMap((rule) =>
      rule instanceof CSSStyleRule ? [...rule.style].filter((name) => name.startsWith('--')) : [],
    ),
  )
  for (const name of names) copy.style.setProperty(name, now.getPropertyValue(name))
  copy.dataset.layout = root.dataset.layout ?? ''
  return rules()
    .filter((rule) => rule instanceof CSSStyleRule && !rule.selectorText.includes(':root'))
    .map(({ cssText }) => cssText)
    .join('')
}

/** The drawing as an image of so many pixels. */
export async function imageOf(svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  const images = [...copy.querySelectorAll('image')]
  const addresses = [...new Set(images.map((image) => image.getAttribute('href') ?? ''))]
  const [letters, ...pictures] = await Promise.all([lettersFor(svg.textContent), ...addresses.map(inlined)])
  for (const image of images) {
    const picture = pictures[addresses.indexOf(image.getAttribute('href') ?? '')]?.cloneNode(true) as Element
    for (const { name, value } of image.attributes) if (name !== 'href') picture.setAttribute(name, value)
    image.replaceWith(picture)
  }
  const style = document.createElementNS('http://www.w3.org/2000/svg', 'style')
  style.textContent = stylesFor(copy) + letters
  copy.prepend(style)
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.style.width = `${width}px`
  copy.style.height = `${height}px`
  const image = new Image(width, height)
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}
