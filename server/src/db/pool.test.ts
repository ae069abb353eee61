import { Readable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { applicationName } from './connection.ts';
import { copyLine, sql } from './database.ts';
import { DatabaseError } from './database-error.ts';
import { createPool, toInstant } from './pool.ts';

const database = useTestDatabase();

describe('result types match the documentation of Database', () => {
  it('keeps dates and exact numbers as text, instants as ISO in UTC, json parsed', async () => {
    const row = await database.db.queryOne(sql`
      select date '2024-02-29' as day, 1.50::numeric as amount, 9007199254740993::bigint as big, 7::int as small,
             timestamptz '2024-02-01 16:30:00.120-05' as instant, timestamptz '2024-02-01 00:00Z' as whole,
             array[date '2024-01-01'] as days, array[1.10, null]::numeric[] as amounts,
             array[timestamptz '2024-01-01 00:00Z', null] as instants, '{"a":[1]}'::jsonb as json, null::date as none`);
    expect(row).toEqual({
      day: '2024-02-29',
      amount: '1.50',
      big: '9007199254740993',
      small: 7,
      instant: '2024-02-01T21:30:00.12Z',
      whole: '2024-02-01T00:00:00Z',
      days: ['2024-01-01'],
      amounts: ['1.10', null],
      instants: ['2024-01-01T00:00:00Z', null],
      json: { a: [1] },
      none: null,
    });
  });

  it('converts instants printed in another session time zone', () => {
    expect(toInstant('2024-02-01 16:30:00.5-05')).toBe('2024-02-01T21:30:00.5Z');
    expect(toInstant('2024-02-01 16:30:00+05:30')).toBe('2024-02-01T11:00:00Z');
    expect(toInstant('infinity')).toBe('infinity');
  });

  it('truncates instants to milliseconds', () => {
    expect(toInstant('2024-02-01 16:30:00.123456+00')).toBe('2024-02-01T16:30:00.123Z');
    expect(toInstant('2024-02-01 16:30:00.123456+01')).toBe('2024-02-01T15:30:00.123Z');
    expect(toInstant('2024-02-01 16:30:00.12+00')).toBe('2024-02-01T16:30:00.12Z');
  });
});

describe('queryOne', () => {
  it('returns null for no row and throws for two', async () => {
    expect(await database.db.queryOne(sql`select 1 where false`)).toBeNull();
    await expect(database.db.queryOne(sql`select generate_series(1, 2)`)).rejects.toThrow(/expected at most one row/);
  });
});

describe('errors', () => {
  it('carry no SQL text in their message, but the SQLSTATE and the constraint', async () => {
    const { db } = database;
    await db.execute(sql`create table taken (id int primary key)`);
    await db.execute(sql`insert into taken values (1)`);
    const error = await db.execute(sql`insert into taken values (${1})`).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(DatabaseError);
    expect(error).toMatchObject({ code: 'internal_error', sqlState: '23505', constraint: 'taken_pkey' });
    expect(String(error)).not.toMatch(/insert|taken/);
  });

  it('end a statement that exceeds its time limit', async () => {
    const hasty = createPool(database.connection, { applicationName: applicationName('test'), statementTimeoutMs: 50 });
    await expect(hasty.query(sql`select pg_sleep(5)`)).rejects.toMatchObject({ sqlState: '57014' });
    await hasty.close();
  });
});

describe('transaction', () => {
  it('commits all or nothing, and rethrows the error unchanged', async () => {
    const { db } = database;
    await db.execute(sql`create table kept (id int)`);
    const failure = new TypeError('ours');
    const attempt = db.transaction(async tx => {
      await tx.execute(sql`insert into kept values (1)`);
      throw failure;
    });
    await expect(attempt).rejects.toBe(failure);
    await db.transaction(async tx => {
      await tx.execute(sql`insert into kept values (2)`);
      const inner = tx.transaction(async nested => {
        await nested.execute(sql`insert into kept values (3)`);
        throw failure;
      });
      await expect(inner).rejects.toBe(failure);
      await tx.transaction(nested => nested.execute(sql`insert into kept values (4)`));
    });
    expect(await db.query(sql`select id from kept order by id`)).toEqual([{ id: 2 }, { id: 4 }]);
  });

  it('returns a usable connection after a failed statement', async () => {
    const { db } = database;
    for (let attempt = 0; attempt < 10; attempt++) {
      await expect(db.transaction(tx => tx.query(sql`select no_such_column`))).rejects.toMatchObject({
        sqlState: '42703',
      });
    }
    expect(await db.query(sql`select 1 as one`)).toEqual([{ one: 1 }]);
  });
});

describe('copy', () => {
  it('loads lines from an array, a generator and a stream, with every character that COPY treats specially', async () => {
    const { db } = database;
    await db.execute(sql`create table copied (text text, number int)`);
    const hostile = 'tab\t newline\n return\r backslash\\ \\N \\. 株式 "quoted", null';
    const loaded = await db.transaction(async tx => [
      await tx.copy('copied', ['text', 'number'], [copyLine([hostile, 1]), copyLine([null, 2])]),
      await tx.copy('public.copied', ['number'], numbers(3, 200_000)),
      await tx.copy('copied', ['number'], Readable.from(['200001\n', '200002\n'])),
    ]);
    expect(loaded).toEqual([2, 199_998, 2]);
    expect(await db.queryOne(sql`select text from copied where number = 1`)).toEqual({ text: hostile });
    expect(await db.queryOne(sql`select text from copied where number = 2`)).toEqual({ text: null });
    expect(await db.queryOne(sql`select count(*)::int as n, max(number) from copied`)).toEqual({
      n: 200_002,
      max: 200_002,
    });
  });

  it('rolls back if the rows end with an error or PostgreSQL rejects one', async () => {
    const { db } = database;
    await db.execute(sql`create table refused (number int)`);
    const failure = new Error('source broke');
    const broken = (function* () {
      yield* numbers(1, 50_000);
      throw failure;
    })();
    await expect(db.transaction(tx => tx.copy('refused', ['number'], broken))).rejects.toBe(failure);
    await expect(db.transaction(tx => tx.copy('refused', ['number'], ['x\n']))).rejects.toMatchObject({
      sqlState: '22P02',
    });
    expect(await db.queryOne(sql`select count(*)::int as n from refused`)).toEqual({ n: 0 });
  });

  it('does not read ahead of PostgreSQL', async () => {
    const { db } = database;
    await db.execute(sql`create table slow (number int)`);
    let made = 0;
    const counted = (function* () {
      for (const line of numbers(1, 2_000_000)) {
        made++;
        yield line;
      }
    })();
    await db.transaction(async blocker => {
      await blocker.execute(sql`lock table slow in access exclusive mode`);
      const copying = db.transaction(tx => tx.copy('slow', ['number'], counted)).catch((error: unknown) => error);
      await new Promise(resolve => setTimeout(resolve, 300));
      expect(made).toBeLessThan(500_000);
      await blocker.execute(sql`drop table slow`);
      void copying;
    });
  });
});

function* numbers(from: number, to: number): Generator<string> {
  for (let number = from; number <= to; number++) yield `${number}\n`;
}
