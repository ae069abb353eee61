import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { addressName } from './address-key.ts';
import { clearTries, giveBackTry, sweepThrottles, takeTry } from './throttle.ts';

const database = useTestDatabase();
const THROTTLE = { name: 'test', burst: 3, everySeconds: 60 };
const START = new Date('2026-03-31T12:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);

beforeEach(() => database.db.execute(sql`delete from throttles`));

describe('takeTry', () => {
  it('allows a burst, then one at a time, and says how long to wait', async () => {
    const take = (at: Date) => takeTry(database.db, THROTTLE, 'one', at);
    expect([await take(START), await take(START), await take(START)]).toEqual([0, 0, 0]);
    expect(await take(START)).toBe(60);
    expect(await take(after(20))).toBe(40);
    expect(await take(after(60))).toBe(0);
    expect(await take(after(60))).toBe(60);
    expect(await takeTry(database.db, THROTTLE, 'other', START)).toBe(0);
    expect([await take(after(300)), await take(after(300)), await take(after(300)), await take(after(300))]).toEqual([
      0, 0, 0, 60,
    ]);
  });

  it('counts tries that come together, each of them', async () => {
    const waits = await Promise.all(
      Array.from({ length: 40 }, () => takeTry(database.db, THROTTLE, "o'; drop table throttles", START)),
    );
    expect(waits.filter(wait => wait === 0)).toHaveLength(3);
  });

  it('gives back, clears and sweeps', async () => {
    const take = () => takeTry(database.db, THROTTLE, 'one', START);
    await take();
    await take();
    await take();
    await giveBackTry(database.db, THROTTLE, 'one');
    expect([await take(), await take()]).toEqual([0, 60]);
    await clearTries(database.db, THROTTLE, 'one');
    expect(await take()).toBe(0);
    await sweepThrottles(database.db, after(59));
    expect(await database.db.query(sql`select from throttles`)).toHaveLength(1);
    await sweepThrottles(database.db, after(61));
    expect(await database.db.query(sql`select from throttles`)).toHaveLength(0);
  });

  it('keeps no subject as it was given', async () => {
    await takeTry(database.db, THROTTLE, 'someone@example.org', START);
    const [row] = await database.db.query<{ subject: string }>(sql`select subject from throttles`);
    expect(row?.subject).not.toContain('example');
  });
});

describe('addressName', () => {
  it('makes one of a home', () => {
    expect(addressName('192.0.2.7')).toBe('192.0.2.7');
    expect(addressName('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(addressName('2001:db8:1:2:3:4:5:6')).toBe(addressName('2001:db8:1:2::9'));
    expect(addressName('2001:db8:1:2::9')).not.toBe(addressName('2001:db8:1:3::9'));
  });
});
