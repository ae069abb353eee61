/**
 * `npm run registries:list` writes the lists of connectors from the folders of `server/src/sources` that have a
 * `source.ts`. `--check` writes nothing and fails if a list is outdated.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RegistryEntry } from '../server/src/domain/filings/markets/model/registry-entry.ts';

const SERVER = join(import.meta.dirname, '../server/src');
const SOURCES = join(SERVER, 'sources');

interface Connector {
  folder: string;
  /** Its exported name in `source.ts`. */
  name: string;
  entry: RegistryEntry;
}

const folders = readdirSync(SOURCES).filter(
  folder => folder !== 'kit' && existsSync(join(SOURCES, folder, 'source.ts')),
);
const connectors = (await Promise.all(folders.map(readConnector))).sort((a, b) => a.entry.trust - b.entry.trust);

const lists = {
  'sources/connectors.ts': renderConnectors(),
  'domain/filings/markets/model/registry-entries.ts': renderEntries(),
};
for (const [path, text] of Object.entries(lists)) {
  const file = join(SERVER, path);
  if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
  if (process.argv.includes('--check')) {
    console.error(`server/src/${path} is outdated: run npm run registries:list`);
    process.exitCode = 1;
  } else writeFileSync(file, text);
}

/** Throws RangeError if a folder does not export what a connector must. */
async function readConnector(folder: string): Promise<Connector> {
  const source = readFileSync(join(SOURCES, folder, 'source.ts'), 'utf8');
  const name = /^export const (\w+)(?:: Source = | = registry\()/m.exec(source)?.[1];
  if (name === undefined) throw new RangeError(`${folder}/source.ts has no \`export const … = registry(\``);
  const { catalogue: entry }: { catalogue: RegistryEntry } = await import(join(SOURCES, folder, 'catalogue.ts'));
  if (entry.registry !== folder) throw new RangeError(`${folder}/catalogue.ts is of ${entry.registry}`);
  return { folder, name, entry };
}

function renderConnectors(): string {
  const rows = connectors.map(
    ({ folder, name }) => `  ${keyOf(folder)}: async () => (await import('./${folder}/source.ts')).${name},\n`,
  );
  return `// Written by \`npm run registries:list\` from the folders beside it.
import type { Source } from './kit/source.ts';

/**
 * Every connector there is, by its registry. A thread that works for one registry loads that one alone: code takes memory
 * in each thread.
 */
export const CONNECTORS: Readonly<Record<string, () => Promise<Source>>> = {
${rows.join('')}};
`;
}

function renderEntries(): string {
  const names = connectors.map(({ folder }) => folder.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()));
  const imports = connectors
    .map(
      ({ folder }, at) => `import { catalogue as ${names[at]} } from '../../../../sources/${folder}/catalogue.ts';\n`,
    )
    .sort();
  return `// Written by \`npm run registries:list\` from the folders of sources/.
${imports.join('')}import type { RegistryEntry } from './registry-entry.ts';

/** What every registry brings to the catalogue of markets, in the order of trust. */
export const REGISTRY_ENTRIES: readonly RegistryEntry[] = [
${names.map(name => `  ${name},\n`).join('')}];
`;
}

function keyOf(registry: string): string {
  return /^[a-z]+$/.test(registry) ? registry : `'${registry}'`;
}
