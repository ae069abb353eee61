import { beforeEach, describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { addressKey, clearAttempts, purgeThrottles, returnAttempt, takeAttempt } from './throttle.ts';

const database = useTestDatabase();
const THROTTLE = { name: 'test', burst: 3, everySeconds: 60 };
const START = new Date('2026-03-31T12:00:00Z');
const after = (seconds: number) => new Date(START.getTime() + seconds * 1000);

beforeEach(() => database.db.execute(sql`delete from throttles`));

describe('takeAttempt', () => {
  it('allows a burst, then one at a time, and returns how long to wait', async () => {
    const take = (at: Date) => takeAttempt(database.db, THROTTLE, 'one', at);
    expect([await take(START), await take(START), await take(START)]).toEqual([0, 0, 0]);
    expect(await take(START)).toBe(60);
    expect(await take(after(20))).toBe(40);
    expect(await take(after(60))).toBe(0);
    expect(await take(after(60))).toBe(60);
    expect(await takeAttempt(database.db, THROTTLE, 'other', START)).toBe(0);
    expect([await take(after(300)), await take(after(300)), await take(after(300)), await take(after(300))]).toEqual([
      0, 0, 0, 60,
    ]);
  });

  it('counts each of several concurrent attempts', async () => {
    const waits = await Promise.all(
      Array.from({ length: 40 }, () => takeAttempt(database.db, THROTTLE, "o'; drop table throttles", START)),
    );
    expect(waits.filter(wait => wait === 0)).toHaveLength(3);
  });

  it('returns, clears and purges attempts', async () => {
    const take = () => takeAttempt(database.db, THROTTLE, 'one', START);
    await take();
    await take();
    await take();
    await returnAttempt(database.db, THROTTLE, 'one');
    expect([await take(), await take()]).toEqual([0, 60]);
    await clearAttempts(database.db, THROTTLE, 'one');
    expect(await take()).toBe(0);
    await purgeThrottles(database.db, after(59));
    expect(await database.db.query(sql`select from throttles`)).toHaveLength(1);
    await purgeThrottles(database.db, after(61));
    expect(await database.db.query(sql`select from throttles`)).toHaveLength(0);
  });

  it('stores no subject in plain text', async () => {
    await takeAttempt(database.db, THROTTLE, 'someone@example.org', START);
    const [row] = await database.db.query<{ subject: string }>(sql`select subject from throttles`);
    expect(row?.subject).not.toContain('example');
  });
});

describe('addressKey', () => {
  it('maps the addresses of one IPv6 /64 to one key', () => {
    expect(addressKey('192.0.2.7')).toBe('192.0.2.7');
    expect(addressKey('::ffff:192.0.2.7')).toBe('192.0.2.7');
    expect(addressKey('2001:db8:1:2:3:4:5:6')).toBe(addressKey('2001:db8:1:2::9'));
    expect(addressKey('2001:db8:1:2::9')).not.toBe(addressKey('2001:db8:1:3::9'));
  });
});
