import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { OperatorError } from '../kernel/operator-error.ts';
import type { ConnectionSettings } from './connection.ts';

export interface Migration {
  number: number;
  /** The file name: `0001_core.sql`. */
  name: string;
  text: string;
  /** SHA-256 of the text, hex. */
  digest: string;
}

interface Applied {
  number: number;
  name: string;
  digest: string;
}

const MIGRATIONS = join(import.meta.dirname, 'migrations');
/** Earlier texts of a migration, and the migration that corrects the difference. */
const SUPERSEDED = join(import.meta.dirname, 'superseded-migrations.tsv');
const FILE_NAME = /^(\d{4})_[a-z0-9_]+[.]sql$/;
// An arbitrary constant, the same in every version of asfiled.
const ADVISORY_LOCK = 6_017_436_001;

/**
 * The migrations of a folder in order. Throws if a name is not `NNNN_words.sql`, or a number is missing or repeated.
 */
export function readMigrations(folder: string = MIGRATIONS): Migration[] {
  return readdirSync(folder)
    .sort()
    .map((name, index) => {
      const number = Number(FILE_NAME.exec(name)?.[1]);
      if (number !== index + 1)
        throw new Error(`${join(folder, name)} is not migration ${index + 1}, which comes next`);
      const text = readFileSync(join(folder, name), 'utf8');
      return { number, name, text, digest: createHash('sha256').update(text).digest('hex') };
    });
}

/**
 * Brings the schema up to date and returns the names of the migrations applied by this call. Each runs in its own
 * transaction under an advisory lock, so that processes which start together take turns. Throws {@link OperatorError}
 * if an applied migration has a text that no commit had, or if the schema is newer than this program.
 */
export async function migrate(connection: ConnectionSettings, migrations = readMigrations()): Promise<string[]> {
  const client = new pg.Client({ ...connection, application_name: 'asfiled-migrate' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const applied: string[] = [];
    for (;;) {
      const name = await applyNext(client, migrations);
      if (name === null) return applied;
      applied.push(name);
    }
  } finally {
    await client.end();
  }
}

async function applyNext(client: pg.Client, migrations: readonly Migration[]): Promise<string | null> {
  await client.query('begin');
  try {
    await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCK]);
    const applied = await listApplied(client);
    assertSameHistory(applied, migrations, readSuperseded());
    const next = migrations[applied.length];
    if (next) await apply(client, next);
    await client.query('commit');
    return next?.name ?? null;
  } catch (error) {
    await client.query('rollback').catch(() => undefined);
    throw error;
  }
}

async function listApplied(client: pg.Client): Promise<Applied[]> {
  await client.query(`
    create table if not exists schema_migrations (
      number     integer primary key,
      name       text not null,
      digest     text not null,
      applied_at timestamptz not null default now()
    )`);
  const result = await client.query<Applied>('select number, name, digest from schema_migrations order by number');
  return result.rows;
}

/** `name digest` of each superseded text. */
function readSuperseded(): Set<string> {
  const [, ...rows] = readFileSync(SUPERSEDED, 'utf8').trimEnd().split('\n');
  return new Set(rows.map(row => row.split('\t', 2).join(' ')));
}

function assertSameHistory(
  applied: readonly Applied[],
  migrations: readonly Migration[],
  superseded: ReadonlySet<string>,
): void {
  for (const [index, row] of applied.entries()) {
    const known = migrations[index];
    if (!known) {
      throw new OperatorError(
        'unusable_store',
        `The database has migration ${row.name}, which this version of asfiled does not include: a newer version has used it. ` +
          'Run that version, or point ASFILED_DATA (or DATABASE_URL) at another store.',
      );
    }
    const isKnownText = known.digest === row.digest || superseded.has(`${row.name} ${row.digest}`);
    if (known.name === row.name && isKnownText) continue;
    throw new OperatorError(
      'unusable_store',
      `Migration ${row.name} was applied to this database with a text that differs from ${known.name}. ` +
        'Applied migrations must not be edited: revert the edit and add a new file.',
    );
  }
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  try {
    await client.query(migration.text);
  } catch (error) {
    throw new Error(`Migration ${migration.name} failed and was rolled back`, { cause: error });
  }
  await client.query('insert into schema_migrations (number, name, digest) values ($1, $2, $3)', [
    migration.number,
    migration.name,
    migration.digest,
  ]);
}
