import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

export default defineConfig(({ mode }) => ({
  base: './',
  plugins: [svelte()],
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  build: {
    outDir: mode === 'demo' ? 'dist-demo' : 'dist',
    target: 'es2022',
    assetsInlineLimit: 0,
    rollupOptions: { input: mode === 'demo' ? 'demo.html' : 'index.html' },
  },
  test: { environment: 'happy-dom', include: ['src/**/*.test.ts'] },
}))
