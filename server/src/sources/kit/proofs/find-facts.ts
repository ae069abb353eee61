import { createHash } from 'node:crypto';
import type { FoundElement, FoundFact, RereadRequest, WantedFact } from '../../../domain/figures/verification/model.ts';
import type { FactSeries, FactSet } from '../../../domain/filings/facts/model/facts.ts';
import type { FilingContents, ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import type { IssuerRecords } from '../../../domain/filings/filings/model/issuer-records.ts';
import { elementAt, isMarkup, resourceOf } from '../../../formats/ixbrl/element-at.ts';
import { decodeDocument } from '../../../formats/ixbrl/encoding.ts';
import { isJsonObject } from '../../../formats/json-object.ts';
import { listZipBuffer, readZipBufferMember } from '../../../formats/zip.ts';
import { parseDay, toIsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import type { Source, SourceDocument } from '../source.ts';

/** The last documents that this thread parsed: several values of one company are mostly asked for in a row. */
const last = { key: '', records: [] as readonly IssuerRecords[] };

async function recordsOf(source: Source, documents: readonly SourceDocument[]): Promise<readonly IssuerRecords[]> {
  const key = documents.map(document => `${document.url} ${document.sha256}`).join('\n');
  if (last.key !== key) {
    const { records } = await source.parse(documents);
    Object.assign(last, { key, records });
  }
  return last.records;
}

/**
 * Finds facts in documents, read with the parser of their connector: tagged elements of filings, and rows of summaries. Null for facts
 * that they do not state.
 */
export async function findFacts(
  source: Source,
  { source: name, wanted }: RereadRequest,
  documents: readonly SourceDocument[],
): Promise<(FoundFact | null)[]> {
  const records = await recordsOf(source, documents);
  const contents = records.flatMap(record => [record.contents ?? [], record.furtherContents ?? []].flat());
  const sets = records.flatMap(record => record.facts).filter(set => set.source === name);
  const decoded = new Map<string, NamedText | null>();
  return wanted.map(fact => {
    for (const filing of contents) {
      if (filing.nativeId !== fact.accession || filing.report === null) continue;
      const reported = bestReported(filing.report.facts, fact);
      if (reported !== null) return toFound(reported, filing, decoded);
    }
    const observed = observationOf(sets, fact);
    if (observed === null) return null;
    return { ...observed, element: locatedIn(source, documents, { ...fact, value: observed.value ?? fact.value }) };
  });
}

/** The fact at the stored place if it is there, else the first that states the same. */
function bestReported(facts: readonly ReportedFact[], wanted: WantedFact): ReportedFact | null {
  const { place } = wanted;
  if (place !== null) {
    return facts.find(fact => fact.document === place.document && fact.elementId === place.elementId) ?? null;
  }
  return facts.find(fact => isSameFact(fact, wanted)) ?? null;
}

function isSameFact(fact: ReportedFact, wanted: WantedFact): boolean {
  return (
    fact.concept === wanted.concept &&
    fact.unit === wanted.unit &&
    fact.periodStart === wanted.periodStart &&
    fact.periodEnd === wanted.periodEnd &&
    fact.value !== null &&
    canonicalDecimal(fact.value) === wanted.value
  );
}

interface NamedText {
  bytes: Buffer;
  text: string;
}

function toFound(fact: ReportedFact, filing: FilingContents, decoded: Map<string, NamedText | null>): FoundFact {
  const key = `${filing.nativeId} ${fact.document}`;
  if (!decoded.has(key)) decoded.set(key, fileOf(filing, fact.document));
  const { concept, unit, dimensions, periodStart, periodEnd, value, decimals } = fact;
  const element = describeElement(fact, decoded.get(key) ?? null);
  return { concept, unit, dimensions, periodStart, periodEnd, value, decimals, element };
}

/** The file of a filing that a fact names, or the member of a package. */
function fileOf({ files }: FilingContents, name: string): NamedText | null {
  const own = files.find(file => file.fileName === name);
  if (own !== undefined) return { bytes: own.bytes, text: decodeDocument(own.bytes) };
  for (const { bytes, members } of files) {
    if (members === undefined && !bytes.subarray(0, 2).equals(ZIP_START)) continue;
    const member = listZipBuffer(bytes).find(({ name: path }) => path === name || path.endsWith(`/${name}`));
    if (member === undefined) continue;
    const unpacked = readZipBufferMember(bytes, member);
    return { bytes: unpacked, text: decodeDocument(unpacked) };
  }
  return null;
}

const ZIP_START = Buffer.from('PK');

function describeElement({ document, elementId, start, end }: ReportedFact, file: NamedText | null): FoundElement {
  const described: FoundElement = {
    document,
    elementId,
    start: null,
    end: null,
    sha256: file === null ? null : digestOf(file.bytes),
    byteSize: file?.bytes.length ?? null,
    markup: null,
    text: null,
    attributes: {},
    context: null,
    unitMarkup: null,
  };
  if (file === null) return described;
  if (end === 0) return { ...described, markup: memberOfJson(file.text, elementId) };
  if (!isMarkup(file.text, start)) return { ...described, start, end };
  const { attributes, text } = elementAt(file.text, start, end);
  const { contextRef, unitRef } = attributes;
  return {
    ...described,
    start,
    end,
    markup: clipped(file.text.slice(start, end)),
    text: clipped(text),
    attributes,
    context: contextRef === undefined ? null : clipped(resourceOf(file.text, 'context', contextRef)),
    unitMarkup: unitRef === undefined ? null : clipped(resourceOf(file.text, 'unit', unitRef)),
  };
}

const MAX_CHARS = 2_000;

function clipped<Text extends string | null>(text: Text): Text {
  return (text === null ? null : text.slice(0, MAX_CHARS)) as Text;
}

/** A fact of an xBRL-JSON report by its id. */
function memberOfJson(text: string, id: string): string | null {
  if (!/^\s*\{/.test(text)) return null;
  try {
    const report: unknown = JSON.parse(text);
    const facts = isJsonObject(report) && isJsonObject(report.facts) ? report.facts : {};
    return Object.hasOwn(facts, id) ? clipped(JSON.stringify(facts[id])) : null;
  } catch {
    return null;
  }
}

/** The observation of a summary, in the fact set of its source. */
function observationOf(sets: readonly FactSet[], wanted: WantedFact): Omit<FoundFact, 'element'> | null {
  const end = parseDay(wanted.periodEnd);
  const start = wanted.periodStart === null ? null : parseDay(wanted.periodStart);
  for (const set of sets) {
    const filing = set.filings.findIndex(({ accession }) => accession === wanted.accession);
    if (filing < 0) continue;
    const series = set.series.filter(
      ({ concept, unit, dimensions }) =>
        concept === wanted.concept && unit === wanted.unit && dimensions === wanted.dimensions,
    );
    for (const columns of series) {
      const at = columns.ends.findIndex(
        (day, row) =>
          day === end &&
          columns.starts[row] === start &&
          columns.filings[row] === filing &&
          digitsOf(columns, row) === wanted.value,
      );
      if (at >= 0) return toObserved(columns, at, wanted);
    }
  }
  return null;
}

function digitsOf({ exact, values }: FactSeries, row: number): string | null {
  return canonicalDecimal(exact?.[row] ?? String(values[row] ?? ''));
}

function toObserved(
  columns: FactSeries,
  row: number,
  { concept, unit, dimensions }: WantedFact,
): Omit<FoundFact, 'element'> {
  const start = columns.starts[row] ?? null;
  return {
    concept,
    unit,
    dimensions: Object.fromEntries(dimensions === '' ? [] : dimensions.split(';').map(pair => splitPair(pair))),
    periodStart: start === null ? null : toIsoDate(start),
    periodEnd: toIsoDate(columns.ends[row] ?? 0),
    value: digitsOf(columns, row),
    decimals: columns.decimals?.[row] ?? null,
  };
}

function splitPair(pair: string): [string, string] {
  const equals = pair.indexOf('=');
  return [pair.slice(0, equals), pair.slice(equals + 1)];
}

/** Where a summary states a fact; null if its connector knows no places. */
function locatedIn(source: Source, documents: readonly SourceDocument[], wanted: WantedFact): FoundElement | null {
  for (const document of documents) {
    const located = source.locateFact?.(document, wanted) ?? null;
    if (located === null) continue;
    const { elementId, start, end } = located;
    return {
      document: document.url.slice(document.url.lastIndexOf('/') + 1),
      elementId,
      start,
      end,
      sha256: digestOf(document.bytes),
      byteSize: document.bytes.length,
      markup: clipped(document.bytes.toString('utf8').slice(start, end)),
      text: null,
      attributes: {},
      context: null,
      unitMarkup: null,
    };
  }
  return null;
}

/** SHA-256 of bytes. */
export function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
