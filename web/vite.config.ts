import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';

// The built pages become part of the Python package, which serves them.
export default defineConfig(({ mode }) => ({
  // Relative, so that the house can live under a path: the server writes that path into the page.
  base: './',
  plugins: [svelte()],
  worker: { format: 'es' },
  build: {
    outDir: '../src/parlour/server/pages',
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // How long plugins take is no news to whoever only wants to play.
    rolldownOptions: { checks: { pluginTimings: false, bundlerTimings: false } },
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8000', ws: true } } },
  resolve: mode === 'test' ? { conditions: ['browser'] } : {},
  test: { environment: 'jsdom', include: ['src/**/*.test.ts'] },
}));
