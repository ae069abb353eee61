import { readdirSync, readFileSync } from 'node:fs';

/** Resource usage of a process and its descendants. */
export interface Usage {
  /** Resident set of the process itself. */
  own: number;
  /** Proportional set size of the tree: counts shared pages once. */
  all: number;
  /** Processor time of the tree in seconds, independent of other load. */
  cpuSeconds: number;
}

/** Watches a process tree (Linux only): the peaks of its memory in bytes, the sum of its processor time. */
export function watchProcesses(pid: number, everyMs = 100): { usage: Usage; stop(): void } {
  const usage: Usage = { own: 0, all: 0, cpuSeconds: 0 };
  const atFirst = new Map(treeOf(pid).map(value => [value, ticksOf(value)]));
  const ticks = new Map<number, number>();
  const timer = setInterval(() => {
    const own = kilobytes(pid, 'status', /^VmRSS:\s+(\d+)/m);
    const tree = treeOf(pid);
    const all = tree.reduce((sum, value) => sum + kilobytes(value, 'smaps_rollup', /^Pss:\s+(\d+)/m), 0);
    usage.own = Math.max(usage.own, own * 1024);
    usage.all = Math.max(usage.all, all * 1024);
    for (const one of tree) ticks.set(one, Math.max(ticks.get(one) ?? 0, ticksOf(one) - (atFirst.get(one) ?? 0)));
    usage.cpuSeconds = [...ticks.values()].reduce((sum, tick) => sum + tick, 0) / TICKS_PER_SECOND;
  }, everyMs);
  return { usage, stop: () => clearInterval(timer) };
}

/** Processor time of a process, its descendants, and those of them that have ended, in seconds (Linux only). */
export function processorSeconds(pid: number): number {
  return treeOf(pid).reduce((sum, one) => sum + ticksOf(one) + ticksOfEnded(one), 0) / TICKS_PER_SECOND;
}

/** Linux counts in hundredths of a second (`getconf CLK_TCK`). */
const TICKS_PER_SECOND = 100;

/** User and system time of a process with all its threads. */
function ticksOf(pid: number): number {
  const fields = fieldsOf(pid);
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** Of children that have ended. */
function ticksOfEnded(pid: number): number {
  const fields = fieldsOf(pid);
  return Number(fields[13] ?? 0) + Number(fields[14] ?? 0);
}

function fieldsOf(pid: number): string[] {
  return read(pid, 'stat')
    .replace(/^.*\) /, '')
    .split(' ');
}

function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc')) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const parent = Number(/\) \S (\d+)/.exec(read(pid, 'stat'))?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), pid]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function kilobytes(pid: number, file: string, pattern: RegExp): number {
  return Number(pattern.exec(read(pid, file))?.[1] ?? 0);
}

/** Empty if the process has ended. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
