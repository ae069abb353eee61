/**
 * Builds the web app into `web/dist` where that is missing or older than its sources; `--force` builds in any case.
 * `npm start` runs this first. A failure is told and no reason not to serve: the API works without.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PROJECT = join(import.meta.dirname, '..');
const WEB = join(PROJECT, 'web');
const DIST = join(WEB, 'dist');
/** Holds the digest of the sources that the build was made of. */
const STAMP = 'made-from';
/** The app shows its code. */
const VERIFICATION_PAGE = 'docs/guides/webhooks.md';
const COMPRESSIBLE = 'assets/*.{js,css,svg}';

const sources = digestOfSources();
if (process.argv.includes('--force') || readStamp() !== sources) await buildOrTell();

/** Times say nothing after a clone: contents do. */
function digestOfSources(): string {
  const digest = createHash('sha256').update(readFileSync(join(PROJECT, 'package-lock.json')));
  const files = globSync(
    [
      'web/index.html',
      'web/package.json',
      'web/vite.config.ts',
      'web/src/**/*.*',
      'client/src/**/*.ts',
      VERIFICATION_PAGE,
    ],
    { cwd: PROJECT },
  );
  for (const file of files.sort()) digest.update(`${file}\n`).update(readFileSync(join(PROJECT, file)));
  return digest.digest('hex');
}

function readStamp(): string | null {
  const stamp = join(DIST, STAMP);
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : null;
}

async function buildOrTell(): Promise<void> {
  const startedMs = Date.now();
  console.log('Building the web app …');
  // Whatever this runs under, tests among them: React would come with its checks for development, half as large again.
  process.env.NODE_ENV = 'production';
  // Beside the one in use: a running service goes on with a whole app, and half a build is never served.
  const next = `${DIST}-${process.pid}`;
  try {
    const { build } = await import('vite');
    await build({
      root: WEB,
      configFile: join(WEB, 'vite.config.ts'),
      // Read as it is: another way would leave files of its own in passing.
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir: next, emptyOutDir: true },
    });
    await compressFiles(next);
    writeFileSync(join(next, STAMP), sources);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(next, DIST);
    console.log(`The web app is built, in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    console.error(`The web app could not be built: ${error instanceof Error ? error.message : error}`);
    console.error('`npm run build:web` tries again. The API serves without it.');
    process.exitCode = process.argv.includes('--force') ? 1 : 0;
  }
}

/** Once, as small as it gets: the server sends these files as they are. */
async function compressFiles(folder: string): Promise<void> {
  const gzipAsync = promisify(gzip);
  const brotliAsync = promisify(brotliCompress);
  await Promise.all(
    globSync(COMPRESSIBLE, { cwd: folder }).map(async name => {
      const file = join(folder, name);
      const bytes = readFileSync(file);
      writeFileSync(`${file}.gz`, await gzipAsync(bytes, { level: 9 }));
      writeFileSync(
        `${file}.br`,
        await brotliAsync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }),
      );
    }),
  );
}
