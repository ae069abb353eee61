import type { Source } from '../../sources/kit/source.ts';
import {
  claimDiscovery,
  claimSuspect,
  claimTasks,
  countCrashes,
  forgetSetAside,
  releaseDiscovery,
  releaseTasks,
  setTaskAside,
  type TaskKey,
  taskStandings,
} from '../store/task-crashes.ts';
import type { PipelineTools } from '../tools.ts';
import { IsolatedReader } from './isolated-reader.ts';
import { processTasks } from './process-tasks.ts';
import { ReaderFailure } from './process-types.ts';
import { failTask, type RunTask, type TaskOutcome } from './run-task.ts';

/**
 * A suspect runs in a process of its own, whose death proves that the task caused it. If the worker dies with it, the
 * cause may be anything (an operator, a power cut, a container that is stopped), so that only the fourth time counts.
 */
const MAX_CRASHES = 4;

/**
 * Processes tasks such that none ends its process more than twice. A task over which a process died is a suspect: it is
 * read in a process of its own, before the others, and set aside if that dies too. A task that is set aside fails at once.
 */
export async function processGuarded(
  tools: PipelineTools,
  source: Source,
  tasks: readonly RunTask[],
  claimant: string,
  signal: AbortSignal,
): Promise<TaskOutcome[]> {
  const { db } = tools;
  const outcomes = new Map<RunTask, TaskOutcome>();
  const { registry } = source.description;
  const standings = await taskStandings(db, registry, tasks);
  const open: { task: RunTask; isSuspect: boolean }[] = [];
  for (const [at, task] of tasks.entries()) {
    const { isSuspect = false, setAside = null } = standings[at] ?? {};
    if (setAside === null) open.push({ task, isSuspect });
    else outcomes.set(task, await failTask(tools, source, task, notRunAgain(registry, setAside)));
  }
  const keys = open.map(({ task }) => keyOf(task));
  const crashes = await countCrashes(db, claimant, keys);
  const isHarmless = ({ isSuspect }: { isSuspect: boolean }, at: number): boolean => !isSuspect && crashes[at] === 0;
  const others = open.filter(isHarmless).map(({ task }) => task);
  const suspects = open.filter((item, at) => !isHarmless(item, at)).map(({ task }) => task);
  const firstTime = new Set(open.flatMap(({ task }, at) => ((crashes[at] ?? 0) <= 1 ? [task] : [])));
  // Other runs may have the same task.
  for (const task of suspects) await setTaskAside(db, registry, task, null);
  try {
    const settle = (task: RunTask, outcome: TaskOutcome): void => void outcomes.set(task, outcome);
    const guard = { tools, source, claimant, signal, settle };
    const together = suspects.filter(task => firstTime.has(task));
    const left = together.length > 1 ? await processTogether(guard, together) : together;
    const again = new Set(left);
    await processSuspects(
      guard,
      suspects.filter(task => again.has(task) || !firstTime.has(task)),
    );
    // Claimed only now: if the process dies of a suspect, the others are not suspected.
    await claimTasks(db, claimant, others.map(keyOf));
    const results = await processTasks(tools, source, others, signal);
    for (const [at, result] of results.entries()) outcomes.set(others[at] as RunTask, result);
  } finally {
    // If this fails, the claim stays, and is this process's still.
    await releaseTasks(db, claimant, keys).catch(() => undefined);
  }
  return tasks.map(task => outcomes.get(task) ?? { state: 'unsettled', reason: 'stopped before it started' });
}

/** What the steps of {@link processGuarded} share. */
interface Guard {
  tools: PipelineTools;
  source: Source;
  claimant: string;
  signal: AbortSignal;
  settle(task: RunTask, outcome: TaskOutcome): void;
}

/**
 * Most suspects only happened to run when a process was killed: all of a batch are read in one process, as quickly as
 * any. Returns those that it did not settle: all if it died, since any may be the cause.
 */
async function processTogether(guard: Guard, suspects: readonly RunTask[]): Promise<RunTask[]> {
  const { tools, source, claimant, signal, settle } = guard;
  const reader = await IsolatedReader.start();
  try {
    for (const task of suspects) await claimSuspect(tools.db, claimant, keyOf(task));
    // A failure is left for the second attempt, which reads the task alone.
    const tasks = suspects.map(task => ({ ...task, mayRetry: true }));
    const results = await processTasks({ ...tools, threads: reader.shared() }, source, tasks, signal);
    const left: RunTask[] = [];
    for (const [at, task] of suspects.entries()) {
      const result = results[at];
      if (result?.state === 'settled') {
        settle(task, result);
        await forgetSetAside(tools.db, source.description.registry, task.task);
      } else left.push(task);
    }
    await releaseTasks(tools.db, claimant, left.map(keyOf));
    return left;
  } finally {
    await reader.close();
  }
}

/** One after the other, so that a death has one cause. A process reads the next suspect if it survived the last one. */
async function processSuspects(guard: Guard, suspects: readonly RunTask[]): Promise<void> {
  const { tools, source, claimant, signal, settle } = guard;
  let reader: IsolatedReader | null = null;
  try {
    for (const task of suspects) {
      if (signal.aborted) return;
      // Before the claim: the time that a process takes to start is not the task's.
      if (reader === null || reader.death !== null) reader = await IsolatedReader.start();
      settle(task, await processSuspect({ ...tools, threads: reader }, reader, source, task, signal, claimant));
    }
  } finally {
    await reader?.close();
  }
}

async function processSuspect(
  tools: PipelineTools,
  reader: IsolatedReader,
  source: Source,
  runTask: RunTask,
  signal: AbortSignal,
  claimant: string,
): Promise<TaskOutcome> {
  const { db } = tools;
  const { registry } = source.description;
  const crashes = await claimSuspect(db, claimant, keyOf(runTask));
  if (crashes >= MAX_CRASHES) {
    const death = new ReaderFailure('killed_its_process', `${crashes} processes ended while they read it`);
    await setTaskAside(db, registry, runTask, death.message);
    return failTask(tools, source, runTask, death);
  }
  tools.log.warn(
    { task: runTask.task.key, crashes },
    'a process ended over this task, so it is read in its own process',
  );
  const [outcome] = await processTasks(tools, source, [runTask], signal);
  if (reader.death !== null) await setTaskAside(db, registry, runTask, reader.death.message);
  else if (outcome !== undefined && outcome.state !== 'unsettled') await forgetSetAside(db, registry, runTask.task);
  return outcome ?? { state: 'unsettled', reason: 'no result' };
}

/** Discovers in threads, or in a process of its own if a process died over this run before. */
export async function discoverGuarded(
  tools: PipelineTools,
  runId: string,
  claimant: string,
  discover: (tools: PipelineTools) => Promise<void>,
): Promise<void> {
  const { db } = tools;
  const crashes = await claimDiscovery(db, claimant, runId);
  const reader = crashes > 0 ? await IsolatedReader.start() : null;
  try {
    if (crashes >= MAX_CRASHES) {
      throw new ReaderFailure('killed_its_process', `${crashes} processes ended while they discovered what to read`);
    }
    await discover(reader === null ? tools : { ...tools, threads: reader });
  } finally {
    await reader?.close();
    await releaseDiscovery(db, claimant, runId).catch(() => undefined);
  }
}

function keyOf({ runId, task }: RunTask): TaskKey {
  return { runId, kind: task.kind, key: task.key };
}

function notRunAgain(registry: string, reason: string): ReaderFailure {
  return new ReaderFailure('set_aside', `not run again after ${reason}; \`asfiled retry ${registry}\` runs it`);
}
