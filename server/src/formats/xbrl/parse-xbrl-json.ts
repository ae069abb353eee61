import { canonicalDecimal } from '../../kernel/exact-number.ts';
import { appendAll } from '../../kernel/lists.ts';
import { AnomalyLog } from '../ixbrl/anomaly-log.ts';
import { decodeDocument } from '../ixbrl/encoding.ts';
import { placeMembers } from '../json-members.ts';
import { isJsonObject, type JsonObject } from '../json-object.ts';
import { parsePeriodText, type XbrlPeriod } from './periods.ts';
import type { XbrlDimension, XbrlFact, XbrlFootnote, XbrlReport } from './report.ts';
import { splitName } from './xml-element.ts';

/** A report in xBRL-JSON. */
export interface XbrlJsonDocument {
  /** File name used in facts and anomalies. */
  name: string;
  /** Bytes as published, or decoded text. */
  source: string | Uint8Array;
}

/** The recommendation of 2021 and the drafts before it, which state facts the same way. */
const DOCUMENT_TYPE = /^https?:\/\/(?:www\.)?xbrl\.org\/(?:[A-Za-z0-9-]+\/)*xbrl-json$/;
/** Facts of the concept `xbrl:note`. */
const OIM_NAMESPACE = /^https?:\/\/(?:www\.)?xbrl\.org\/(?:[A-Za-z0-9-]+\/)*20\d\d/;
const LOCAL_NAME = /^[A-Za-z_][\w.-]*$/;

/**
 * Reads the facts of a report in xBRL-JSON (OIM 1.0, xBRL-JSON 1.0). A period that ends at midnight ends with the
 * previous day; facts with a unit or `decimals` are numbers; a member that is a name with a declared prefix is treated
 * as explicit, since the taxonomy is not fetched. `start` and `end` of a fact are its position in the JSON text.
 *
 * Never throws for the content of the document: a fact that cannot be interpreted is dropped and reported as an
 * anomaly.
 */
export function parseXbrlJson({ name, source }: XbrlJsonDocument): XbrlReport {
  const log = new AnomalyLog();
  const text = typeof source === 'string' ? source : decodeDocument(source);
  const report = emptyReport();
  const root = readRoot(text, name, log);
  if (root !== null) readReport(root, { text, name, log }, report);
  return { ...report, anomalies: log.list() };
}

/** How many characters at either end are searched for the document type. */
const LOOKED_AT_BYTES = 1 << 16;

/**
 * Whether bytes look like an xBRL-JSON report. Object members are unordered, so the document type may be at the end.
 */
export function isXbrlJson(bytes: Buffer): boolean {
  const start = bytes.toString('utf8', 0, LOOKED_AT_BYTES);
  if (!/^\uFEFF?\s*\{/.test(start)) return false;
  return NAMED_TYPE.test(start) || NAMED_TYPE.test(bytes.subarray(-LOOKED_AT_BYTES).toString('utf8'));
}

/** Some writers escape each slash (RFC 8259, section 7). */
const NAMED_TYPE = /"https?:(?:\\?\/){2}(?:www\.)?xbrl\.org\\?\/[^"]*xbrl-json"/;

interface Opened {
  text: string;
  name: string;
  log: AnomalyLog;
}

function emptyReport(): XbrlReport {
  return { facts: [], footnotes: [], schemaRefs: [], linkbaseRefs: [], anomalies: [] };
}

function readRoot(text: string, name: string, log: AnomalyLog): JsonObject | null {
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    log.add(/^\s*</.test(text) ? 'html_instead_of_json' : 'truncated_json', name, '@0', String(error));
    return null;
  }
  const info = isJsonObject(root) ? root.documentInfo : null;
  if (!isJsonObject(root) || !isJsonObject(info)) {
    log.add('not_xbrl_json', name, '@0', 'no object with documentInfo');
    return null;
  }
  if (typeof info.documentType !== 'string' || !DOCUMENT_TYPE.test(info.documentType)) {
    log.add('not_xbrl_json', name, '@0', `documentType ${String(info.documentType).slice(0, 100)}`);
    return null;
  }
  return root;
}

function readReport(root: JsonObject, opened: Opened, report: XbrlReport): void {
  const info = isJsonObject(root.documentInfo) ? root.documentInfo : {};
  if (Array.isArray(info.taxonomy))
    appendAll(
      report.schemaRefs,
      info.taxonomy.filter(entry => typeof entry === 'string'),
    );
  if (!isJsonObject(root.facts)) {
    opened.log.add('no_facts', opened.name, '@0', 'the report has no object of facts');
    return;
  }
  const reader = new FactReader(opened, isJsonObject(info.namespaces) ? info.namespaces : {});
  const places = new Map<string, { start: number; end: number }>();
  for (const { name: id, start, end } of placeMembers(opened.text, 'facts')) {
    if (places.has(id)) opened.log.add('duplicate_id', opened.name, id, 'several facts have this id; the last is kept');
    places.set(id, { start, end });
  }
  // Document order: JSON.parse moves numeric names to the front.
  for (const [id, place] of [...places].sort(([, a], [, b]) => a.start - b.start)) {
    reader.read(id, root.facts[id], place);
  }
  report.facts = reader.facts;
  report.footnotes = reader.footnotes();
}

interface QualifiedName {
  prefix: string;
  namespace: string;
  localName: string;
}

class FactReader {
  readonly facts: XbrlFact[] = [];
  readonly #opened: Opened;
  readonly #namespaces = new Map<string, string>();
  readonly #names = new Map<string, QualifiedName | null>();
  readonly #units = new Map<unknown, string | undefined>();
  readonly #periods = new Map<string, XbrlPeriod | string>();
  readonly #dimensions = new Map<string, XbrlDimension[]>();
  readonly #notes = new Map<string, XbrlFootnote>();
  /** Fact ids by the notes that they link to. */
  readonly #noted = new Map<string, string[]>();

  constructor(opened: Opened, namespaces: JsonObject) {
    this.#opened = opened;
    for (const [prefix, uri] of Object.entries(namespaces)) {
      if (typeof uri === 'string') this.#namespaces.set(prefix, uri);
    }
  }

  read(id: string, fact: unknown, place: { start: number; end: number }): void {
    const problem = this.#add(id, fact, place);
    if (problem !== null) this.#opened.log.add('bad_fact', this.#opened.name, id, problem);
  }

  footnotes(): XbrlFootnote[] {
    return [...this.#notes].map(([id, note]) => ({ ...note, factIds: this.#noted.get(id) ?? [] }));
  }

  /** The reason why the fact is dropped; null if it is valid. */
  #add(id: string, fact: unknown, place: { start: number; end: number }): string | null {
    if (!isJsonObject(fact) || !isJsonObject(fact.dimensions)) return 'no object with dimensions';
    const { dimensions } = fact;
    const concept = this.#qualified(dimensions.concept);
    if (concept === null) return `the concept ${shown(dimensions.concept)} is not a name under a declared prefix`;
    const { value } = fact;
    if (value !== null && typeof value !== 'string') return `the value of ${concept.localName} is not a text`;
    const language = typeof dimensions.language === 'string' ? dimensions.language : null;
    this.#readLinks(id, fact.links);
    if (concept.localName === 'note' && OIM_NAMESPACE.test(concept.namespace)) {
      this.#notes.set(id, { id, language, text: value ?? '', factIds: [] });
      return null;
    }
    const entity = this.#entity(dimensions.entity);
    if (entity === null) return `the entity ${shown(dimensions.entity)} has no declared scheme`;
    const period = this.#period(dimensions.period);
    if (typeof period === 'string') return period;
    const axes = this.#axes(dimensions);
    if (typeof axes === 'string') return axes;
    const unit = dimensions.unit === undefined ? null : this.#unit(dimensions.unit);
    if (unit === undefined) return `the unit ${shown(dimensions.unit)} is invalid`;
    const accuracy = decimalsOf(fact.decimals);
    if (accuracy === undefined) return `decimals ${shown(fact.decimals)} is not a whole number`;
    const isNumeric = unit !== null || accuracy !== null;
    const number = isNumeric && value !== null ? canonicalDecimal(value) : null;
    if (isNumeric && value !== null && number === null) return `${shown(value)} is not a number`;
    this.facts.push({
      ...concept,
      contextId: `${String(dimensions.period ?? 'forever')} ${axes.map(entry => `${entry.axis}=${entry.member}`).join(';')}`,
      entity,
      ...period,
      dimensions: axes,
      unit: isNumeric ? (unit ?? 'pure') : null,
      isNumeric,
      value: isNumeric ? number : value,
      decimals: isNumeric && value !== null ? (accuracy ?? 'INF') : null,
      language,
      target: null,
      isHidden: false,
      document: this.#opened.name,
      elementId: id,
      ...place,
    });
    return null;
  }

  #qualified(name: unknown): QualifiedName | null {
    if (typeof name !== 'string') return null;
    const known = this.#names.get(name);
    if (known !== undefined) return known;
    const qualified = this.#qualify(name);
    this.#names.set(name, qualified);
    return qualified;
  }

  #qualify(name: string): QualifiedName | null {
    const { prefix, localName } = splitName(name);
    const namespace = this.#namespaces.get(prefix);
    if (namespace === undefined || !/^[^\s:]+$/.test(localName)) return null;
    return { prefix, namespace, localName };
  }

  /** `scheme:549300…`: a prefix for the scheme, then the identifier, which may be any text. */
  #entity(entity: unknown): XbrlFact['entity'] | null {
    if (typeof entity !== 'string') return null;
    const { prefix, localName } = splitName(entity);
    const scheme = this.#namespaces.get(prefix);
    return scheme === undefined || localName === '' ? null : { scheme, identifier: localName };
  }

  #unit(unit: unknown): string | undefined {
    if (!this.#units.has(unit)) this.#units.set(unit, unitName(unit));
    return this.#units.get(unit);
  }

  /** A fact without a period holds forever. */
  #period(period: unknown): XbrlPeriod | string {
    if (period === undefined) return { periodStart: null, periodEnd: null };
    if (typeof period !== 'string') return 'the period is not a text';
    const known = this.#periods.get(period);
    if (known !== undefined) return known;
    const parsed = parsePeriodText(period);
    this.#periods.set(period, parsed);
    return parsed;
  }

  /** The taxonomy-defined dimensions in alphabetical order; one list for all facts that share them. */
  #axes(dimensions: JsonObject): XbrlDimension[] | string {
    const axes: XbrlDimension[] = [];
    for (const [axis, member] of Object.entries(dimensions)) {
      if (!axis.includes(':')) {
        if (CORE_DIMENSIONS.has(axis)) continue;
        return `the dimension ${shown(axis)} is not known`;
      }
      const name = this.#qualified(axis);
      if (name === null) return `the axis ${shown(axis)} is not a name under a declared prefix`;
      if (member !== null && typeof member !== 'string') return `the member of ${shown(axis)} is not a text`;
      const memberNamespace = this.#namespaceOfMember(member);
      const isTyped = memberNamespace === null;
      axes.push({ axisNamespace: name.namespace, axis, member: member ?? '', memberNamespace, isTyped });
    }
    if (axes.length === 0) return NO_AXES;
    axes.sort((a, b) => (a.axis < b.axis ? -1 : 1));
    const key = JSON.stringify(axes);
    const known = this.#dimensions.get(key);
    if (known === undefined) this.#dimensions.set(key, axes);
    return known ?? axes;
  }

  /** Null for a typed member, which is not a name. */
  #namespaceOfMember(member: string | null): string | null {
    const { prefix, localName } = splitName(member ?? '');
    return LOCAL_NAME.test(localName) && prefix !== '' ? (this.#namespaces.get(prefix) ?? null) : null;
  }

  /** `links`: link type → group → ids of the notes. */
  #readLinks(id: string, links: unknown): void {
    if (!isJsonObject(links)) return;
    for (const groups of Object.values(links)) {
      for (const ids of isJsonObject(groups) ? Object.values(groups) : []) {
        for (const note of Array.isArray(ids) ? ids : []) {
          if (typeof note === 'string') this.#noted.set(note, [...(this.#noted.get(note) ?? []), id]);
        }
      }
    }
  }
}

const NO_AXES: XbrlDimension[] = [];
const CORE_DIMENSIONS = new Set(['concept', 'entity', 'period', 'unit', 'language', 'noteId']);

/** `iso4217:GBP/xbrli:shares` → `GBP/shares`; undefined if it is not a unit (OIM §5.4). */
function unitName(unit: unknown): string | undefined {
  if (typeof unit !== 'string') return undefined;
  const sides = unit.split('/').map(side =>
    side
      .replace(/^\((.*)\)$/, '$1')
      .split('*')
      .map(measureName)
      .sort(),
  );
  const isWhole = sides.length <= 2 && sides.every(side => !side.includes(''));
  return isWhole ? sides.map(side => side.join('*')).join('/') : undefined;
}

function measureName(measure: string): string {
  return /^(?:[^\s:*/()]+:)?([^\s:*/()]+)$/.exec(measure)?.[1] ?? '';
}

/** Null if absent; undefined if it is not an integer. */
function decimalsOf(decimals: unknown): number | 'INF' | null | undefined {
  if (decimals === undefined || decimals === null) return null;
  if (decimals === 'INF') return 'INF';
  return typeof decimals === 'number' && Number.isSafeInteger(decimals) ? decimals : undefined;
}

function shown(value: unknown): string {
  return `"${String(value).slice(0, 80)}"`;
}
