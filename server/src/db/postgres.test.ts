import { expect, it } from 'vitest';
import { assertNewEnough } from './postgres.ts';

it('rejects a server older than PostgreSQL 15 by its version number', () => {
  expect(() => assertNewEnough(140012)).toThrow(/points at PostgreSQL 14; asfiled needs 15 or newer/);
  expect(() => assertNewEnough(90624)).toThrow(/points at PostgreSQL 9;/);
  for (const version of [150000, 180004]) expect(() => assertNewEnough(version)).not.toThrow();
});
