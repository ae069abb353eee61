import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  cleanUpAfterEach,
  count,
  isAlive,
  postmasterPid,
  queryOn,
  run,
  serve,
  statusOf,
  temporaryFolder,
  until,
  usedDataFolder,
} from './service/service.ts';

cleanUpAfterEach();

describe('after kill -9', () => {
  it('the next start creates the store if the first was killed during initdb', async () => {
    const data = join(temporaryFolder(), 'data');
    for (let attempt = 0; attempt < 2; attempt++) {
      const first = run(['serve'], { ASFILED_DATA: data });
      await until('initdb is at work', () => filesIn(data).some(name => /unfinished-.*global/.test(name)));
      first.child.kill('SIGKILL');
      expect((await first.ended()).exit).toBe('SIGKILL');
    }
    await serve(data);
    expect(await count(data, 'accounts')).toBe(1);
  });

  it('PostgreSQL ends with the service, and the next start loses nothing committed', async () => {
    const data = await usedDataFolder();
    const service = await serve(data);
    await queryOn(data, "insert into accounts (email, plan) values ('kept@example.com', 'pro')");
    const postmaster = postmasterPid(data);
    service.child.kill('SIGKILL');
    await serve(data);
    expect(isAlive(postmaster)).toBe(false);
    expect(await count(data, 'accounts')).toBe(2);
  });

  it('the service restarts PostgreSQL and continues', async () => {
    const data = await usedDataFolder();
    const service = await serve(data);
    const postmaster = postmasterPid(data);
    process.kill(postmaster, 'SIGKILL');
    await service.says(/PostgreSQL is running again/);
    expect(postmasterPid(data)).not.toBe(postmaster);
    expect(await statusOf(service, '/readyz')).toBe(200);
    expect(await count(data, 'accounts')).toBe(1);
    service.child.kill('SIGTERM');
    expect((await service.ended()).exit).toBe(0);
  });

  it('locks that service and PostgreSQL left do not block the next start', async () => {
    const data = await usedDataFolder();
    const service = await serve(data);
    const postmaster = postmasterPid(data);
    process.kill(service.pid, 'SIGSTOP');
    process.kill(postmaster, 'SIGKILL');
    service.child.kill('SIGKILL');
    await until('both are gone', () => !isAlive(postmaster) && !isAlive(service.pid));
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(true);
    // A recycled process id: alive, but not the PostgreSQL of this folder.
    const file = join(data, 'postgres/postmaster.pid');
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [process.pid, ...rest].join('\n'));
    await serve(data);
    expect(await count(data, 'accounts')).toBe(1);
  });
});

/** The files in a folder that other processes change. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
