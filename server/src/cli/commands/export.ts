import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { Command } from 'commander';
import { exportStore } from '../../pipeline/export.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { withStore } from '../with-store.ts';

export function exportCommand(): Command {
  return new Command('export')
    .description('Write every canonical table as JSON lines; stores loaded from the same bytes give the same output')
    .option('--out <file>', 'write to a file instead of standard output')
    .addHelpText('after', `\nExample:\n  npm run asfiled -- export --out store.jsonl\n${EXIT_HELP}`)
    .action(runExport);
}

async function runExport(flags: { out?: string }): Promise<void> {
  await withStore('export', async ({ db, signal }) => {
    const out = flags.out === undefined ? process.stdout : createWriteStream(flags.out);
    for await (const line of exportStore(db)) {
      signal.throwIfAborted();
      if (!out.write(line)) await once(out, 'drain');
    }
    if (out === process.stdout) return;
    out.end();
    await finished(out);
  });
}
