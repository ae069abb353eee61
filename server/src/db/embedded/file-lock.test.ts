import { join } from 'node:path';
import { expect, it } from 'vitest';
import { cleanUpAfterEach, runProgram, temporaryFolder } from '../../../test/service/service.ts';
import { lock, lockHolder, tryLock } from './file-lock.ts';

cleanUpAfterEach();

it('is held by one process at a time, and reports its holder', async () => {
  const path = join(temporaryFolder(), 'a.lock');
  const held = tryLock(path);
  expect(held).not.toBeNull();
  expect(tryLock(path)).toBeNull();
  expect(lockHolder(path)).toBe(process.pid);
  let next = false;
  const waiting = lock(path).then(then => {
    next = true;
    return then;
  });
  expect(next).toBe(false);
  held?.release();
  (await waiting).release();
});

it('is released when its holder is killed', async () => {
  const path = join(temporaryFolder(), 'a.lock');
  const program = `
    import { tryLock } from ${JSON.stringify(join(import.meta.dirname, 'file-lock.ts'))};
    console.log(tryLock(${JSON.stringify(path)}) === null ? 'taken' : 'held');
    setInterval(() => undefined, 1000);`;
  const holder = runProgram(process.execPath, ['--input-type=module-typescript', '--eval', program], {});
  await holder.says(/held/);
  expect(tryLock(path)).toBeNull();
  expect(lockHolder(path)).toBe(holder.pid);
  holder.child.kill('SIGKILL');
  await holder.ended();
  const held = tryLock(path);
  expect(held).not.toBeNull();
  held?.release();
});
