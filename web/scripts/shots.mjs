// Takes pictures of the demo screen into shots/: `npm run shots [-- part-of-a-name]`.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, readdirSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { chromium } from 'playwright-core'

const web = join(dirname(fileURLToPath(import.meta.url)), '..')
const only = process.argv[2] ?? ''
const root = join(web, 'dist-demo')
const TYPES = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css', '.svg': 'image/svg+xml', '.woff2': 'font/woff2' }
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run']

const SIZES = {
  desktop: { width: 1440, height: 900 },
  tablet: { width: 1024, height: 768 },
  'tablet-portrait': { width: 820, height: 1180 },
  phone: { width: 390, height: 844, touch: true },
}
const CHOSEN = 'chosen=4'
const shots = []
for (const size of Object.keys(SIZES))
  for (const theme of ['light', 'dark']) shots.push({ name: `${size}-${theme}`, size, query: `theme=${theme}&${CHOSEN}` })
for (const look of ['flags', 'letters'])
  for (const size of ['desktop', 'phone']) shots.push({ name: `${size}-${look}`, size, query: `look=${look}&${CHOSEN}` })
for (const size of ['desktop', 'phone']) {
  shots.push({ name: `${size}-draft`, size, query: 'chosen=3&place=first&then=4' })
  shots.push({ name: `${size}-joker`, size, query: 'chosen=3' })
  shots.push({ name: `${size}-idle`, size, query: '' })
  shots.push({ name: `${size}-card`, size, query: 'game=card&chosen=3' })
}
shots.push({ name: 'desktop-hover', size: 'desktop', query: CHOSEN, hover: '.offer >> nth=2' })
shots.push({ name: 'phone-log', size: 'phone', query: '', click: 'text=Log' })

spawnSync('npm', ['run', 'build:demo', '--silent'], { cwd: web, stdio: ['ignore', 'ignore', 'inherit'] })
const server = createServer((request, answer) => {
  const path = join(root, decodeURIComponent(new URL(request.url, 'http://x').pathname))
  if (!existsSync(path)) return answer.writeHead(404).end()
  answer.writeHead(200, { 'content-type': TYPES[extname(path)] ?? 'application/octet-stream' }).end(readFileSync(path))
}).listen(0)
const port = server.address().port
mkdirSync(join(web, 'shots'), { recursive: true })

const browser = await chromium.launch({
  ...(existsSync('/usr/bin/chromium') ? { executablePath: '/usr/bin/chromium' } : {}),
  args: FLAGS,
})
for (const { name, size, query, click, hover } of shots.filter(({ name }) => name.includes(only))) {
  const { touch = false, ...viewport } = SIZES[size]
  const page = await browser.newPage({ viewport, hasTouch: touch, isMobile: touch, deviceScaleFactor: touch ? 2 : 1 })
  page.on('pageerror', (error) => console.error(name, error.message))
  await page.goto(`http://127.0.0.1:${port}/demo.html?${query}`, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready)
  if (click) await page.click(click)
  if (hover) await page.hover(hover)
  await page.waitForTimeout(250)
  await page.screenshot({ path: join(web, 'shots', `${name}.png`) })
  await page.close()
  console.log(name)
}

// All guests at 96, 48 and 32 pixels, to be looked at.
if ('people'.includes(only)) {
  const set = readdirSync(join(root, 'assets/guests'))[0]
  const files = readdirSync(join(root, 'assets/guests', set))
  const pictures = (size) => files.map((file) => `<img src="/assets/guests/${set}/${file}" width="${size}" height="${size}" title="${file}">`).join('')
  const page = await browser.newPage({ viewport: { width: 1680, height: 900 } })
  await page.goto(`http://127.0.0.1:${port}/demo.html`)
  await page.setContent(`<body style="background:#eddcbf">${[96, 48, 32].map((size) => `<p>${pictures(size)}</p>`).join('')}`, { waitUntil: 'networkidle' })
  await page.screenshot({ path: join(web, 'shots', 'people.png'), fullPage: true })
}
await browser.close()
server.close()
