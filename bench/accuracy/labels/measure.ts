import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readBase } from '../../../server/src/domain/disclosures/supply-chain/rules/bases.ts';
import { readPeriods } from '../../../server/src/domain/figures/guidance/rules/stated-periods.ts';
import { matchNames, readPersonName } from '../../../server/src/domain/ownership/people/rules/person-names.ts';
import { nameKey } from '../../../server/src/kernel/identifiers/name-key.ts';
import { type Half, halfOf, proseHalfOf } from './half.ts';
import { type LabelledFiling, labelledFiling, SUBJECTS } from './labels.ts';
import { isSameOffice } from './offices.ts';
import { readPlainText } from './plain-text.ts';
import { type Published, type Readings, readPublished } from './published.ts';

export type Label = LabelledFiling['labels'][number];
type Subject = Label['subject'];

/** Published records of one subject compared with the labels. */
export interface SubjectMeasure {
  subject: string;
  filings: number;
  labelled: number;
  found: number;
  published: number;
  right: number;
  negatives: number;
  raised: number;
  /** By field: among matched records with a labelled field, how many state it correctly. */
  fields: Map<string, { stated: number; right: number }>;
  kinds: Map<string, KindCounts>;
}

export type KindCounts = Record<'labelled' | 'found' | 'published' | 'right' | 'negatives' | 'raised', number>;

/** The comparison of one half. `details` quote filings and are shown for `dev` only. */
export interface LabelMeasure {
  half: Half;
  subjects: SubjectMeasure[];
  details: string[];
}

/** Label files of one folder, where their filings are, and how their companies are divided. */
export interface LabelledSet {
  labels: string;
  filings: string;
  halfOf(cik: string): Half;
  /** Whether the labellers looked for records of this kind. */
  covers(record: Published): boolean;
}

/** The filings of `../shared/data/us`. */
export function sharedSet(filings: string): LabelledSet {
  return { labels: import.meta.dirname, filings, halfOf: proseHalfOf, covers: record => !isPurchaseOfShares(record) };
}

/** Filings of public repositories, which public/filings.tsv lists. */
export function publicSet(filings: string): LabelledSet {
  return { labels: join(import.meta.dirname, 'public'), filings, halfOf, covers: () => true };
}

/** Purchases of own shares in a period, apart from programmes and agreements: only the public filings have labels of them. */
function isPurchaseOfShares({ subject, kind, fields }: Published): boolean {
  return subject === 'event' && kind === 'buyback' && fields.variant === undefined;
}

/**
 * Reads every labelled filing of one half as the pipeline does, with a model's answers if there are any, and compares the result with
 * its labels.
 */
export function measureLabels(
  set: LabelledSet,
  half: Half,
  only: Subject | null,
  readings: Readings = new Map(),
): LabelMeasure {
  const rows = new Map<string, SubjectMeasure>();
  const details: string[] = [];
  const filings = readLabels(set);
  const labelledKinds = new Set(filings.flatMap(filing => filing.labels.map(nameOf)));
  for (const filing of filings.filter(({ cik }) => set.halfOf(cik) === half)) {
    const subjects = SUBJECTS.filter(subject => filing.read.includes(subject) && (only === null || subject === only));
    if (subjects.length === 0) continue;
    const text = readPlainText(join(set.filings, filing.file));
    const places = placesIn(text);
    const published = readPublished(set.filings, filing, readings);
    for (const subject of subjects) {
      const labels = filing.labels.filter(label => label.subject === subject);
      const records = published.filter(
        record => record.subject === subject && isMeasured(record, labelledKinds) && set.covers(record),
      );
      details.push(...compare(rows, filing.file, text, labels, records, places));
      rowOf(rows, subject).filings += 1;
    }
  }
  return { half, subjects: [...rows.values()], details: half === 'dev' ? details : [] };
}

/** Red flags of a kind that no label of either half has were not looked for by the labellers. */
function isMeasured(record: Published, labelledKinds: ReadonlySet<string>): boolean {
  return record.subject !== 'red_flag' || labelledKinds.has(nameOf(record));
}

export function readLabels({ labels }: LabelledSet): LabelledFiling[] {
  return globSync('!(sections).jsonl', { cwd: labels })
    .sort()
    .flatMap(file => readFileSync(join(labels, file), 'utf8').trimEnd().split('\n'))
    .map(line => labelledFiling.parse(JSON.parse(line)));
}

/** Compares the records and labels of one filing and subject. Returns the misses and the wrong records. */
function compare(
  rows: Map<string, SubjectMeasure>,
  file: string,
  text: string,
  labels: readonly Label[],
  records: readonly Published[],
  places: Places,
): string[] {
  const details: string[] = [];
  const positives = labels.filter(isPositive);
  const negatives = labels.filter(label => !isPositive(label));
  const found = new Set<Label>();
  const raised = new Set<Label>();
  const placed = records.map(record => ({ record, spans: record.quotes.flatMap(places) }));
  // A record of a label's own sentence takes the label before another record of the same kind.
  for (const { record, spans } of placed.sort((a, b) => closeness(b, positives) - closeness(a, positives))) {
    const label = bestLabel(record, positives, found, spans);
    for (const negative of negatives.filter(negative => isRaised(negative, record, spans, positives)))
      raised.add(negative);
    // A matter that is published and labelled as ended is neither right nor wrong.
    if (
      label === undefined &&
      !record.isOpen &&
      negatives.some(negative => negative.status === 'resolved' && isSame(record, negative))
    )
      continue;
    // `No customer above 10 %` is published as such and labelled as a negative.
    if (record.fields.threshold_pct !== undefined && negatives.some(negative => isSame(record, negative))) continue;
    for (const row of rowsOf(rows, record)) {
      row.published += 1;
      kindOf(row, record.kind).published += 1;
      if (label === undefined) continue;
      row.right += 1;
      kindOf(row, record.kind).right += 1;
      countFields(row, record, label, spans);
    }
    if (label === undefined) details.push(`wrong: ${nameOf(record)} ${describe(record)}; ${file}: ${quoteOf(record)}`);
    else for (const same of alsoFound(record, label, positives, spans)) found.add(same);
  }
  const row = labels[0] === undefined ? undefined : rowOf(rows, labels[0].subject);
  if (row === undefined) return details;
  const wanted = labels[0]?.subject === 'red_flag' ? oncePerKind(positives) : oncePerEvent(positives, found);
  row.labelled += wanted.length;
  row.found += wanted.filter(label => found.has(label)).length;
  row.negatives += negatives.length;
  row.raised += raised.size;
  for (const { kind } of wanted) kindOf(row, kind).labelled += 1;
  for (const label of wanted) kindOf(row, label.kind).found += found.has(label) ? 1 : 0;
  for (const label of negatives) kindOf(row, label.kind).negatives += 1;
  for (const label of raised) kindOf(row, label.kind).raised += 1;
  const shown = (label: Label) => text.slice(label.start, Math.min(label.end, label.start + 400));
  for (const label of wanted.filter(item => !found.has(item)))
    details.push(`missed: ${nameOf(label)} ${describe(label)}; ${file}: ${shown(label)}`);
  for (const label of raised)
    details.push(`raised: ${nameOf(label)} ${label.status} of ${label.of}; ${file}: ${shown(label)}`);
  return details;
}

function isPositive({ status, of }: Label): boolean {
  return status === 'asserted' && (of === 'registrant' || of === 'subsidiary');
}

/** A red flag is published once per filing, whatever the number of sentences. */
function oncePerKind(labels: readonly Label[]): Label[] {
  return [...Map.groupBy(labels, label => label.kind).values()].flatMap(([first]) => first ?? []);
}

/** One record may stand for several labels: a flag, a person, a group of suppliers that several sentences state. */
function alsoFound(record: Published, label: Label, positives: readonly Label[], spans: readonly Span[]): Label[] {
  // A company is published once, and a group with all its sentences as evidence.
  if (record.subject === 'supply')
    return [label, ...positives.filter(positive => isSame(record, positive) && isRepeated(record, positive, spans))];
  if (record.subject === 'red_flag') return positives.filter(positive => positive.kind === label.kind);
  // Guidance that two exhibits repeat is published once.
  if (record.subject === 'guidance') return positives.filter(positive => isSameOutlook(positive, label));
  return record.subject === 'person' ? positives.filter(positive => isSame(record, positive)) : [label];
}

/** Labels of the same event count once, as found if any of them is found. Other labels stay as they are. */
function oncePerEvent(labels: readonly Label[], found: ReadonlySet<Label>): Label[] {
  const kept: Label[] = [];
  for (const label of labels.toSorted((a, b) => Number(found.has(b)) - Number(found.has(a))))
    if (!kept.some(other => isRepeatedEvent(other, label))) kept.push(label);
  return kept;
}

/**
 * An event that several sentences of a filing state is published once: same kind, variant and day, and no other party or
 * amount. Lawsuits of an unstated day are different ones.
 */
function isRepeatedEvent(label: Label, other: Label): boolean {
  if (label.subject !== 'event' || other.subject !== 'event') return false;
  if (label.kind !== other.kind || label.variant !== other.variant || label.date !== other.date) return false;
  if (label.kind === 'litigation' && label.date === undefined) return false;
  if (label.amount !== undefined && other.amount !== undefined && label.amount !== other.amount) return false;
  const [one, second] = [label.parties ?? [], other.parties ?? []];
  return one.length === 0 || second.length === 0 || one.some(a => second.some(b => isSameCompany(a, b)));
}

function isSameOutlook(a: Label, b: Label): boolean {
  return a.kind === b.kind && a.low === b.low && a.high === b.high && a.period === b.period;
}

/** A label of a group without a percentage, whose sentence states one for each of them. */
function isLabelOfSeveral({ subject }: Published, label: Label, spans: readonly Span[]): boolean {
  const { group_size: size = 1, pct } = label;
  return subject === 'supply' && size > 1 && pct === undefined && overlaps(label, spans);
}

/** True for a named party without a percentage, and for the same period in another sentence that is evidence of the record. */
function isRepeated(record: Published, label: Label, spans: readonly Span[]): boolean {
  if (label.name !== undefined && label.pct === undefined) return true;
  return overlaps(label, spans) && (label.period_end === undefined || isRight(record, label, 'period_end'));
}

/** Persons and red flags may match several labels; a label of any other subject is matched once. */
function bestLabel(
  record: Published,
  positives: readonly Label[],
  found: ReadonlySet<Label>,
  spans: readonly Span[],
): Label | undefined {
  const isShared = (label: Label) =>
    record.subject === 'person' || record.subject === 'red_flag' || isLabelOfSeveral(record, label, spans);
  return positives
    .filter(label => isSame(record, label) && (isShared(label) || !found.has(label)))
    .sort((a, b) => scoreOf(record, b, spans) - scoreOf(record, a, spans))[0];
}

function scoreOf(record: Published, label: Label, spans: readonly Span[]): number {
  return (
    (overlaps(label, spans) ? 4 : 0) +
    (isRight(record, label, 'variant') ? 2 : 0) +
    (isRight(record, label, 'date') ? 1 : 0) +
    (isRight(record, label, 'parties') ? 1 : 0)
  );
}

/** The score of the label that fits a record best. */
function closeness({ record, spans }: { record: Published; spans: readonly Span[] }, labels: readonly Label[]): number {
  return Math.max(0, ...labels.filter(label => isSame(record, label)).map(label => scoreOf(record, label, spans)));
}

function isSame(record: Published, label: Label): boolean {
  if (record.subject === 'person')
    return personGroup(record.kind) === personGroup(label.kind) && sameName(record, label);
  if (record.subject === 'guidance') return sameGuidance(record, label);
  if (record.kind !== label.kind) return false;
  return record.subject === 'supply' ? sameParty(record, label) : true;
}

/** Appointments and current offices form one group. */
function personGroup(kind: string): string {
  return kind === 'appointed' ? 'in_office' : kind;
}

/** A label whose sentence names somebody by surname only: `Mr. Doe`. */
const SURNAME_ONLY = /^(?:Mr|Mrs|Ms|Dr)\.? (\S+)$/;

function sameName({ fields }: Published, { name = '' }: Label): boolean {
  const plain = (value: string) => ({ ...readPersonName(value, 'person'), generation: null });
  const stated = String(fields.name ?? '');
  const surname = SURNAME_ONLY.exec(name)?.[1];
  if (surname !== undefined) return plain(stated).words.at(-1) === nameKey(surname);
  return nameKey(stated) === nameKey(name) || matchNames(plain(stated), plain(name)) !== null;
}

function sameParty({ fields }: Published, { name, pct, threshold_pct }: Label): boolean {
  if ((threshold_pct !== undefined) !== (fields.threshold_pct !== undefined)) return false;
  if (pct !== undefined && fields.pct !== undefined && pct !== fields.pct) return false;
  if (name === undefined) return fields.name === undefined;
  // `Customer A` is a label of the record, and may be the name of the label.
  return isSameCompany(String(fields.name ?? fields.label ?? ''), name);
}

function isSameCompany(a: string, b: string): boolean {
  const [one, other] = [nameKey(a), nameKey(b)];
  if (one === '' || other === '') return false;
  return (
    ` ${one} `.includes(` ${other} `) || ` ${other} `.includes(` ${one} `) || isInitials(one, b) || isInitials(other, a)
  );
}

/** `hmr` for `Hoechst Marion Roussel, Inc.` */
function isInitials(key: string, full: string): boolean {
  const initials = nameKey(full).replace(/(\p{L})\p{L}* ?/gu, '$1');
  return key.length > 2 && key === initials;
}

/** Directions of guidance that changes nothing. */
const UNREVISED: ReadonlySet<unknown> = new Set(['initiated', 'reaffirmed', undefined]);

/** Metrics have many names; if both state figures, the figures decide. A revision without figures is of any metric. */
function sameGuidance({ kind, fields }: Published, label: Label): boolean {
  if (label.kind === 'guidance_revision') return !UNREVISED.has(fields.direction);
  const wanted = [label.low, label.high].filter(value => value !== undefined);
  const stated = [fields.low, fields.high].filter(value => value !== undefined);
  if (wanted.length === 0 || stated.length === 0) return kind === label.kind;
  const isClose = (a: number, b: number) => Math.abs(a - b) <= Math.abs(b) * 1e-6 || Math.abs(a * 100 - b) < 1e-6;
  return wanted.every(value => stated.some(candidate => isClose(Number(candidate), value)));
}

const COMPARED = [
  'variant',
  'date',
  'parties',
  'side',
  'amount',
  'currency',
  'salience',
  'title',
  'pct',
  'shares',
  'base',
  'group_size',
  'period_end',
  'low',
  'high',
  'unit',
  'direction',
] as const;
type Compared = (typeof COMPARED)[number];

/** `sold`: the filer sells, or is what is sold. */
const SIDES: Readonly<Record<string, readonly string[]>> = { bought: ['buyer'], sold: ['seller', 'target'] };
/** Kinds of which the filer is the issuer by definition: their side is not read, so it is not compared. */
const OF_ISSUER = new Set(['equity_offering', 'convertible_issue', 'ipo', 'buyback']);

function countFields({ fields }: SubjectMeasure, record: Published, label: Label, spans: readonly Span[]): void {
  const count = (field: string, isFieldRight: boolean) => {
    const tally = fields.get(field) ?? { stated: 0, right: 0 };
    fields.set(field, { stated: tally.stated + 1, right: tally.right + (isFieldRight ? 1 : 0) });
  };
  count('kind', record.kind === label.kind);
  count('evidence', overlaps(label, spans));
  for (const field of COMPARED) {
    // What a supplier supplies is no base of a percentage.
    const isNoBase = field === 'base' && readBase(String(label.base)) === null;
    const isSideByKind = field === 'side' && OF_ISSUER.has(record.kind);
    if (label[field] !== undefined && !isNoBase && !isSideByKind) count(field, isRight(record, label, field));
  }
  // Labels state periods in the words of the text; spans and `annual` are no period that guidance can have.
  const [period] = readPeriods(label.period ?? '');
  if (record.subject === 'guidance' && period?.period != null)
    count('period', record.fields.period === `${period.period.fiscalPeriod} ${period.period.fiscalYear}`);
}

function isRight({ fields }: Published, label: Label, field: Compared): boolean {
  const wanted = label[field];
  // What an offering brings in is its proceeds.
  const stated = fields[field] ?? (field === 'amount' ? fields.proceeds : undefined);
  if (wanted === undefined) return stated === undefined;
  if (Array.isArray(wanted)) {
    const names = [fields.counterparty, fields.subject, fields.auditor, fields.formerAuditor, fields.authority];
    return wanted.some(party => names.some(name => name !== undefined && isSameCompany(String(name), party)));
  }
  if (field === 'base') return isSameBase(fields, String(wanted));
  if (field === 'title') return stated !== undefined && isSameOffice(String(stated), String(wanted));
  if (field === 'side')
    return wanted === fields.side || SIDES[String(fields.dealSide)]?.includes(String(wanted)) === true;
  if (stated === undefined) return false;
  if (field === 'date' || field === 'period_end') return String(stated).startsWith(String(wanted));
  if (typeof wanted === 'number') return Math.abs(Number(stated) - wanted) <= Math.abs(wanted) * 1e-6;
  return nameKey(String(stated)) === nameKey(wanted);
}

/** A base is right if it is of the same kind, and the whole company's where the label's is. */
function isSameBase({ base, of }: Published['fields'], wanted: string): boolean {
  const read = readBase(wanted);
  return read !== null && read.of === of && (read.narrowed === null) === (base === undefined);
}

interface Span {
  start: number;
  end: number;
}
type Places = (quote: string) => Span[];

const MAX_PLACES = 10;
const MAX_SEARCHED_CHARS = 400;

/** Finds quotes in a text, whatever the white space, cell separators and punctuation between words. */
function placesIn(text: string): Places {
  const offsets: number[] = [];
  let letters = '';
  for (const { index, 0: letter } of text.matchAll(/[\p{L}\p{N}]/gu)) {
    letters += letter;
    for (let unit = 0; unit < letter.length; unit++) offsets.push(index);
  }
  return quote => {
    const wanted = quote.replace(/[^\p{L}\p{N}]+/gu, '').slice(0, MAX_SEARCHED_CHARS);
    const spans: Span[] = [];
    let at = wanted === '' ? -1 : letters.indexOf(wanted);
    while (at >= 0 && spans.length < MAX_PLACES) {
      spans.push({ start: offsets[at] ?? 0, end: (offsets[at + wanted.length - 1] ?? 0) + 1 });
      at = letters.indexOf(wanted, at + 1);
    }
    return spans;
  };
}

function overlaps({ start, end }: Label, spans: readonly Span[]): boolean {
  return spans.some(span => span.start < end && start < span.end);
}

/** True if the evidence of a record is a negative label's sentence, and no positive label of the same kind is in it. */
function isRaised(negative: Label, record: Published, spans: readonly Span[], positives: readonly Label[]): boolean {
  if (negative.kind !== record.kind && record.subject !== 'person') return false;
  if (record.subject === 'person' && !sameName(record, negative)) return false;
  if (negative.status === 'resolved' && !record.isOpen) return false;
  if (negative.threshold_pct !== undefined && record.fields.threshold_pct !== undefined) return false;
  const own = spans.filter(
    span => !positives.some(label => isSame(record, label) && label.start < span.end && span.start < label.end),
  );
  return overlaps(negative, own);
}

function rowsOf(rows: Map<string, SubjectMeasure>, record: Published): SubjectMeasure[] {
  const row = rowOf(rows, record.subject);
  return record.fields.severity === 'CRITICAL' ? [row, rowOf(rows, 'red_flag, CRITICAL')] : [row];
}

function rowOf(rows: Map<string, SubjectMeasure>, subject: string): SubjectMeasure {
  const counts = { filings: 0, labelled: 0, found: 0, published: 0, right: 0, negatives: 0, raised: 0 };
  const row = rows.get(subject) ?? { subject, ...counts, fields: new Map(), kinds: new Map() };
  rows.set(subject, row);
  return row;
}

function kindOf({ kinds }: SubjectMeasure, kind: string): KindCounts {
  const counts = kinds.get(kind) ?? { labelled: 0, found: 0, published: 0, right: 0, negatives: 0, raised: 0 };
  kinds.set(kind, counts);
  return counts;
}

function nameOf({ subject, kind }: Published | Label): string {
  return `${subject} ${kind}`;
}

const DESCRIBED = [
  'variant',
  'date',
  'name',
  'title',
  'pct',
  'low',
  'high',
  'unit',
  'period',
  'parties',
  'counterparty',
];

function describe(stated: Published | Label): string {
  const fields: Record<string, unknown> = 'fields' in stated ? stated.fields : stated;
  return DESCRIBED.flatMap(field => (fields[field] === undefined ? [] : [`${field}=${fields[field]}`])).join(' ');
}

function quoteOf({ quotes }: Published): string {
  return (quotes[0] ?? 'no quote').replace(/\s+/g, ' ').slice(0, 400);
}
