import { Command } from 'commander';
import { messageOf } from '../../kernel/errors.ts';
import { isDiskFull, OperatorError } from '../../kernel/operator-error.ts';
import {
  archiveBulk,
  archiveDocuments,
  archiveManifest,
  type FiledManifest,
  type Ingest,
  isBulkPath,
  runIngest,
  type UnreadFile,
} from '../../pipeline/runs/ingest.ts';
import { loadSource, REGISTRIES } from '../../sources/load-source.ts';
import { EXIT, EXIT_HELP } from '../exit-codes.ts';
import { parseRegistry, reportRun, showProgress, withWorker } from '../run-command.ts';
import { printStatus } from '../terminal.ts';

export function importCommand(): Command {
  return new Command('import')
    .description('Import local documents as if they had been fetched')
    .argument('<registry>', `one of ${REGISTRIES.join(', ')}`, parseRegistry)
    .argument('[file...]', 'documents identified by their content (plain or .gz), and bulk files (.zip)')
    .option(
      '--manifest <file>',
      'a tab-separated table of filing documents, with columns path (relative to the table), form, cik, accession, filed, period',
    )
    .option('--json', 'print the summaries as JSON')
    .addHelpText(
      'after',
      `
The sec-edgar connector accepts companyfacts and submissions responses (older pages under the registry's file names), the
ticker files, companyfacts.zip, submissions.zip, Financial Statement Data Sets, Form 13F Data Sets and lists of fails to
deliver.

A file that the connector does not recognise is reported, kept in the archive and listed by \`asfiled status\` as an anomaly; the
others are imported, and the command exits with 1.

Files of a manifest are assigned by filer and accession number, as stated there or in the file itself. For sec-edgar, a file
without an accession number whose row states filer, form and day has an id of its own until a list of the registry states the
filing, and an exhibit (form EX-…) belongs to the only filing of its filer and day. Other files are reported, skipped, and
listed by \`asfiled status\` as anomalies.

Examples:
  npm run asfiled -- import sec-edgar CIK0000320193.json.gz 2009q3.zip
  npm run asfiled -- import sec-edgar --manifest documents/MANIFEST.tsv
${EXIT_HELP}`,
    )
    .action(runImport);
}

interface ImportFlags {
  manifest?: string;
  json?: boolean;
}

async function runImport(registry: string, files: string[], flags: ImportFlags): Promise<void> {
  if (files.length === 0 && flags.manifest === undefined) {
    throw new OperatorError('wrong_setting', 'Nothing to import. Name files or a --manifest.');
  }
  const source = await loadSource(registry);
  await withWorker('import', [registry], async ({ worker, signal }) => {
    const wanted: Ingest['wanted'][] = [];
    const unread: UnreadFile[] = [];
    const bulk = files.filter(isBulkPath);
    const loose = files.filter(path => !isBulkPath(path));
    try {
      if (bulk.length > 0) wanted.push(await archiveBulk(worker.tools, bulk));
      if (loose.length > 0) {
        const documents = await archiveDocuments(worker.tools, source, loose, file => unread.push(file));
        if (documents.documents.length > 0) wanted.push(documents);
      }
      if (flags.manifest !== undefined) {
        const filed = await archiveManifest(worker.tools, source, flags.manifest);
        reportUnfiled(filed);
        if (filed.filed > 0) wanted.push(filed.wanted);
      }
    } catch (error) {
      if (isDiskFull(error)) throw error;
      throw new OperatorError('wrong_setting', messageOf(error), error);
    }
    for (const { path, reason } of unread) printStatus(`Not imported: ${path}: ${reason}`);
    let isGood = unread.length === 0;
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

function reportUnfiled({ filed, unfiled }: FiledManifest): void {
  printStatus(
    `${filed} files of the manifest belong to filings or summaries, ${unfiled.length} could not be assigned:`,
  );
  for (const { path, reason } of unfiled) printStatus(`  ${path}: ${reason}`);
}
