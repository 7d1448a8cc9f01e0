import { svelte } from '@sveltejs/vite-plugin-svelte'
import { readdirSync } from 'node:fs'
import { runnerImport, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The words of shared links in every language, for the server. */
const linkWords: Plugin = {
  name: 'link-words',
  async generateBundle() {
    const read = async <T>(name: string): Promise<T> =>
      (await runnerImport<T>(`./src/lib/text/${name}`)).module
    const { LINK_KEYS } = await read<{ LINK_KEYS: string[] }>('links.ts')
    const words: Record<string, Record<string, string>> = {}
    for (const file of readdirSync('src/lib/text').filter((name) => /^[a-z]{2}\.ts$/.test(name))) {
      const { default: other, en } = await read<Record<string, Record<string, string>>>(file)
      words[file.slice(0, 2)] = Object.fromEntries(LINK_KEYS.map((key) => [key, (other ?? en)?.[key] ?? '']))
    }
    this.emitFile({ type: 'asset', fileName: 'share/words.json', source: JSON.stringify(words) })
  },
}

export default defineConfig(({ mode }) => ({
  // The page names its files from the root; scripts and styles name theirs by where they lie, so a server may stand
  // under a path and needs to rewrite the page alone.
  base: '/',
  experimental: {
    renderBuiltUrl: (_file: string, { hostType }: { hostType: string }) =>
      hostType === 'html' ? undefined : { relative: true },
  },
  plugins: [svelte(), linkWords],
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  server: {
    proxy: { '/api': { target: process.env.CAFE_TEST_SERVER ?? 'http://127.0.0.1:8989', ws: true } },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Few files: over a slow line each costs a round trip, and a browser asks for six at a time. A group takes along
    // what its page imports.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            { name: 'start', test: /src\/App\.svelte$/, priority: 2 },
            { name: 'room', test: /pages\/RoomPage\.svelte$/, priority: 1 },
          ],
        },
      },
    },
  },
  // A busy machine is slow, not wrong.
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
}))
