import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { CLI_PAGE, cliPage } from '../../scripts/write-cli-page.ts';
import { CONFIGURATION_PAGE, configurationPage } from '../../scripts/write-configuration.ts';
import { registryPages } from '../../scripts/write-registry-tables.ts';
import { REGISTRY_ENTRIES } from '../src/domain/filings/markets/model/registry-entry.ts';
import { INDEX_LANGUAGES } from '../src/domain/filings/sections/model/search-language.ts';
import { NOTIFICATION_TYPES } from '../src/domain/kit/event-types.ts';
import { REGISTRIES } from '../src/sources/load-source.ts';
import { STATUS_OF } from '../src/transports/http/error-responses.ts';
import { OPERATIONS } from '../src/transports/operations.ts';
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

it('docs/guides/search-filings.md names every stemmed language', () => {
  const page = readFileSync(join(PROJECT, 'docs/guides/search-filings.md'), 'utf8');
  const [, list = ''] = /\*\*Stemmed:\*\* ([^.]+)\./.exec(page) ?? [];
  const stemmed = INDEX_LANGUAGES.filter(language => language !== 'simple' && language !== 'unspaced');
  expect(list.toLowerCase().split(/,\s+/).sort()).toEqual(stemmed.sort());
});

it('docs/concepts/architecture.md lists the subjects of every area', () => {
  const page = readFileSync(join(PROJECT, 'docs/concepts/architecture.md'), 'utf8');
  const domain = join(PROJECT, 'server/src/domain');
  for (const area of ['filings', 'figures', 'markets', 'ownership', 'disclosures', 'insights']) {
    const [, row = ''] = new RegExp(`^\\| \`${area}\` \\| (.+) \\|$`, 'm').exec(page) ?? [];
    const subjects = globSync('*/README.md', { cwd: join(domain, area) }).map(file => file.split('/')[0]);
    expect(row.split(', ').sort(), area).toEqual(subjects.sort());
  }
});

it('README.md links the page of every registry with documents of companies', () => {
  const readme = readFileSync(join(PROJECT, 'README.md'), 'utf8');
  for (const { registry } of REGISTRY_ENTRIES.filter(entry => entry.serves.length > 0)) {
    expect(readme, registry).toContain(`(docs/reference/registries/${registry}.md)`);
  }
});

it('docs/guides/point-in-time.md names every route of data: with as_of in one table, without it in the other', () => {
  const page = readFileSync(join(PROJECT, 'docs/guides/point-in-time.md'), 'utf8');
  const [, applies = '', refused = ''] = page.split(/^## Where .*$/m);
  const routesIn = (text: string): string[] =>
    [...text.matchAll(/^\| (`[^|]+) \|/gm)].flatMap(([, cell = '']) =>
      [...cell.matchAll(/`([^`]+)`/g)].map(([, route]) => route ?? ''),
    );
  const routes = OPERATIONS.filter(({ route }) => route.startsWith('GET /api/v1/'));
  const routesOf = (isPast: boolean): string[] =>
    routes
      .filter(({ input }) => 'as_of' in input.shape === isPast)
      .map(({ route }) => route.replace('GET /api/v1/', ''))
      .sort();
  const names = new Set(routes.map(({ route }) => route.replace('GET /api/v1/', '')));
  expect(
    routesIn(applies)
      .filter(route => names.has(route))
      .sort(),
  ).toEqual(routesOf(true));
  expect(routesIn(refused).sort()).toEqual(routesOf(false));
});
