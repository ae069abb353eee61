import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FiledEvent } from '../../server/src/domain/disclosures/events/model.ts';
import { readEvents } from '../../server/src/domain/disclosures/events/rules/read-events.ts';
import { placeImport } from '../../server/src/sources/sec-edgar/filings/filings.ts';
import { openFiling } from '../../server/src/sources/sec-edgar/filings/open-filing.ts';

/** Events of one kind compared with human labels. */
export interface EventComparison {
  kind: string;
  labelled: number;
  stated: number;
  /** Number of labels with an event of the same kind in the same filing, each label counted once. */
  right: number;
  /** Of these, with the labelled variant. */
  sameVariant: number;
  sameSalience: number;
  misses: string[];
  wrong: string[];
}

interface Label {
  kind: string;
  variant: string;
  salience: string;
  subject: string;
}

/** Whether the labelled reports are available. */
export function hasEvents(data: string): boolean {
  return existsSync(join(data, 'truth/events_gold.tsv'));
}

/**
 * Compares the events that rules find in the labelled current reports, filing by filing. Guidance is labelled once per
 * release, however many figures it covers, so further figures of a release count as the same event. A change of auditor is
 * labelled once, by the departure.
 */
export function compareEvents(data: string): EventComparison[] {
  const comparisons = new Map<string, EventComparison>();
  const of = (kind: string) => {
    const known = comparisons.get(kind) ?? newComparison(kind);
    comparisons.set(kind, known);
    return known;
  };
  for (const [file, labels] of readLabels(data)) {
    const events = oneChangeOfAuditor(oneGuidance(eventsOf(data, file), labels));
    const left = labels.filter(label => label.kind !== 'none');
    for (const label of left) of(label.kind).labelled += 1;
    for (const event of events) {
      const comparison = of(event.kind);
      comparison.stated += 1;
      const label = bestOf(left, event);
      if (label === undefined) {
        comparison.wrong.push(`${file}: ${event.variant ?? ''} (item ${event.itemCode ?? 'none'})`);
        continue;
      }
      left.splice(left.indexOf(label), 1);
      comparison.right += 1;
      if (label.variant === (event.variant ?? '')) comparison.sameVariant += 1;
      if (label.salience === event.salience) comparison.sameSalience += 1;
    }
    for (const label of left) of(label.kind).misses.push(`${file}: ${label.variant}, ${label.subject}`);
  }
  return [...comparisons.values()].sort((a, b) => b.labelled - a.labelled || (a.kind < b.kind ? -1 : 1));
}

function newComparison(kind: string): EventComparison {
  return { kind, labelled: 0, stated: 0, right: 0, sameVariant: 0, sameSalience: 0, misses: [], wrong: [] };
}

/** Of a release's guidance the event with the labelled variant, else the first: a release may raise the year and open a quarter. */
function oneGuidance(events: readonly FiledEvent[], labels: readonly Label[]): FiledEvent[] {
  const guidance = events.filter(event => event.kind === 'guidance_revision');
  const variants = new Set(labels.filter(label => label.kind === 'guidance_revision').map(label => label.variant));
  const shown = guidance.find(event => variants.has(event.variant ?? '')) ?? guidance[0];
  return events.filter(event => event.kind !== 'guidance_revision' || event === shown);
}

/** The engagement of the next auditor belongs to the departure, which these labels name. */
function oneChangeOfAuditor(events: readonly FiledEvent[]): FiledEvent[] {
  const isDeparture = ({ kind, variant }: FiledEvent) => kind === 'auditor_change' && variant !== 'engaged';
  if (!events.some(isDeparture)) return [...events];
  return events.filter(event => event.kind !== 'auditor_change' || isDeparture(event));
}

function bestOf(labels: readonly Label[], { kind, variant }: FiledEvent): Label | undefined {
  const same = labels.filter(label => label.kind === kind);
  return same.find(label => label.variant === (variant ?? '')) ?? same[0];
}

function eventsOf(data: string, file: string): FiledEvent[] {
  const stored = readFileSync(join(data, '8k', file));
  const bytes = file.endsWith('.gz') ? gunzipSync(stored) : stored;
  const { form, cik } = manifestRow(data, file);
  const stated = { path: file, form, cik: cik === '' ? '1' : cik, filed: '', period: '' };
  const files = placeImport([{ row: { ...stated, accession: '0000000000-00-000000' }, bytes }]);
  const contents = openFiling(files.map(file => ({ ...file, sha256: '' }))).records[0]?.contents;
  const events = contents == null ? [] : (readEvents(contents, 'sec-edgar', []) ?? []);
  // The labels leave out purchases of own shares in a period, which have no variant.
  return events.filter(({ kind, variant }) => kind !== 'buyback' || variant !== null);
}

function manifestRow(data: string, file: string): { form: string; cik: string } {
  const line = readFileSync(join(data, 'MANIFEST.tsv'), 'utf8')
    .split('\n')
    .find(candidate => candidate.startsWith(`8k/${file}\t`));
  const [, , , cik = '', , form = ''] = (line ?? '').split('\t');
  return { form, cik };
}

function readLabels(data: string): Map<string, Label[]> {
  const [, ...lines] = readFileSync(join(data, 'truth/events_gold.tsv'), 'utf8').trim().split('\n');
  const labels = lines.map(line => {
    const [file = '', , kind = '', variant = '', , salience = '', subject = ''] = line.split('\t');
    return { file, kind, variant, salience, subject };
  });
  return Map.groupBy(labels, label => label.file);
}

/** The comparisons as Markdown, each miss and each wrong event with its filing. */
export function renderEvents(comparisons: readonly EventComparison[]): string {
  const lines = [
    '## Corporate events',
    '',
    'Events that the rules read in the current reports of events_gold.tsv (145 documents, 162 rows labelled by people; 92 of them without an event), by kind. Most kinds have one or two labels, which show that a rule works but not how often.',
    '',
    '| kind | labelled | stated | right | precision | recall | same variant | same salience |',
    '|---|---|---|---|---|---|---|---|',
    ...comparisons.map(
      comparison =>
        `| ${comparison.kind} | ${comparison.labelled} | ${comparison.stated} | ${comparison.right} | ${share(comparison.right, comparison.stated)} | ${share(comparison.right, comparison.labelled)} | ${share(comparison.sameVariant, comparison.right)} | ${share(comparison.sameSalience, comparison.right)} |`,
    ),
  ];
  const reported = comparisons.flatMap(comparison => [
    ...comparison.misses.map(miss => `- missed: ${comparison.kind}, ${miss}`),
    ...comparison.wrong.map(wrong => `- unconfirmed: ${comparison.kind}, ${wrong}`),
  ]);
  return `${[...lines, '', ...reported].join('\n')}\n`;
}

function share(part: number, whole: number): string {
  return whole === 0 ? 'n/a' : `${((100 * part) / whole).toFixed(1)} %`;
}
