import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { applicationName, type ConnectionSettings } from '../../src/db/connection.ts';
import { openEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { migrate } from '../../src/db/migrate.ts';
import { createPool } from '../../src/db/pool.ts';
import { JobSystem } from '../../src/jobs/job-system.ts';
import { createLog } from '../../src/kernel/log.ts';
import { scratchFolder } from '../service/scratch-folder.ts';

export const TEMPLATE_DATABASE = 'asfiled_template';

declare module 'vitest' {
  interface ProvidedContext {
    /** The `postgres` database of the test server, from which server/test/database.ts creates databases. */
    postgres: Exclude<ConnectionSettings, { connectionString: string }>;
  }
}

/** One PostgreSQL for the whole run, in memory where there is /dev/shm, with a database to clone: migrated, with the job queue. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const parent = scratchFolder();
  removeLeftovers(parent);
  const dataFolder = join(parent, `${PREFIX}${process.pid}`);
  const server = await openEmbeddedPostgres({ dataFolder, role: 'test', log: createLog('error'), durable: false });
  const admin = server.connection('postgres');
  if ('connectionString' in admin) throw new Error('The embedded PostgreSQL must listen on a socket.');
  await createTemplate(admin, server.connection(TEMPLATE_DATABASE));
  project.provide('postgres', admin);
  return async () => {
    await server.close({ waitForOthersMs: 0 });
    rmSync(dataFolder, { recursive: true, force: true });
  };
}

const PREFIX = 'asfiled-test-';

/** Removes the folders of killed test runs. */
function removeLeftovers(parent: string): void {
  for (const name of readdirSync(parent)) {
    const pid = /^asfiled-(?:test|start)-(\d+)(?:-|$)/.exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

async function createTemplate(admin: ConnectionSettings, connection: ConnectionSettings): Promise<void> {
  const client = new pg.Client(admin);
  await client.connect();
  await client.query(`create database ${TEMPLATE_DATABASE}`);
  await client.end();
  await migrate(connection);
  const db = createPool(connection, { applicationName: applicationName('test') });
  const jobs = await JobSystem.start({ db, connection, log: createLog('silent'), firesSchedules: false });
  await jobs.stop(1_000);
  await db.close();
}
