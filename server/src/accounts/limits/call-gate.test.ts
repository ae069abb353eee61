import { describe, expect, it } from 'vitest';
import { CallGate, type GateCaller } from './call-gate.ts';

/** A call that ends on request. */
function newCall() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { run: () => promise, end: resolve };
}

function caller(name: string, callsAtOnce = 2): GateCaller {
  return { name, limits: { callsAtOnce } };
}

/** Lets all promises that can settle do so. */
const settle = () => new Promise(resolve => setImmediate(resolve));

function startCalls(gate: CallGate, count: number) {
  const calls = Array.from({ length: count }, newCall);
  let started = 0;
  const all = calls.map(call =>
    gate.run(caller('a', 8), () => {
      started += 1;
      return call.run();
    }),
  );
  return { calls, all, started: () => started };
}

describe('CallGate', () => {
  it('runs as many calls of an account at once as its limit, and the others after them', async () => {
    const gate = new CallGate();
    let running = 0;
    let most = 0;
    const calls = Array.from({ length: 20 }, () =>
      gate.run(caller('a'), async () => {
        most = Math.max(most, ++running);
        await settle();
        running -= 1;
      }),
    );
    await Promise.all(calls);
    expect(most).toBe(2);
  });

  it('gives another account the next free place, however many calls of the first are waiting', async () => {
    const gate = new CallGate({ maxRunning: 2 });
    const first = [newCall(), newCall()];
    const order: string[] = [];
    const started = (name: string) => async () => {
      order.push(name);
    };
    const running = first.map(call => gate.run(caller('a'), call.run));
    const waiting = [
      ...Array.from({ length: 20 }, () => gate.run(caller('a'), started('a'))),
      gate.run(caller('b'), started('b')),
    ];
    for (const call of first) call.end();
    await Promise.all([...running, ...waiting]);
    expect(order).toHaveLength(21);
    expect(order.indexOf('b')).toBeLessThanOrEqual(1);
  });

  it('refuses a call that waits too long, or that comes on top of a full queue', async () => {
    const gate = new CallGate({ maxWaitMs: 20 });
    const long = newCall();
    const running = gate.run(caller('a', 1), long.run);
    const waiting = Array.from({ length: 17 }, () => gate.run(caller('a', 1), async () => 'ran'));
    const results = await Promise.allSettled(waiting);
    expect(results.map(({ status }) => status)).not.toContain('fulfilled');
    const reasons = results.map(result => (result.status === 'rejected' ? result.reason : null));
    for (const reason of reasons)
      expect(reason).toMatchObject({ code: 'rate_limited', details: { retry_after_seconds: 1 } });
    expect(String(reasons.at(-1))).toContain('16 waiting');
    expect(String(reasons[0])).toContain('did not start within');
    long.end();
    await running;
    expect(await gate.run(caller('a', 1), async () => 'ran')).toBe('ran');
  });

  it('does not start the call of a client that has disconnected', async () => {
    const gate = new CallGate();
    const long = newCall();
    const running = gate.run(caller('a', 1), long.run);
    let ran = false;
    const gone = gate.run({ ...caller('a', 1), isGone: () => true }, async () => {
      ran = true;
    });
    long.end();
    await expect(gone).rejects.toThrow('disconnected');
    await running;
    expect(ran).toBe(false);
  });

  it('starts two calls at once while the event loop is late, and the waiting ones when it no longer is', async () => {
    let late = true;
    const gate = new CallGate({ isLate: () => late });
    const { calls, all, started } = startCalls(gate, 8);
    await settle();
    expect(started()).toBe(2);
    late = false;
    calls[0]?.end();
    await settle();
    expect(started()).toBe(8);
    for (const call of calls) call.end();
    await Promise.all(all);
  });

  it('starts waiting calls when the event loop is no longer late, although no call ends', async () => {
    let late = true;
    const gate = new CallGate({ isLate: () => late });
    const { calls, all, started } = startCalls(gate, 3);
    await settle();
    expect(started()).toBe(2);
    late = false;
    await expect.poll(started).toBe(3);
    for (const call of calls) call.end();
    await Promise.all(all);
  });

  it('frees the place of a call that fails', async () => {
    const gate = new CallGate();
    for (let at = 0; at < 5; at++) {
      await expect(gate.run(caller('a', 1), () => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
    }
    expect(await gate.run(caller('a', 1), async () => 'ran')).toBe('ran');
  });
});
