import { setImmediate as nextIteration } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { LoopTurns } from './loop-turns.ts';

describe('LoopTurns', () => {
  it('lets pieces run at once until their budget is used, then one in each iteration of the loop', async () => {
    let nowMs = 0;
    const turns = new LoopTurns(() => nowMs);
    const order: string[] = [];
    const compute = async (name: string) => {
      for (let piece = 0; piece < 3; piece++) {
        await turns.take();
        nowMs += 5;
        order.push(name);
      }
    };
    const all = Promise.all(['a', 'b', 'c'].map(compute));
    const perIteration: number[] = [];
    for (let iteration = 0; order.length < 9; iteration++) {
      expect(iteration).toBeLessThan(20);
      const before = order.length;
      await nextIteration();
      perIteration.push(order.length - before);
    }
    await all;
    expect(Math.max(...perIteration.slice(1))).toBeLessThanOrEqual(2);
    expect(order.slice(-3).sort()).toEqual(['a', 'b', 'c']);
  });

  it('does not wait if nothing else runs', async () => {
    const turns = new LoopTurns();
    let taken = 0;
    for (; taken < 3; taken++) await turns.take();
    expect(taken).toBe(3);
  });
});
