import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { PROJECT } from './service/service.ts';

it('main.js exits with one line under a Node.js that cannot run TypeScript', () => {
  const args = ['--no-strip-types', 'server/src/main.js', 'serve'];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' });
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(/^asfiled needs Node\.js 24, and this is v[\d.]+\. Run `npm start` or .*\n$/);
});
