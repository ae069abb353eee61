import { Command } from 'commander';
import { runIngest } from '../../pipeline/runs/ingest.ts';
import { mirrorsOfSetAside } from '../../pipeline/store/task-crashes.ts';
import { REGISTRIES } from '../../sources/load-source.ts';
import { EXIT, EXIT_HELP } from '../exit-codes.ts';
import { parseRegistry, reportRun, showProgress, withWorker } from '../run-command.ts';
import { print } from '../terminal.ts';

export function retryCommand(): Command {
  return new Command('retry')
    .description('Run tasks again that were set aside because they crashed the process that read them')
    .argument('<registry>', `one of ${REGISTRIES.join(', ')}`, parseRegistry)
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
A task is set aside when the process that reads it ends for the second time, for example because memory ran out.
\`asfiled status\` lists these tasks. Each is read in a process of its own, so that the service is not affected.

Example:
  npm run asfiled -- retry sec-edgar
${EXIT_HELP}`,
    )
    .action(runRetry);
}

async function runRetry(registry: string, flags: { json?: boolean }): Promise<void> {
  await withWorker('retry', [registry], async ({ worker, signal }) => {
    const { db } = worker.tools;
    const mirrors = await mirrorsOfSetAside(db, registry);
    if (mirrors.length === 0) return print(`No task of ${registry} is set aside.`);
    let isGood = true;
    for (const mirror of mirrors) {
      const progress = showProgress(`retry ${registry}`);
      const startedAt = performance.now();
      const options = { mirror, record: null, force: false };
      const run = { registry, command: 'retry', options, wanted: { kind: 'set_aside' as const } };
      const result = await runIngest(worker, run, progress.update, signal);
      progress.finish();
      const seconds = (performance.now() - startedAt) / 1_000;
      isGood = (await reportRun(db, result, seconds, flags.json === true)) && isGood;
    }
    process.exitCode = isGood ? EXIT.ok : EXIT.failed;
  });
}
