import { defineConfig, type Plugin } from 'vite';

/** A running Strongroom, for `npm run console`. */
const SERVER = process.env['STRONGROOM_URL'] ?? 'http://localhost:8080';

/** React Aria brings its few words in thirty languages, 50 KB of them; the page has one. */
const inEnglish: Plugin = {
  name: 'in-english',
  enforce: 'pre',
  load(id) {
    const [, language] = /\/dist\/private\/intl\/(?:.*\/)?([a-z]{2}-[A-Z]{2})\.mjs$/.exec(id) ?? [];
    if (language === undefined || language === 'en-US') return null;
    return "export { default } from './en-US.mjs';";
  },
};

export default defineConfig({
  plugins: [inEnglish],
  root: import.meta.dirname,
  // Relative, so that a proxy may mount the page below any path.
  base: './',
  publicDir: false,
  clearScreen: false,
  build: {
    outDir: '../dist/src/console/page',
    emptyOutDir: true,
    // What browsers have had for a year.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    // The content security policy knows no `data:`.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    // What counts is held by test/console: kilobytes as they are sent.
    chunkSizeWarningLimit: 2_000,
    manifest: 'manifest.json',
    rolldownOptions: {
      // Libraries mark what may not run on a server; this page runs nowhere else.
      onLog: (level, log, tell) => {
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') tell(level, log);
      },
    },
  },
  css: { modules: { generateScopedName: '[name]-[local]-[hash:base64:5]' } },
  server: {
    host: '127.0.0.1',
    port: 5173,
    // The server sees its own origin, as behind any proxy: it gives the cookie of a session to its own pages alone.
    proxy: { '/api': { target: SERVER, changeOrigin: true, headers: { origin: SERVER } } },
  },
});
