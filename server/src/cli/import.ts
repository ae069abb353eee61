import { Command } from 'commander';
import { messageOf } from '../kernel/errors.ts';
import { Refusal } from '../kernel/refusal.ts';
import { archiveBulk, archiveDocuments, type Ingest, isBulkPath, runIngest } from '../pipeline/ingest.ts';
import { findSource, SOURCES } from '../sources/sources.ts';
import { EXIT, EXIT_HELP } from './exit-codes.ts';
import { reportRun, showProgress, toRegistry, withWorker } from './run-command.ts';

export function importCommand(): Command {
  return new Command('import')
    .description('File documents that are at hand already, as if they had been fetched')
    .argument('<registry>', `one of ${SOURCES.map(source => source.description.registry).join(', ')}`, toRegistry)
    .argument('<file...>', 'documents that name themselves (plain or .gz), and bulk files (.zip)')
    .option('--json', 'print the summaries as JSON')
    .addHelpText(
      'after',
      `
sec-edgar knows companyfacts and submissions answers (with their older pages under the registry's own names), the ticker
files, companyfacts.zip, submissions.zip and Financial Statement Data Sets.

Example:
  npm run asfiled -- import sec-edgar CIK0000320193.json.gz 2009q3.zip
${EXIT_HELP}`,
    )
    .action(runImport);
}

async function runImport(registry: string, files: string[], flags: { json?: boolean }): Promise<void> {
  const source = findSource(registry);
  await withWorker('import', async ({ worker, signal }) => {
    const wanted: Ingest['wanted'][] = [];
    const bulk = files.filter(isBulkPath);
    const loose = files.filter(path => !isBulkPath(path));
    try {
      if (bulk.length > 0) wanted.push(await archiveBulk(worker.tools, bulk));
      if (loose.length > 0) wanted.push(await archiveDocuments(worker.tools, source, loose));
    } catch (error) {
      throw new Refusal('wrong_setting', messageOf(error), error);
    }
    let isGood = true;
    for (const one of wanted) {
      const progress = showProgress(`import ${registry}`);
      const startedAt = performance.now();
      const options = { mirror: null, record: null, force: false };
      const run = { registry, command: 'import', options, wanted: one };
      const result = await runIngest(worker, run, progress.update, signal);
      progress.finish();
      const seconds = (performance.now() - startedAt) / 1_000;
      isGood = (await reportRun(worker.tools.db, result, seconds, flags.json === true)) && isGood;
    }
    process.exitCode = isGood ? EXIT.ok : EXIT.failed;
  });
}
