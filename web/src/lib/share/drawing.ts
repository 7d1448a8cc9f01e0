/** A drawing of the page as a picture that needs nothing from outside: styles and images are put into it. */

/** What scoped styles give to the parts of the café. */
const STYLES = [
  'fill',
  'fill-opacity',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'stroke-linecap',
  'stroke-linejoin',
  'stroke-opacity',
  'opacity',
  'display',
  'color',
  'font-family',
  'font-size',
  'font-weight',
  'letter-spacing',
  'text-anchor',
  'dominant-baseline',
  'transform',
  'transform-origin',
  'paint-order',
  'filter',
]

/** Copies the styles in force onto a clone, part by part. */
function dress(from: Element, to: Element): void {
  const style = getComputedStyle(from)
  to.setAttribute('style', STYLES.map((name) => `${name}:${style.getPropertyValue(name)}`).join(';'))
  for (const [index, child] of [...from.children].entries()) {
    const copy = to.children[index]
    if (copy) dress(child, copy)
  }
}

async function dataAddress(address: string): Promise<string> {
  const text = await (await fetch(address)).text()
  return `data:image/svg+xml,${encodeURIComponent(text)}`
}

/** The drawing as an image of so many pixels. */
export async function imageOf(svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = svg.cloneNode(true) as SVGSVGElement
  dress(svg, copy)
  const images = [...copy.querySelectorAll('image')]
  const addresses = [...new Set(images.map((image) => image.getAttribute('href') ?? ''))]
  const known = new Map(
    await Promise.all(addresses.map(async (address) => [address, await dataAddress(address)] as const)),
  )
  for (const image of images) image.setAttribute('href', known.get(image.getAttribute('href') ?? '') ?? '')
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg')
  copy.setAttribute('width', `${width}`)
  copy.setAttribute('height', `${height}`)
  const image = new Image(width, height)
  image.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`
  await image.decode()
  return image
}
