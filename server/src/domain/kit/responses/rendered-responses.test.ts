import { describe, expect, it } from 'vitest';
import { countTurns } from '../../../../test/count-turns.ts';
import type { Database } from '../../../db/database.ts';
import { LazyList, renderedOnce } from './rendered-responses.ts';

const newDatabase = () => ({}) as Database;

describe('renderedOnce', () => {
  it('renders once for concurrent and later calls', async () => {
    const db = newDatabase();
    let renderings = 0;
    const ask = () =>
      renderedOnce(db, ['a', 1], async () => {
        renderings++;
        return { renderings };
      });
    const together = await Promise.all([ask(), ask(), ask()]);
    expect(new Set([...together, await ask()]).size).toBe(1);
    expect(renderings).toBe(1);
  });

  it('keeps keys and databases apart', async () => {
    const db = newDatabase();
    const one = await renderedOnce(db, ['a', '1'], async () => ({ one: 1 }));
    const two = await renderedOnce(db, ['a', 1], async () => ({ two: 2 }));
    const other = await renderedOnce(newDatabase(), ['a', 1], async () => ({ three: 3 }));
    expect([one.text, two.text, other.text]).toEqual(['{"one":1}', '{"two":2}', '{"three":3}']);
    expect(one.etag).not.toBe(two.etag);
  });

  it('does not cache a rendering that failed', async () => {
    const db = newDatabase();
    await expect(renderedOnce(db, ['a'], () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect((await renderedOnce(db, ['a'], async () => ({ ok: true }))).text).toBe('{"ok":true}');
  });

  it('does not cache a response that is too large', async () => {
    const db = newDatabase();
    const huge = () => renderedOnce(db, ['huge'], async () => ({ text: 'x'.repeat(7_000_000) }));
    expect(await huge()).not.toBe(await huge());
  });
});

describe('LazyList', () => {
  it('lets other work run between items that take long', async () => {
    const list = new LazyList([1, 2, 3, 4], at => {
      const until = performance.now() + 12;
      while (performance.now() < until);
      return { at };
    });
    const rendering = renderedOnce(newDatabase(), ['lazy'], async () => ({ first: true, list, gone: undefined }));
    const turns = await countTurns(() => rendering);
    const { text } = await rendering;
    expect(text).toBe(JSON.stringify({ first: true, list }));
    expect(turns).toBeGreaterThanOrEqual(3);
  });

  it('renders two responses at once', async () => {
    const db = newDatabase();
    let running = 0;
    let most = 0;
    await Promise.all(
      Array.from({ length: 10 }, (_, at) =>
        renderedOnce(db, ['at once', at], async () => {
          most = Math.max(most, ++running);
          await new Promise(resolve => setImmediate(resolve));
          running -= 1;
          return { at };
        }),
      ),
    );
    expect(most).toBe(2);
  });
});
