import { expect, it } from 'vitest';
import { assertSupportedVersion } from './postgres.ts';

it('rejects a server older than PostgreSQL 15 by its version number', () => {
  expect(() => assertSupportedVersion(140012)).toThrow(/points at PostgreSQL 14; asfiled needs 15 or newer/);
  expect(() => assertSupportedVersion(90624)).toThrow(/points at PostgreSQL 9;/);
  for (const version of [150000, 180004]) expect(() => assertSupportedVersion(version)).not.toThrow();
});
