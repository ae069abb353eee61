import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Log } from '../kernel/log.ts';
import { OperatorError } from '../kernel/operator-error.ts';
import { FullDisk } from './full-disk.ts';

const PAUSE_MS = 300;
const full = () => Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
const never = new AbortController().signal;

function watched(pauseMs = PAUSE_MS): { disk: FullDisk; logged: unknown[] } {
  const logged: unknown[] = [];
  const log = { error: (...line: unknown[]) => logged.push(line) } as unknown as Log;
  return { disk: new FullDisk(log, pauseMs), logged };
}

/** Milliseconds from an error to the next attempt. */
async function pausedMs(disk: FullDisk): Promise<number> {
  const startedMs = performance.now();
  expect(disk.note(full())).toBe(true);
  await disk.pause(never);
  return performance.now() - startedMs;
}

/** Whether jobs have to wait now, whatever the load of the machine. */
async function isPaused(disk: FullDisk): Promise<boolean> {
  const goesOn = disk.pause(never).then(() => false);
  return Promise.race([goesOn, nextTurn(true)]);
}

describe('a service whose disk is full', () => {
  it('pauses its jobs, and logs the reason once a pause', async () => {
    const { disk, logged } = watched();
    expect(await pausedMs(disk)).toBeGreaterThanOrEqual(PAUSE_MS);
    expect(logged).toHaveLength(1);
    expect(disk.signal.reason).toBeInstanceOf(OperatorError);
    // The next attempt fails again: another pause, another line.
    expect(await pausedMs(disk)).toBeGreaterThanOrEqual(PAUSE_MS);
    expect(logged).toHaveLength(2);
    // The disk has space again.
    expect(await isPaused(disk)).toBe(false);
  });

  it('logs the errors of all jobs of a pause once, and stops at once during it', async () => {
    const { disk, logged } = watched(3_600_000);
    for (let job = 0; job < 50; job++) expect(disk.note(full())).toBe(true);
    expect(logged).toHaveLength(1);
    expect(await isPaused(disk)).toBe(true);
    const stopping = new AbortController();
    const paused = disk.pause(stopping.signal);
    stopping.abort();
    await paused;
  });

  it('does not pause for other errors', async () => {
    const { disk, logged } = watched();
    expect(disk.note(new Error('The request timed out.'))).toBe(false);
    expect([logged.length, disk.signal.aborted]).toEqual([0, false]);
    expect(await isPaused(disk)).toBe(false);
  });
});
