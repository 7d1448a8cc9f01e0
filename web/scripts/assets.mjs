// Makes the portraits and flags that the page loads: one folder each, named after its content, so that it can be cached for ever.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const web = join(dirname(fileURLToPath(import.meta.url)), '..')
const require = createRequire(import.meta.url)
const NATIONS = ['CF', 'CN', 'CU', 'DE', 'ES', 'FR', 'GB', 'IN', 'IT', 'RU', 'TR', 'US']

const hash = (...parts) =>
    parts
        .reduce((sum, part) => sum.update(part), createHash('sha256'))
        .digest('hex')
        .slice(0, 10)

/** Writes a folder `public/assets/<name>/<hash>` unless it is there, and removes older ones. */
async function folder(name, key, files) {
    const base = join(web, 'public/assets', name)
    const target = join(base, key)
    if (existsSync(target)) return key
    const made = await files()
    rmSync(base, { recursive: true, force: true })
    mkdirSync(target, { recursive: true })
    for (const [file, text] of Object.entries(made)) writeFileSync(join(target, file), text)
    const bytes = Object.values(made).reduce((sum, text) => sum + text.length, 0)
    console.log(`${name}: ${readdirSync(target).length} files, ${Math.round(bytes / 1024)} KB`)
    return key
}

const looksText = readFileSync(join(web, 'portraits/looks.json'), 'utf8')
const guests = await folder(
    'guests',
    hash(looksText, readFileSync(join(web, 'scripts/portrait.mjs'))),
    async () => {
        const { portrait } = await import('./portrait.mjs')
        const made = {}
        for (const [kind, rows] of Object.entries(JSON.parse(looksText)))
            rows.forEach((look, index) => (made[`${kind}${index}.svg`] = portrait(look, kind[2])))
        return made
    },
)

const houseText = readFileSync(join(web, 'portraits/house.json'), 'utf8')
const household = Object.entries(JSON.parse(houseText)).flatMap(([temper, people]) =>
    Object.entries(people).map(([name, look]) => ({ name, look, temper })),
)
const house = await folder(
    'house',
    hash(houseText, readFileSync(join(web, 'scripts/portrait.mjs'))),
    async () => {
        const { portrait } = await import('./portrait.mjs')
        return Object.fromEntries(
            household.map(({ look }, index) => [`${index}.svg`, portrait(look, 'house')]),
        )
    },
)

const flagFolder = join(dirname(require.resolve('circle-flags/package.json')), 'flags')
const flagFile = (nation) => readFileSync(join(flagFolder, `${nation.toLowerCase()}.svg`), 'utf8')
const flags = await folder('flags', hash(...NATIONS.map(flagFile)), async () =>
    Object.fromEntries(NATIONS.map((nation) => [`${nation}.svg`, flagFile(nation)])),
)

const set = join(web, 'src/lib/guests/set.json')
const tempers = Object.fromEntries(household.map(({ name, temper }) => [name, temper]))
const text = JSON.stringify({ guests, flags, house, tempers }) + '\n'
if (!existsSync(set) || readFileSync(set, 'utf8') !== text) writeFileSync(set, text)
