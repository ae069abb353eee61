import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { toForms } from '../../config/settings.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { missingKey, type RegistryKeys } from '../../pipeline/registry/registry-keys.ts';
import { archiveBulk, type Ingest, runIngest } from '../../pipeline/runs/ingest.ts';
import type { RequestedForms, Source, StreamedChannel } from '../../sources/kit/source.ts';
import { loadSource, REGISTRIES } from '../../sources/load-source.ts';
import { EXIT, EXIT_HELP } from '../exit-codes.ts';
import { parseDateOption, parseRegistry, reportRun, showProgress, splitList, withWorker } from '../run-command.ts';
import { printStatus } from '../terminal.ts';

interface IngestFlags {
  ticker: string[];
  cik: string[];
  id: string[];
  since?: string;
  bulk: string[];
  stream?: string;
  mirror?: string;
  record?: string;
  documents?: RequestedForms;
  json?: boolean;
}

export function ingestCommand(): Command {
  return new Command('ingest')
    .description('Fetch from a registry, or from recorded responses, and store everything; returns when done')
    .argument('<registry>', `one of ${REGISTRIES.join(', ')}`, parseRegistry)
    .option('--ticker <A,B>', 'companies by ticker', splitList, [])
    .option('--cik <N,N>', 'companies by central index key', splitList, [])
    .addOption(new Option('--id <N,N>', "companies by the registry's own id").argParser(splitList).default([]))
    .option(
      '--since <date>',
      'companies that filed since this date; if companies are named, skip pages of older filings',
      parseDateOption,
    )
    .option('--bulk <file...>', 'bulk files (.zip) of the registry; their kind is detected from their members', [])
    .option('--stream <channel>', 'read a stream of the registry until stopped, starting where the last run ended')
    .option('--mirror <dir>', 'read recorded responses from <dir>/<host>/<path> instead of the registry')
    .option('--record <dir>', 'record every response as <dir>/<host>/<path>, for --mirror')
    .option(
      '--documents <forms>',
      'fetch the documents of filings: `all`, `none`, or forms such as 10-K,10-Q,8-K (amendments included); default by registry',
      toForms,
    )
    .option('--json', 'print the summary as JSON')
    .addHelpText(
      'after',
      `
With --mirror and without a company, reads everything that is recorded. Sends no request to a registry unless
ASFILED_CONTACT is set. Exit code 1: something failed or nothing was found; everything that could be read is stored, and
\`asfiled status\` lists what is missing and why.

Examples:
  ASFILED_CONTACT="Example Ltd admin@example.com" npm run asfiled -- ingest sec-edgar --ticker AAPL,MSFT
  npm run asfiled -- ingest sec-edgar --ticker AAPL --documents 10-K,8-K --since 2024-01-01
  npm run asfiled -- ingest sec-edgar --bulk submissions.zip companyfacts.zip 2024q1.zip
  npm run asfiled -- ingest sec-edgar --mirror ./recorded
${EXIT_HELP}`,
    )
    .action(runIngestCommand);
}

async function runIngestCommand(registry: string, flags: IngestFlags): Promise<void> {
  const ids = [...flags.cik, ...flags.id];
  const options = {
    mirror: flags.mirror === undefined ? null : resolve(flags.mirror),
    record: flags.record === undefined ? null : resolve(flags.record),
    force: false,
  };
  await checkPaths(flags);
  await withWorker('ingest', [registry], async ({ worker, config, signal }) => {
    const asksRegistry = flags.bulk.length === 0 && options.mirror === null;
    if (asksRegistry && config.contact === null) {
      throw new OperatorError(
        'wrong_setting',
        `${registry} requires a contact. Set ASFILED_CONTACT to a name and an email address, such as ` +
          '"Example Ltd admin@example.com", or use recorded responses (--mirror) or bulk files (--bulk). No request was sent.',
      );
    }
    if (flags.stream !== undefined) {
      const { source, stream } = await toStream(registry, flags.stream, config.keys);
      printStatus(`Reading ${stream.channel} of ${registry}; press Ctrl-C to stop.`);
      return worker.follow(source, stream, options.record, signal);
    }
    if (flags.bulk.length > 0) printStatus(`Adding ${flags.bulk.length} bulk file(s) to the archive …`);
    const since = flags.since ?? null;
    const forms = flags.documents === undefined ? {} : { forms: flags.documents };
    const isNamed = flags.ticker.length + ids.length > 0;
    const wanted: Ingest['wanted'] =
      flags.bulk.length > 0
        ? await archiveBulk(worker.tools, flags.bulk)
        : isNamed
          ? { kind: 'named', tickers: flags.ticker, ids, since, ...forms }
          : { kind: 'everything', since, ...forms };
    const progress = showProgress(`ingest ${registry}`);
    const startedAt = performance.now();
    const result = await runIngest(worker, { registry, command: 'ingest', options, wanted }, progress.update, signal);
    progress.finish();
    const isGood = await reportRun(
      worker.tools.db,
      result,
      (performance.now() - startedAt) / 1_000,
      flags.json === true,
    );
    process.exitCode = isGood ? EXIT.ok : EXIT.failed;
  });
}

/** Throws {@link OperatorError} for flags that contradict each other or name missing files. */
async function checkPaths(flags: IngestFlags): Promise<void> {
  const names = [...flags.ticker, ...flags.cik, ...flags.id];
  if (flags.bulk.length > 0 && (flags.mirror !== undefined || names.length > 0 || flags.since !== undefined)) {
    throw new OperatorError(
      'wrong_setting',
      '--bulk reads whole files and cannot be combined with companies, --since or --mirror.',
    );
  }
  if (flags.stream !== undefined && (flags.bulk.length > 0 || flags.mirror !== undefined || names.length > 0)) {
    throw new OperatorError(
      'wrong_setting',
      '--stream reads everything and cannot be combined with companies, --bulk or --mirror (which includes recorded parts of streams).',
    );
  }
  if (flags.mirror !== undefined && flags.record !== undefined) {
    throw new OperatorError('wrong_setting', '--mirror reads what --record writes. Use only one of them.');
  }
  if (flags.mirror !== undefined && !(await isFolder(flags.mirror))) {
    throw new OperatorError('wrong_setting', `--mirror ${flags.mirror} is not a folder.`);
  }
  for (const path of flags.bulk) {
    if (!(await isFile(path))) throw new OperatorError('wrong_setting', `--bulk ${path} is not a file.`);
  }
}

/** Throws {@link OperatorError} for an unknown stream, or one whose key is not set. */
async function toStream(
  registry: string,
  channel: string,
  keys: RegistryKeys,
): Promise<{ source: Source; stream: StreamedChannel }> {
  const source = await loadSource(registry);
  const streams = source.streams ?? [];
  const stream = streams.find(candidate => candidate.channel === channel);
  if (stream === undefined) {
    const known = streams.map(candidate => candidate.channel).join(', ') || 'none';
    throw new OperatorError('wrong_setting', `${registry} has no stream ${channel}. Streams: ${known}.`);
  }
  const missing = missingKey(source.description, stream.host, keys);
  if (missing !== null)
    throw new OperatorError('wrong_setting', `${channel} requires a key: set ${missing}. No request was sent.`);
  return { source, stream };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isDirectory(),
    () => false,
  );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    found => found.isFile(),
    () => false,
  );
}
