/**
 * `npm run registries` reads every file of the corpus (../shared/data/intl, or --data DIR with the same layout) with
 * the connectors and reports the result; `--write` writes it to docs/reference/registries/corpus.md. Exits with 1 if an
 * unread file or an anomaly has no explanation in the connector's `corpus.tsv` or, for files without a connector, in
 * scripts/registries/not-read.tsv.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { readCorpus } from './registries/read-corpus.ts';
import { readMirror } from './registries/read-mirror.ts';
import { renderPage } from './registries/render-page.ts';

const root = join(import.meta.dirname, '..');

const { values: options } = parseArgs({
  options: {
    data: { type: 'string', default: join(root, '../shared/data/intl') },
    write: { type: 'boolean', default: false },
  },
});

if (!existsSync(join(options.data, 'MANIFEST.tsv'))) {
  console.error(`${options.data}: no corpus with a MANIFEST.tsv; name one laid out like it with --data DIR`);
  process.exitCode = 2;
} else {
  const { text, unexplained } = renderPage(
    await readCorpus(options.data),
    await readMirror(join(options.data, 'mirror')),
  );
  if (options.write) writeFileSync(join(root, 'docs/reference/registries/corpus.md'), text);
  else console.log(text);
  for (const one of unexplained) console.error(`NOT EXPLAINED: ${one}`);
  if (unexplained.length > 0) process.exitCode = 1;
}
