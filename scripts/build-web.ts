/**
 * Builds the web app into `web/dist` if that is missing or was built from other sources; `--force` always builds.
 * `npm start` runs this first. A failed build is reported and does not stop the service: the API works without the app.
 */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const PROJECT = join(import.meta.dirname, '..');
const WEB = join(PROJECT, 'web');
const DIST = join(WEB, 'dist');
/** The file in `web/dist` that holds the digest of the sources it was built from. */
const STAMP = 'made-from';
/** The app shows the code of this page. */
const VERIFICATION_PAGE = 'docs/guides/webhooks.md';
const COMPRESSIBLE = 'assets/*.{js,css,svg}';

const sources = digestOfSources();
const isForced = process.argv.includes('--force');
if (isForced || readStamp() !== sources) await buildOrReport();

/** Digests contents instead of modification times, which a clone does not preserve. */
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

async function buildOrReport(): Promise<void> {
  if (!hasVite()) return reportMissingVite();
  const startedMs = Date.now();
  console.log('Building the web app …');
  // With another NODE_ENV, which tests set, React includes its development checks and is half as large again.
  process.env.NODE_ENV = 'production';
  // Built next to the folder in use, so that a running service never serves an incomplete build.
  const next = `${DIST}-${process.pid}`;
  try {
    const { build } = await import('vite');
    await build({
      root: WEB,
      configFile: join(WEB, 'vite.config.ts'),
      // The other loaders write temporary files next to the configuration.
      configLoader: 'native',
      logLevel: 'warn',
      build: { outDir: next, emptyOutDir: true },
    });
    await compressFiles(next);
    writeFileSync(join(next, STAMP), sources);
    rmSync(DIST, { recursive: true, force: true });
    renameSync(next, DIST);
    console.log(`Built the web app in ${((Date.now() - startedMs) / 1000).toFixed(1)} s.`);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    reportFailure(
      `The web app could not be built: ${error instanceof Error ? error.message : error}`,
      'Try again with `npm run build:web`; the API works without it.',
    );
  }
}

/** `npm ci --omit=dev` omits Vite. */
function hasVite(): boolean {
  try {
    import.meta.resolve('vite');
    return true;
  } catch {
    return false;
  }
}

function reportMissingVite(): void {
  if (existsSync(DIST)) reportFailure('Serving web/dist as it is: its sources changed, but Vite is not installed.');
  else
    reportFailure('The web app is not built and Vite is not installed: run `npm ci`, or copy a built web/dist here.');
}

function reportFailure(...lines: string[]): void {
  console.error(lines.join('\n'));
  process.exitCode = isForced ? 1 : 0;
}

/** Compresses once, at the highest level: the server sends these files unchanged. */
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
