import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLI_PAGE, cliPage } from '../../scripts/write-cli-page.ts';
import { CONFIGURATION_PAGE, configurationPage } from '../../scripts/write-configuration.ts';
import { registryPages } from '../../scripts/write-registry-tables.ts';
import { NOTIFICATION_TYPES } from '../src/domain/kit/event-types.ts';
import { REGISTRIES } from '../src/sources/load-source.ts';
import { STATUS_OF } from '../src/transports/http/error-responses.ts';
import { PROJECT } from './service/service.ts';

it('docs/reference/configuration.md lists the settings that the program reads (npm run docs:write)', () => {
  expect(readFileSync(CONFIGURATION_PAGE, 'utf8')).toBe(configurationPage());
});

it('docs/reference/cli.md shows the help of every command (npm run docs:write)', async () => {
  expect(readFileSync(CLI_PAGE, 'utf8')).toBe(await cliPage());
});

it('docs/reference/registries lists the documents of every connector and what it fetches (npm run docs:write)', () => {
  for (const { path, text } of registryPages()) expect(readFileSync(path, 'utf8'), path).toBe(text);
});

it('docs/reference/errors.md lists every error code with its status', () => {
  const page = readFileSync(join(PROJECT, 'docs/reference/errors.md'), 'utf8');
  const listed = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(([, status, code]) => [code, Number(status)]);
  expect(Object.fromEntries(listed)).toEqual(STATUS_OF);
});

it('docs/reference/events.md lists every notification event', () => {
  const page = readFileSync(join(PROJECT, 'docs/reference/events.md'), 'utf8');
  const listed = [...page.matchAll(/^\| `([\w.]+)` \|/gm)].map(([, event]) => event);
  expect(listed.sort()).toEqual([...NOTIFICATION_TYPES].sort());
});

it('docs/reference/registries has a page for every connector, and its index links them all', () => {
  const folder = join(PROJECT, 'docs/reference/registries');
  const index = readFileSync(join(folder, 'README.md'), 'utf8');
  for (const id of REGISTRIES) {
    expect(existsSync(join(folder, `${id}.md`)), id).toBe(true);
    expect(index).toContain(`[\`${id}\`](${id}.md)`);
  }
});
