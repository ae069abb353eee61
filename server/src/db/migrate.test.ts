import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { useTestDatabase } from '../../test/database.ts';
import { cleanUpAfterEach, temporaryFolder } from '../../test/service/service.ts';
import { sql } from './database.ts';
import { migrate, readMigrations } from './migrate.ts';

cleanUpAfterEach();

const database = useTestDatabase();

/** The real migrations, followed by some of this test. */
function withOwn(...texts: string[]) {
  const real = readMigrations();
  const folder = join(temporaryFolder(), 'migrations');
  mkdirSync(folder);
  for (const { name, text } of real) writeFileSync(join(folder, name), text);
  for (const [index, text] of texts.entries()) {
    const number = String(real.length + index + 1).padStart(4, '0');
    writeFileSync(join(folder, `${number}_own_${number}.sql`), text);
  }
  return readMigrations(folder);
}

describe('migrate', () => {
  it('applies nothing to an up-to-date schema', async () => {
    expect(await migrate(database.connection)).toEqual([]);
  });

  it('applies new migrations once, however many processes start together', async () => {
    const migrations = withOwn('create table own_one (id int)', 'create table own_two (id int)');
    const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(database.connection, migrations)));
    expect(applied.flat().sort()).toEqual(migrations.slice(-2).map(({ name }) => name));
    expect(await migrate(database.connection, migrations)).toEqual([]);
  });

  it('rejects a schema created by a newer version', async () => {
    await expect(migrate(database.connection)).rejects.toMatchObject({ reason: 'unusable_store' });
  });

  it('rejects an applied migration that was edited', async () => {
    const edited = withOwn('create table own_one (id bigint)', 'create table own_two (id int)');
    await expect(migrate(database.connection, edited)).rejects.toThrow(/applied .* with a text that differs/);
  });

  it('rolls back a migration that fails half way', async () => {
    const failing = withOwn(
      'create table own_one (id int)',
      'create table own_two (id int)',
      'create table own_three (id int); select no_such_column',
    );
    await expect(migrate(database.connection, failing)).rejects.toThrow(/_own_.* failed and was rolled back/);
    expect(await database.db.queryOne(sql`select to_regclass('own_three') as found`)).toEqual({ found: null });
  });
});

describe('readMigrations', () => {
  it('rejects gaps and invalid names', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, '0001_first.sql'), '');
    writeFileSync(join(folder, '0003_third.sql'), '');
    expect(() => readMigrations(folder)).toThrow(/is not migration 2/);
    const other = temporaryFolder();
    writeFileSync(join(other, '1_first.sql'), '');
    expect(() => readMigrations(other)).toThrow(/is not migration 1/);
  });
});
