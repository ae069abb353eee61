import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What the server puts a value in place of, anew for each page: server/src/transports/http/web-app.ts. */
const NONCE = '{{nonce}}';

/** Where `npm run dev --workspace web` sends calls. */
const SERVICE = 'http://127.0.0.1:8080';

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite',
  plugins: [react()],
  html: { cspNonce: NONCE },
  build: {
    target: 'es2023',
    outDir: 'dist',
    // The policy allows no data: scripts or styles, and files are cached by their hash.
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    // The charts, loaded when seen.
    chunkSizeWarningLimit: 600,
    // No inline script: every browser that runs the app preloads modules itself.
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs, in one piece: many small files are larger together, and slower to fetch.
        codeSplitting: {
          groups: [
            { name: 'platform', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
            {
              name: 'shared',
              test: /[\\/](web[\\/]src[\\/](?!pages)|client[\\/]src[\\/](?!line-item))/,
              minShareCount: 6,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api/v1': SERVICE, '/docs': SERVICE } },
});
