import { describe, expect, it } from 'vitest';
import type { Log } from '../kernel/log.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { FullDisk } from './full-disk.ts';

const PAUSE_MS = 300;
const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
const never = new AbortController().signal;

function watched(): { disk: FullDisk; logged: unknown[] } {
  const logged: unknown[] = [];
  return {
    disk: new FullDisk({ error: (...line: unknown[]) => logged.push(line) } as unknown as Log, PAUSE_MS),
    logged,
  };
}

async function waitedMs(disk: FullDisk, signal = never): Promise<number> {
  const startedMs = performance.now();
  await disk.pause(signal);
  return performance.now() - startedMs;
}

describe('a service whose disk is full', () => {
  it('pauses its jobs, and logs the reason once a pause', async () => {
    const { disk, logged } = watched();
    for (let job = 0; job < 50; job++) expect(disk.note(full())).toBe(true);
    expect(logged).toHaveLength(1);
    expect(disk.signal.reason).toBeInstanceOf(OperatorError);
    expect(await waitedMs(disk)).toBeGreaterThan(PAUSE_MS - 50);
    // The next attempt fails again: another pause, another line.
    expect(disk.note(full())).toBe(true);
    expect(logged).toHaveLength(2);
    expect(await waitedMs(disk)).toBeGreaterThan(PAUSE_MS - 50);
    // The disk has space again.
    expect(await waitedMs(disk)).toBeLessThan(PAUSE_MS - 50);
  });

  it('stops at once during a pause', async () => {
    const { disk } = watched();
    disk.note(full());
    const stopping = new AbortController();
    setTimeout(() => stopping.abort(), 20);
    expect(await waitedMs(disk, stopping.signal)).toBeLessThan(PAUSE_MS - 50);
  });

  it('does not pause for other errors', async () => {
    const { disk, logged } = watched();
    expect(disk.note(new Error('The request timed out.'))).toBe(false);
    expect([logged.length, disk.signal.aborted]).toEqual([0, false]);
    expect(await waitedMs(disk)).toBeLessThan(50);
  });
});
