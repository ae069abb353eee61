/**
 * Builds the client as an npm package: JavaScript, types and `package.json`. `node scripts/build-client.ts [FOLDER]`
 * empties FOLDER, by default `client/dist`, and writes it.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');
const CLIENT = join(PROJECT, 'client');
const folder = resolve(process.argv[2] ?? join(CLIENT, 'dist'));

rmSync(folder, { recursive: true, force: true });
const tsc = join(PROJECT, 'node_modules/.bin/tsc');
execFileSync(tsc, ['-p', join(CLIENT, 'tsconfig.build.json'), '--outDir', folder], { stdio: 'inherit' });
const { name, version, description, license, type } = JSON.parse(readFileSync(join(CLIENT, 'package.json'), 'utf8'));
const manifest = {
  ...{ name, version, description, license, type },
  sideEffects: false,
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
};
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
copyFileSync(join(PROJECT, 'LICENSE'), join(folder, 'LICENSE'));
copyFileSync(join(PROJECT, 'docs/guides/typescript-client.md'), join(folder, 'README.md'));
console.log(`Built ${name} ${version} in ${folder}`);
