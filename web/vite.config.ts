import { svelte } from '@sveltejs/vite-plugin-svelte'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'

/** The Latin letters are fetched together with the script, not after it. */
const preloadLetters: Plugin = {
  name: 'preload-letters',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle }) =>
      Object.keys(bundle ?? {})
        .filter((name) => /(commissioner|literata)-latin-wght-normal-.*\.woff2$/.test(name))
        .map((name) => ({ tag: 'link', attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: '', href: `/${name}` }, injectTo: 'head' as const })),
  },
}

export default defineConfig(({ mode }) => ({
  // The page names its files from the root; scripts and styles name theirs by where they lie, so a server may stand
  // under a path and needs to rewrite the page alone.
  base: '/',
  experimental: { renderBuiltUrl: (_file: string, { hostType }: { hostType: string }) => (hostType === 'html' ? undefined : { relative: true }) },
  plugins: [svelte(), preloadLetters],
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  server: { proxy: { '/api': { target: process.env.CAFE_TEST_SERVER ?? 'http://127.0.0.1:8989', ws: true } } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  // A busy machine is slow, not wrong.
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'], testTimeout: 60_000 },
}))
