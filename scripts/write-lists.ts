/**
 * `npm run lists` writes the lists derived from folders: connectors, their catalogues and the registries of the sample
 * pack (`sources/`, `sample/`), parts and operations (`domain/`, `accounts/`, `delivery/`). `--check` writes nothing
 * and fails if a list is out of date.
 */
import { existsSync, globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import {
  CAPABILITIES,
  GAP_REASONS,
  type RegistryEntry,
} from '../server/src/domain/filings/markets/model/registry-entry.ts';
import type { Source } from '../server/src/sources/kit/source.ts';

const SERVER = join(import.meta.dirname, '../server/src');
const SOURCES = join(SERVER, 'sources');
const SAMPLE = join(import.meta.dirname, '../sample');
const NOTICE = '// Written by `npm run lists` from the folders.\n';

/** Each area may import from those before it (`.dependency-cruiser.cjs`); parts and operations are listed in this order. */
const AREAS = ['filings', 'figures', 'markets', 'ownership', 'disclosures', 'insights'];

interface Connector {
  folder: string;
  /** What `source.ts` exports. */
  name: string;
  hosts: readonly string[];
  entry: RegistryEntry;
}

const folders = readdirSync(SOURCES).filter(
  folder => folder !== 'kit' && existsSync(join(SOURCES, folder, 'source.ts')),
);
const connectors = (await Promise.all(folders.map(readConnector))).sort((a, b) => a.entry.trust - b.entry.trust);

requireUnique('trust', ({ entry }) => [entry.trust]);
requireUnique('market', ({ entry }) => entry.markets.map(({ marketId }) => marketId));

const lists = {
  'sources/connectors.ts': renderConnectors(),
  'sources/sampled-registries.ts': renderSampledRegistries(),
  'domain/filings/markets/model/registry-entries.json': `${JSON.stringify(
    connectors.map(connector => connector.entry),
    null,
    2,
  )}\n`,
  'pipeline/all-parts.ts': renderParts(),
  'transports/operations.ts': renderOperations(),
};
for (const [path, text] of Object.entries(lists)) {
  const file = join(SERVER, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`server/src/${path} is not current: npm run lists`);
    process.exitCode = 1;
  } else writeFileSync(file, text);
}

/** Throws RangeError if a folder lacks a required part of a connector. */
async function readConnector(folder: string): Promise<Connector> {
  const source = readFileSync(join(SOURCES, folder, 'source.ts'), 'utf8');
  const name = /^export const (\w+) = registry\(/m.exec(source)?.[1];
  if (name === undefined)
    throw new RangeError(`${folder}/source.ts exports no connector: \`export const … = registry(\`.`);
  const entry: RegistryEntry = JSON.parse(readFileSync(join(SOURCES, folder, 'catalogue.json'), 'utf8'));
  if (entry.registry !== folder) throw new RangeError(`${folder}/catalogue.json is of ${entry.registry}.`);
  for (const { capability, reason } of entry.serves.flatMap(service => service.gaps)) {
    if (CAPABILITIES.includes(capability) && GAP_REASONS.includes(reason)) continue;
    throw new RangeError(`${folder}/catalogue.json states an unknown gap: ${capability}, ${reason}.`);
  }
  const { description }: Source = (await import(join(SOURCES, folder, 'source.ts')))[name];
  return { folder, name, hosts: description.hosts, entry };
}

/** Throws RangeError if two catalogues state the same value. */
function requireUnique(member: string, valuesOf: (connector: Connector) => readonly (string | number)[]): void {
  const stated = new Map<string | number, string>();
  for (const connector of connectors) {
    for (const value of valuesOf(connector)) {
      const other = stated.get(value);
      if (other !== undefined)
        throw new RangeError(`${other} and ${connector.folder} define ${member} ${value}; change one catalogue.json.`);
      stated.set(value, connector.folder);
    }
  }
}

function renderConnectors(): string {
  const rows = connectors.map(
    ({ folder, name }) => `  ${keyOf(folder)}: async () => (await import('./${folder}/source.ts')).${name},\n`,
  );
  return `${NOTICE}import type { Source } from './kit/source.ts';

/**
 * Every connector by its registry, loaded when it is needed: a thread that works for one registry loads one connector, since
 * code takes memory in each thread.
 */
export const CONNECTORS: Readonly<Record<string, () => Promise<Source>>> = {
${rows.join('')}};
`;
}

/** A registry is sampled if the sample pack has a folder of one of its hosts. */
function renderSampledRegistries(): string {
  const sampledHosts = readdirSync(SAMPLE);
  const rows = connectors
    .filter(({ hosts }) => hosts.some(host => sampledHosts.includes(host)))
    .map(({ folder }) => `  '${folder}',\n`);
  return `${NOTICE}
/** The registries with documents in the sample pack, most trusted first. */
export const SAMPLED_REGISTRIES: readonly string[] = [
${rows.join('')}];
`;
}

function renderParts(): string {
  const areas = AREAS.map(area =>
    globSync(`domain/${area}/*/part.ts`, { cwd: SERVER })
      .sort()
      .map(file => ({ file, name: exportedBy(file, /^export const (\w+): Part\b/m, 'export const …Part: Part = {') })),
  );
  const imports = areas.flat().map(({ file, name }) => `import { ${name} } from '../${file}';\n`);
  const rows = areas.map(parts => `  [${parts.map(part => part.name).join(', ')}],\n`);
  return `${NOTICE}import type { Part } from '../domain/part.ts';
${imports.sort().join('')}
/** The parts of every subject, by area. */
export const ALL_PARTS: readonly (readonly Part[])[] = [
${rows.join('')}];
`;
}

function renderOperations(): string {
  const folders = [...AREAS.map(area => `domain/${area}/*`), 'accounts', 'delivery/*'];
  const operations = folders.flatMap(folder =>
    globSync(`${folder}/operations/*.ts`, { cwd: SERVER })
      .filter(file => !file.endsWith('.test.ts'))
      .sort()
      .map(file => {
        const name = camelCase(basename(file, '.ts'));
        const pattern = new RegExp(`^export const (${name}) = `, 'm');
        return { file, name: exportedBy(file, pattern, `export const ${name} = operation({`) };
      }),
  );
  const imports = operations.map(({ file, name }) => `import { ${name} } from '../${file}';\n`);
  return `${NOTICE}import type { AnyOperation } from '../domain/kit/operation.ts';
${imports.sort().join('')}
/** Every operation of the service; transports are loops over these. */
export const OPERATIONS: readonly AnyOperation[] = [
${operations.map(({ name }) => `  ${name},\n`).join('')}];
`;
}

/** Throws RangeError if the file lacks an export that files of its kind must have, such as `example`. */
function exportedBy(file: string, pattern: RegExp, example: string): string {
  const name = pattern.exec(readFileSync(join(SERVER, file), 'utf8'))?.[1];
  if (name === undefined) throw new RangeError(`server/src/${file} lacks the line \`${example}\`.`);
  return name;
}

function camelCase(kebab: string): string {
  return kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

function keyOf(registry: string): string {
  return /^[a-z]+$/.test(registry) ? registry : `'${registry}'`;
}
