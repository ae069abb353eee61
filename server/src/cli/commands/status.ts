import { Command } from 'commander';
import { countReadings } from '../../domain/filings/proposals/store.ts';
import { countAnomalies } from '../../domain/kit/store/anomalies.ts';
import {
  describeJump,
  listTallyJumps,
  sumTallies,
  type TallyJump,
  type TallySum,
} from '../../domain/kit/store/tallies.ts';
import { countJobs, listDeadLetters } from '../../jobs/job-system.ts';
import { type ChannelState, channelStates } from '../../pipeline/registry/registry-keys.ts';
import { countStore, listFreshness, listRecentFailures, listRuns } from '../../pipeline/store/status.ts';
import { listSetAside } from '../../pipeline/store/task-crashes.ts';
import { SOURCES } from '../../sources/sources.ts';
import { describeSum } from '../describe-tallies.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { formatInteger, print } from '../terminal.ts';
import { withStore } from '../with-store.ts';

const MAX_RUNS_SHOWN = 5;
const MAX_FAILURES_SHOWN = 20;

export function statusCommand(): Command {
  return new Command('status')
    .description('Show what is stored, how current it is, which jobs run, and what failed and why')
    .option('--json', 'print everything as one line of JSON')
    .addHelpText('after', `\nExample:\n  npm run asfiled -- status --json\n${EXIT_HELP}`)
    .action(runStatus);
}

async function runStatus(flags: { json?: boolean }): Promise<void> {
  await withStore('status', async ({ db, config }) => {
    const status = {
      store: await countStore(db),
      registries: await listFreshness(db),
      schedules: channelStates(SOURCES, config),
      queues: await countJobs(db),
      runs: await listRuns(db, MAX_RUNS_SHOWN),
      failures: await listRecentFailures(db, MAX_FAILURES_SHOWN),
      set_aside: await listSetAside(db, MAX_FAILURES_SHOWN),
      dead_letters: await listDeadLetters(db, MAX_FAILURES_SHOWN),
      tallies: await sumTallies(db),
      tally_jumps: await listTallyJumps(db),
      anomalies: await countAnomalies(db),
      second_reader: await countReadings(db, new Date().toISOString().slice(0, 10)),
    };
    if (flags.json === true) print(JSON.stringify(status));
    else for (const line of statusLines(status)) print(line);
  });
}

interface Status {
  store: Record<string, number>;
  registries: Awaited<ReturnType<typeof listFreshness>>;
  schedules: ChannelState[];
  queues: Awaited<ReturnType<typeof countJobs>>;
  runs: Awaited<ReturnType<typeof listRuns>>;
  failures: Awaited<ReturnType<typeof listRecentFailures>>;
  set_aside: Awaited<ReturnType<typeof listSetAside>>;
  dead_letters: Awaited<ReturnType<typeof listDeadLetters>>;
  tallies: TallySum[];
  tally_jumps: TallyJump[];
  anomalies: Awaited<ReturnType<typeof countAnomalies>>;
  second_reader: Awaited<ReturnType<typeof countReadings>>;
}

function* statusLines(status: Status): Generator<string> {
  yield 'Store';
  for (const [label, count] of Object.entries(status.store)) yield `  ${label}: ${formatInteger(count)}`;
  yield 'Registries';
  for (const { registry, issuers, newestFiling, fetchedAt } of status.registries) {
    yield `  ${registry}: ${issuers} issuers, newest filing ${newestFiling ?? 'none'}, last fetched ${fetchedAt ?? 'never'}`;
  }
  yield 'Schedules';
  for (const { registry, channel, cron, timeZone, idle } of status.schedules) {
    const when = cron === null ? 'connection open' : `${cron} (${timeZone})`;
    yield `  ${registry} ${channel}: ${idle === null ? when : `does nothing, ${idle}`}`;
  }
  yield 'Queues';
  for (const { queue, waiting, active, dead } of status.queues) {
    yield `  ${queue}: ${waiting} waiting, ${active} running, ${dead} failed`;
  }
  yield 'Runs';
  for (const run of status.runs) {
    const state = run.finishedAt === null ? `running, ${run.waiting} waiting` : `finished ${run.finishedAt}`;
    const failure = run.failure === null ? '' : `, ${run.failure}`;
    yield `  ${run.startedAt} ${run.command} ${run.registry}: ${state}, ${run.failed} failed${failure}`;
  }
  yield 'Failed';
  for (const { kind, key, reason } of status.failures) yield `  ${kind} ${key}: ${reason ?? ''}`;
  yield 'Set aside (run again with `asfiled retry <registry>`)';
  for (const { registry, kind, key, reason, setAsideAt } of status.set_aside) {
    yield `  ${setAsideAt} ${registry} ${kind} ${key}: ${reason}`;
  }
  yield 'Failed jobs';
  for (const { queue, reason, diedAt } of status.dead_letters) yield `  ${diedAt} ${queue}: ${reason}`;
  yield 'Parts of documents (read, left out by a rule, unread)';
  for (const sum of status.tallies) yield `  ${describeSum(sum)}`;
  for (const jump of status.tally_jumps) yield `  ALARM: ${describeJump(jump)}`;
  yield 'Anomalies';
  for (const { registry, kind, count } of status.anomalies) yield `  ${registry} ${kind}: ${count}`;
  const { models, tokensToday } = status.second_reader;
  if (models.length === 0) return;
  yield `Second reader (${formatInteger(tokensToday)} tokens today)`;
  for (const { model, waiting, answered, failed, lastReason } of models) {
    const why = lastReason === null ? '' : `, last failure: ${lastReason}`;
    yield `  ${model}: ${waiting} passages waiting, ${answered} answered, ${failed} failed${why}`;
  }
}
