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
  it('of a first start that is still making the files, the next start makes them', async () => {
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

  it('of the service, PostgreSQL ends too, the next start works at once and nothing committed is lost', async () => {
    const data = await usedDataFolder();
    const service = await serve(data);
    await queryOn(data, "insert into accounts (email, plan) values ('kept@example.com', 'pro')");
    const postmaster = postmasterPid(data);
    service.child.kill('SIGKILL');
    const from = Date.now();
    await serve(data);
    expect(Date.now() - from).toBeLessThan(10_000);
    expect(isAlive(postmaster)).toBe(false);
    expect(await count(data, 'accounts')).toBe(2);
  });

  it('of PostgreSQL, the service starts it again and goes on', async () => {
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

  it('of both, the locks that they left do not block the next start', async () => {
    const data = await usedDataFolder();
    const service = await serve(data);
    const postmaster = postmasterPid(data);
    process.kill(service.pid, 'SIGSTOP');
    process.kill(postmaster, 'SIGKILL');
    service.child.kill('SIGKILL');
    await until('both are gone', () => !isAlive(postmaster) && !isAlive(service.pid));
    expect(existsSync(join(data, 'postgres/postmaster.pid'))).toBe(true);
    // What a recycled process id looks like: alive, but no PostgreSQL of this folder.
    const file = join(data, 'postgres/postmaster.pid');
    const [, ...rest] = readFileSync(file, 'utf8').split('\n');
    writeFileSync(file, [process.pid, ...rest].join('\n'));
    await serve(data);
    expect(await count(data, 'accounts')).toBe(1);
  });
});

/** What is there while others make and remove it. */
function filesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' });
  } catch {
    return [];
  }
}
