import react from '@vitejs/plugin-react';
import { defineConfig, type HtmlTagDescriptor, type Plugin } from 'vite';

/** The place of a value that the server inserts into each page: server/src/transports/http/web-app.ts. */
const NONCE = '{{nonce}}';

/** The service that handles the requests of the development server (`npm run dev`). */
const SERVICE = `http://127.0.0.1:${process.env.ASFILED_PORT ?? 8080}`;
const SERVICE_PATHS = '^/(?:api|oauth|docs|mcp|\\.well-known|openapi\\.json)(?:[/?]|$)';

/** Runs by itself, before the app is there: an entry of its own. */
const PRELOAD = 'src/preload.ts';

/** Files of which most is run at once. */
const FIRST = ['calls', 'platform'];
/** Has V8 compile all of a file beside the page's own thread, not one function after the other on it. Others read a comment. */
const COMPILE_HINT = '//# allFunctionsCalledOnLoad\n';

/** Preloads the modules and the font that the page begins with. */
function beginEarly(): Plugin {
  return {
    name: 'begin-early',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk' && FIRST.includes(file.name)) file.code = COMPILE_HINT + file.code;
      }
    },
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (!bundle) return [script(`/${PRELOAD}`)];
        const files = Object.values(bundle);
        const begin = files.find(file => file.type === 'chunk' && file.isEntry && file.name === 'preload');
        if (begin?.type !== 'chunk') throw new Error(`${PRELOAD} is not in the build`);
        const font = files.find(({ fileName }) => fileName.endsWith('.woff2'));
        if (font === undefined) throw new Error('the font is not in the build');
        return [
          script(`/${begin.fileName}`),
          ...begin.imports.map(file => link({ rel: 'modulepreload', href: `/${file}` })),
          link({ rel: 'preload', href: `/${font.fileName}`, as: 'font', type: 'font/woff2' }),
        ];
      },
    },
  };
}

/** Not `async`: its requests must be sent before the app, which follows it, takes over the responses. */
function script(src: string): HtmlTagDescriptor {
  return { tag: 'script', attrs: { type: 'module', crossorigin: true, src }, injectTo: 'head-prepend' };
}

function link(attrs: Record<string, string>): HtmlTagDescriptor {
  return { tag: 'link', attrs: { ...attrs, crossorigin: true }, injectTo: 'head-prepend' };
}

export default defineConfig({
  root: import.meta.dirname,
  cacheDir: '../node_modules/.vite',
  plugins: [react(), beginEarly()],
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
      input: { index: `${import.meta.dirname}/index.html`, preload: `${import.meta.dirname}/${PRELOAD}` },
      output: {
        // What every page needs, in one piece: many small files are larger together, and slower to fetch.
        codeSplitting: {
          groups: [
            { name: 'platform', test: /node_modules[\\/](react|react-dom|scheduler|@tanstack)[\\/]/ },
            // All that runs before the app: the client, and the first requests of each page.
            {
              name: 'calls',
              test: /preload-helper|[\\/](client[\\/]src[\\/](?!line-item)|session[\\/](credential-store|session|tokens)|api[\\/](preloaded-calls|client|credits)|company-queries|company-params)/,
            },
            // The app itself, and what nearly every page has; a page is loaded by its route.
            {
              name: 'app',
              test: /[\\/]web[\\/]src[\\/](main|theme|recent|format|keyboard|components[\\/](layout[\\/](shell|app-bar|search-box|not-found|use-page-title)|ui[\\/](menu-button|icon|announce|state-block|table-head)|data[\\/](loaded|name|market-tag))|api[\\/](queries|use-api|use-credits|prices)|routes|.*(search|-params)\.ts$)/,
            },
            // What most pages of a company share.
            {
              name: 'company',
              test: /[\\/]web[\\/]src[\\/](pages[\\/]company[\\/][^\\/]+\.tsx?$|components[\\/]ui[\\/](figure|download|use-width))/,
            },
            {
              name: 'shared',
              test: /[\\/]web[\\/]src[\\/](?!pages|labels[\\/]usage)/,
              minShareCount: 6,
            },
          ],
        },
      },
    },
  },
  server: { host: '127.0.0.1', port: 5173, strictPort: true, proxy: { [SERVICE_PATHS]: SERVICE } },
});
