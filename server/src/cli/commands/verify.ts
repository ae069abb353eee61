import { join, resolve } from 'node:path';
import { Command } from 'commander';
import type { Archive } from '../../archive/archive.ts';
import { openArchive } from '../../archive/open-archive.ts';
import type { Database } from '../../db/database.ts';
import { listSourcesOf } from '../../domain/filings/documents/store.ts';
import { describeJump, listTallyJumps, sumTallies } from '../../domain/kit/store/tallies.ts';
import { Gateway } from '../../pipeline/registry/registry-gateway.ts';
import {
  type ArchiveFinding,
  type Refetch,
  type Repair,
  repairFinding,
  verifyArchive,
} from '../../pipeline/verify-archive.ts';
import { loadSource } from '../../sources/load-source.ts';
import { describeSum } from '../describe-tallies.ts';
import { EXIT, EXIT_HELP } from '../exit-codes.ts';
import { createProgress, type Progress, print, printStatus } from '../terminal.ts';
import { type Store, withStore } from '../with-store.ts';

interface VerifyFlags {
  repair?: boolean;
  mirror?: string;
  json?: boolean;
}

const MAX_FINDINGS_SHOWN = 50;

export function verifyCommand(): Command {
  return new Command('verify')
    .description(
      'Check every object of the archive against its digest and the store, and how much of the documents was read',
    )
    .option('--repair', 'fetch missing and damaged objects again, and remove unreferenced ones')
    .option('--mirror <folder>', 'with --repair: use recorded responses instead of the registries')
    .option('--json', 'print findings and summary as JSON')
    .addHelpText(
      'after',
      `
Prints, by registry and kind, how many parts of documents gave records, were left out by a rule, or were not read. Fails if
the share of parts that were read differs by more than 10 percentage points between the last 7 days and the time before, or if
the share that were not read rises by more than 2. A running service also records such a change as an anomaly \`tally_jump\`.

Works while a service is running. Always removes incomplete files of killed processes. A document that the registry
publishes only with its filing is pending after a repair: the next ingest of that filing archives it again.

Examples:
  npm run asfiled -- verify
  ASFILED_CONTACT="Example Ltd admin@example.com" npm run asfiled -- verify --repair
${EXIT_HELP}`,
    )
    .action(runVerify);
}

/** The result of a walk through the archive. */
interface Summary {
  objects: number;
  missing: number;
  damaged: number;
  orphaned: number;
  leftovers: number;
  restored: number;
  replaced: number;
  pending: number;
  removed: number;
  lost: number;
}

async function runVerify(flags: VerifyFlags): Promise<void> {
  const { summary, sums, jumps } = await withStore('verify', async store => ({
    summary: await verifyStore(store, flags),
    sums: await sumTallies(store.db),
    jumps: await listTallyJumps(store.db),
  }));
  if (flags.json === true) print(JSON.stringify({ ...summary, tallies: sums, tally_jumps: jumps }));
  else {
    print(summaryLine(summary, flags.repair === true));
    for (const sum of sums) print(describeSum(sum));
    for (const jump of jumps) print(`ALARM: ${describeJump(jump)}`);
  }
  const isWhole = summary.missing + summary.damaged === summary.restored + summary.replaced;
  process.exitCode = isWhole && jumps.length === 0 ? EXIT.ok : EXIT.failed;
}

async function verifyStore({ config, db, signal }: Store, flags: VerifyFlags): Promise<Summary> {
  const archive = await openArchive(config.archive);
  const gateway = new Gateway({
    db,
    archive,
    spoolFolder: join(config.dataFolder, 'spool'),
    contact: config.contact,
    keys: config.keys,
  });
  const progress = createProgress({ label: 'verify', unit: 'objects' });
  try {
    const refetch = refetchThrough(gateway, flags.mirror === undefined ? null : resolve(flags.mirror));
    return await walk(archive, db, flags, refetch, progress, signal);
  } finally {
    progress.finish();
    await gateway.close();
  }
}

async function walk(
  archive: Archive,
  db: Database,
  flags: VerifyFlags,
  refetch: Refetch,
  progress: Progress,
  signal: AbortSignal,
): Promise<Summary> {
  const summary: Summary = { ...NOTHING, leftovers: await archive.sweep() };
  const onObject = (): void => progress.update(++summary.objects, null);
  let shown = 0;
  for await (const finding of verifyArchive(archive, db, { now: new Date(), onObject, signal })) {
    summary[finding.kind]++;
    const repair = flags.repair === true ? await repairFinding(archive, db, finding, refetch) : null;
    if (repair !== null) summary[repair.outcome]++;
    if (flags.json === true) print(JSON.stringify(toJson(finding, repair)));
    else if (shown++ < MAX_FINDINGS_SHOWN) for (const line of await describe(db, finding, repair)) printStatus(line);
  }
  if (flags.json !== true && shown > MAX_FINDINGS_SHOWN)
    printStatus(`… and ${shown - MAX_FINDINGS_SHOWN} more (--json shows all).`);
  return summary;
}

const NOTHING: Summary = {
  objects: 0,
  missing: 0,
  damaged: 0,
  orphaned: 0,
  leftovers: 0,
  restored: 0,
  replaced: 0,
  pending: 0,
  removed: 0,
  lost: 0,
};

/** Requests one document from the registry or the mirror; the response is archived on the way. */
function refetchThrough(gateway: Gateway, mirror: string | null): Refetch {
  return async ({ registry, url }) => {
    const run = { mirror, record: null, force: true };
    const document = await gateway.open(await loadSource(registry), run).get(url);
    return document?.sha256 ?? null;
  };
}

async function describe(db: Database, finding: ArchiveFinding, repair: Repair | null): Promise<string[]> {
  const { kind, sha256, detail } = finding;
  const sources = kind === 'orphaned' ? [] : (await listSourcesOf(db, [sha256])).map(entry => entry.url);
  const subject = `${kind} ${sha256}${sources.length === 0 ? '' : ` (${sources.slice(0, 3).join(', ')})`}`;
  const became = repair === null ? '' : `: ${repair.outcome}${repair.reason === null ? '' : `, ${repair.reason}`}`;
  return [subject + became, ...(detail === null || repair !== null ? [] : [`  ${detail}`])];
}

function toJson({ kind, sha256, detail }: ArchiveFinding, repair: Repair | null): object {
  if (repair === null) return { finding: kind, sha256, detail };
  const filings = repair.filings.map(entry => `${entry.registry}:${entry.nativeId}`);
  return { finding: kind, sha256, detail, outcome: repair.outcome, filings, reason: repair.reason };
}

function summaryLine(summary: Summary, isRepair: boolean): string {
  const { objects, missing, damaged, orphaned, leftovers, restored, replaced, pending, removed, lost } = summary;
  const found = `${objects} objects: ${missing} missing, ${damaged} damaged, ${orphaned} orphaned`;
  const swept = `${leftovers} leftovers of killed processes removed`;
  const became = `${restored} restored, ${replaced} replaced, ${pending} pending again, ${lost} lost, ${removed} orphans removed`;
  return isRepair ? `${found}; ${became}; ${swept}` : `${found}; ${swept}`;
}
