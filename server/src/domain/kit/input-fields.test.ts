import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { sql } from '../../db/database.ts';
import { moment } from './input-fields.ts';

const database = useTestDatabase();
const accepts = (text: string) => moment.safeParse(text).success;

describe('an instant', () => {
  it('is accepted with an offset up to 15:59, as PostgreSQL accepts it', async () => {
    for (const text of [
      '2026-01-31T09:30:00Z',
      '2026-01-31T09:30:00.123456789+15:59',
      '2026-01-31T09:30:00-15:59',
      '0001-01-01T15:59:00+15:59',
      '9999-12-31T23:59:59Z',
      '9999-12-31T08:00:59-15:59',
    ]) {
      expect(accepts(text), text).toBe(true);
      await database.db.query(sql`select ${text}::timestamptz`);
    }
  });

  it('is rejected if PostgreSQL rejects it, or it is outside the years 1 to 9999', () => {
    for (const text of [
      '2026-01-31T09:30:00+16:00',
      '2026-01-31T09:30:00-16:00',
      '2026-01-31T09:30:00+23:59',
      `2026-01-31T09:30:00.${'0'.repeat(300)}Z`,
      '0000-12-31T23:59:59Z',
      '0000-12-31T23:00:00-12:00',
      '0001-01-01T00:00:00+00:01',
      '9999-12-31T23:59:59-00:01',
      '9999-12-31T23:59:59.9999999Z',
      '2026-01-31T09:30:00',
      '2026-02-30T09:30:00Z',
    ]) {
      expect(accepts(text), text).toBe(false);
    }
  });
});
