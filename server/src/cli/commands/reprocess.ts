import { Command, Option } from 'commander';
import { rewriteSearchNames } from '../../domain/filings/issuers/store/search-names.ts';
import { runIngest } from '../../pipeline/runs/ingest.ts';
import { REGISTRIES } from '../../sources/load-source.ts';
import { EXIT, EXIT_HELP } from '../exit-codes.ts';
import { parseRegistry, reportRun, showProgress, withWorker } from '../run-command.ts';
import { printStatus } from '../terminal.ts';

interface ReprocessFlags {
  registry?: string;
  from: 'parse' | 'text' | 'normalise';
  json?: boolean;
}

export function reprocessCommand(): Command {
  return new Command('reprocess')
    .description('Process the archive again with the current rules, without fetching')
    .option('--registry <registry>', 'only this registry', parseRegistry)
    .addOption(
      new Option(
        '--from <step>',
        'parse: from the raw bytes; text: only filings whose text rules of another version read; normalise: canonical values from the stored facts',
      )
        .choices(['parse', 'text', 'normalise'])
        .default('parse'),
    )
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
Use it after an update that improves a parser or a rule. The API stays available meanwhile. \`--from text\` reads events, guidance,
red flags, people, customers and suppliers again; \`diff-rules\` shows what changed. If it is interrupted, run it again: it
continues with the rest.

Examples:
  npm run asfiled -- reprocess --registry sec-edgar --from normalise
  npm run asfiled -- reprocess --from text
${EXIT_HELP}`,
    )
    .action(runReprocess);
}

async function runReprocess(flags: ReprocessFlags): Promise<void> {
  const registries = REGISTRIES.filter(registry => flags.registry === undefined || registry === flags.registry);
  await withWorker('reprocess', registries, async ({ worker, signal }) => {
    printStatus('Rewriting the names that searches compare …');
    await rewriteSearchNames(worker.tools.db, signal);
    let isGood = true;
    for (const registry of registries) {
      printStatus(`Reprocessing ${registry} from ${flags.from} …`);
      const options = { mirror: null, record: null, force: true };
      const wanted = { kind: 'replay' as const, from: flags.from };
      const progress = showProgress(`reprocess ${registry}`);
      const startedAt = performance.now();
      const run = { registry, command: `reprocess from ${flags.from}`, options, wanted };
      const result = await runIngest(worker, run, progress.update, signal);
      progress.finish();
      const seconds = (performance.now() - startedAt) / 1_000;
      isGood = (await reportRun(worker.tools.db, result, seconds, flags.json === true)) && isGood;
    }
    process.exitCode = isGood ? EXIT.ok : EXIT.failed;
  });
}
