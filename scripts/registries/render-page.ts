import { SOURCES } from '../../server/src/sources/sources.ts';
import { type Meaning, type Reason, readMeanings, readReasons } from './explanations.ts';
import type { ReadFile } from './read-corpus.ts';
import type { FileReading } from './read-file.ts';
import type { MirrorReading } from './read-mirror.ts';

/** The page, and the gaps in its explanations. */
export interface RegistriesPage {
  text: string;
  /** Messages; empty if every file and anomaly is explained. */
  unexplained: string[];
}

const OTHERS = 'other sources and reference lists';

/** Every registry with the files that its connector reads, and why it skips the others. */
export function renderPage(files: readonly ReadFile[], mirror: readonly MirrorReading[]): RegistriesPage {
  const reasons = readReasons();
  const meanings = readMeanings();
  const unexplained = [
    ...findUnexplained(files, reasons, meanings),
    ...findFailed(mirror, meanings),
    ...findStale(files, mirror, reasons, meanings),
  ];
  const registries = [...new Set(files.map(one => one.registry))].sort();
  const read = files.filter(one => one.reading !== null);
  const lines = [
    '# Registries, file by file',
    '',
    'What each connector makes of the development corpus (`../shared/data/intl`): every file that its manifest names, read as the answer to the request that it was recorded from, as a bulk file or as a loose file, whichever it is. Made by `npm run registries -- --write`; that command fails where a file is neither read nor explained, or where an anomaly is not.',
    '',
    ...(unexplained.length === 0 ? [] : ['**Not explained:**', '', ...unexplained.map(one => `- ${one}`), '']),
    `${files.length} files: ${read.length} read, ${files.length - read.length} not, ${unexplained.length} not explained.`,
    '',
    ...table(
      ['registry', 'files', 'read', 'issuers', 'filings', 'facts', 'sections', 'other entries', 'anomalies'],
      registries.map(registry => summaryOf(registry, files)),
    ),
    '',
    'Issuers and filings are added up over the files, so that one that stands in two counts twice. Other entries are what connectors read and the store has no place for yet: persons and holdings, codes, instruments. Tables of officers and holders that name a filing count as that.',
    '',
    ...renderMirror(mirror, meanings),
    ...registries
      .filter(registry => registry !== '')
      .flatMap(registry => renderRegistry(registry, files, reasons, meanings)),
    `## ${capital(OTHERS)}`,
    '',
    ...renderUnread(
      files.filter(one => one.registry === ''),
      reasons,
    ),
  ];
  return { text: `${lines.join('\n')}\n`, unexplained };
}

function findUnexplained(
  files: readonly ReadFile[],
  reasons: readonly Reason[],
  meanings: readonly Meaning[],
): string[] {
  const unread = files
    .filter(({ path, reading }) => reading === null && reasonFor(path, reasons) === null)
    .map(({ path, kind }) => `\`${path}\` (${kind}) is not read, and no rule says why`);
  const kinds = files.flatMap(({ path, registry, reading }) =>
    (reading?.anomalies ?? [])
      .filter(({ kind }) => meaningOf(registry, kind, meanings) === null)
      .map(({ kind, locator, detail }) => `\`${path}\`: ${kind} at ${locator}: ${detail.slice(0, 200)}`),
  );
  return [...unread, ...kinds];
}

function findFailed(mirror: readonly MirrorReading[], meanings: readonly Meaning[]): string[] {
  return mirror.flatMap(({ registry, failed, reading }) => [
    ...failed.map(one => `${registry}, over the mirror: ${one}`),
    ...reading.anomalies
      .filter(({ kind }) => meaningOf(registry, kind, meanings) === null)
      .map(({ kind, source, detail }) => `${registry}, over the mirror: ${kind} in ${source}: ${detail.slice(0, 200)}`),
  ]);
}

/** Rules that match no file or anomaly. */
function findStale(
  files: readonly ReadFile[],
  mirror: readonly MirrorReading[],
  reasons: readonly Reason[],
  meanings: readonly Meaning[],
): string[] {
  const readings = [...files, ...mirror];
  const idle = reasons.filter(rule => !files.some(one => one.reading === null && rule.files.test(one.path)));
  const unmet = meanings.filter(
    ({ registry, kind }) =>
      !readings.some(one => one.registry === registry && one.reading?.anomalies.some(met => met.kind === kind)),
  );
  return [
    ...idle.map(({ files: pattern }) => `the rule \`${pattern.source}\` is of no file that is not read`),
    ...unmet.map(({ registry, kind }) => `the anomaly ${kind} of ${registry} is explained, and not met`),
  ];
}

function reasonFor(path: string, reasons: readonly Reason[]): string | null {
  return reasons.find(one => one.files.test(path))?.reason ?? null;
}

function meaningOf(registry: string, kind: string, meanings: readonly Meaning[]): string | null {
  return meanings.find(one => one.registry === registry && one.kind === kind)?.meaning ?? null;
}

function renderMirror(mirror: readonly MirrorReading[], meanings: readonly Meaning[]): string[] {
  const rows = mirror.map(({ registry, files, asked, tasks, failed, reading }) => [
    registry,
    files,
    asked,
    tasks,
    failed.length,
    grouped(reading.issuers),
    grouped(reading.filings),
    grouped(reading.facts),
    kindsOf(reading),
  ]);
  return [
    '## The recorded mirror',
    '',
    'The same connectors with the corpus’s mirror in the place of the network: everything is discovered, fetched and parsed. Files that are not asked for are answers that no request of the connector leads to; the tables of the registries below say of each whether it is read.',
    '',
    ...table(['registry', 'files', 'asked for', 'tasks', 'failed', 'issuers', 'filings', 'facts', 'anomalies'], rows),
    '',
    ...table(
      ['registry', 'anomaly', 'why it is right'],
      mirror.flatMap(one => meaningsOver(one, meanings)),
    ),
    '',
  ];
}

function meaningsOver({ registry, reading }: MirrorReading, meanings: readonly Meaning[]): string[][] {
  const kinds = countKinds(reading.anomalies.map(one => one.kind)).keys();
  return [...kinds].map(kind => [registry, kind, meaningOf(registry, kind, meanings) ?? '**not explained**']);
}

type Counted = 'issuers' | 'filings' | 'facts' | 'sections' | 'entries';

function summaryOf(registry: string, files: readonly ReadFile[]): (string | number)[] {
  const own = files.filter(one => one.registry === registry);
  const read = own.flatMap(one => one.reading ?? []);
  const sum = (counted: Counted): string => grouped(read.reduce((total, one) => total + one[counted], 0));
  const name = registry === '' ? OTHERS : `[${registry}](#${registry})`;
  const anomalies = read.reduce((total, one) => total + one.anomalies.length, 0);
  return [
    name,
    own.length,
    read.length,
    sum('issuers'),
    sum('filings'),
    sum('facts'),
    sum('sections'),
    sum('entries'),
    anomalies,
  ];
}

function renderRegistry(
  registry: string,
  files: readonly ReadFile[],
  reasons: readonly Reason[],
  meanings: readonly Meaning[],
): string[] {
  const own = files.filter(one => one.registry === registry);
  const source = SOURCES.find(one => one.description.registry === registry);
  if (source === undefined) throw new Error(`No connector for ${registry}`);
  const { publisher, url, licence } = source.description;
  return [
    `## ${registry}`,
    '',
    `${publisher}, <${url}>. Licence: ${licence}. [How it is read](registries/${registry}.md).`,
    '',
    ...table(
      ['file', 'read as', 'issuers', 'filings', 'facts', 'sections', 'entries', 'anomalies'],
      own.flatMap(({ path, reading }) => (reading === null ? [] : [rowOf(path, reading)])),
    ),
    '',
    ...renderAnomalies(own, registry, meanings),
    ...renderUnread(own, reasons),
  ];
}

function rowOf(path: string, reading: FileReading): (string | number)[] {
  const { as, issuers, filings, facts, sections, entries } = reading;
  return [
    `\`${path}\``,
    as,
    grouped(issuers),
    grouped(filings),
    grouped(facts),
    grouped(sections),
    grouped(entries),
    kindsOf(reading),
  ];
}

function renderAnomalies(own: readonly ReadFile[], registry: string, meanings: readonly Meaning[]): string[] {
  const kinds = countKinds(own.flatMap(one => (one.reading?.anomalies ?? []).map(({ kind }) => kind)));
  if (kinds.size === 0) return ['No anomaly.', ''];
  const rows = [...kinds].map(([kind, n]) => [kind, n, meaningOf(registry, kind, meanings) ?? '**not explained**']);
  return [...table(['anomaly', 'times', 'why it is right'], rows), ''];
}

/** Unread files by the rule that explains them. */
function renderUnread(own: readonly ReadFile[], reasons: readonly Reason[]): string[] {
  const unread = own.filter(one => one.reading === null);
  if (unread.length === 0) return ['Every file is read.', ''];
  const groups = Map.groupBy(unread, ({ path }) => reasonFor(path, reasons) ?? '**no reason is given**');
  const rows = [...groups].map(([reason, some]) => [some.map(one => `\`${one.path}\``).join(' '), some.length, reason]);
  return [...table(['not read', 'files', 'why'], rows), ''];
}

function kindsOf({ anomalies }: FileReading): string {
  return [...countKinds(anomalies.map(one => one.kind))].map(([kind, n]) => `${kind} ${n}`).join(', ');
}

function countKinds(kinds: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const kind of [...kinds].sort()) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  return counts;
}

function grouped(count: number): string {
  return count.toLocaleString('en-GB');
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (row: readonly (string | number)[]): string =>
    `| ${row.map(cell => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)];
}
