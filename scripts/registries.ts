/**
 * `npm run registries` reads every file of the corpus (../shared/data/intl, or --data DIR laid out like it) by the connectors
 * and says what came of it; `--write` keeps it as docs/reference/registries/corpus.md. Ends with 1 where a file is neither read nor
 * explained, or an anomaly is not: by the connector's `corpus.tsv`, or by scripts/registries/not-read.tsv where it is no connector's.
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
