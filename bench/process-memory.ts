import { readdirSync, readFileSync } from 'node:fs';

/** Memory of a process and all that it started, in bytes. */
export interface Memory {
  /** Resident set of the process itself. */
  own: number;
  /** Proportional set size of all of them: pages shared by several are counted once. */
  all: number;
}

/** Watches a process tree (Linux only) and keeps the peaks. */
export function watchMemory(pid: number, everyMs = 100): { peak: Memory; stop(): void } {
  const peak: Memory = { own: 0, all: 0 };
  const timer = setInterval(() => {
    const own = kilobytes(pid, 'status', /^VmRSS:\s+(\d+)/m);
    const all = treeOf(pid).reduce((sum, one) => sum + kilobytes(one, 'smaps_rollup', /^Pss:\s+(\d+)/m), 0);
    peak.own = Math.max(peak.own, own * 1024);
    peak.all = Math.max(peak.all, all * 1024);
  }, everyMs);
  return { peak, stop: () => clearInterval(timer) };
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

/** Empty where the process is gone. */
function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
