import { isJsonObject, type JsonObject, trimmedText } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { type Instant, type IsoDate, parseDay } from '../../kernel/dates.ts';
import { ORIGIN, splitNativeId } from './filing-address.ts';

/** A filing as the index lists it. */
export interface IndexRow {
  /** `fxo_id`: `{entity}-{period end}-{system}-{country}-{number}`. */
  nativeId: string;
  /** As in the URL: an LEI, or `EDRPOU-31242924`. */
  entity: string;
  entityName: string | null;
  /** `ESEF`, `UAIFRS` … */
  system: string;
  country: string;
  periodEnd: IsoDate;
  /** Day on which the index took it in. */
  addedOn: IsoDate;
  /** Null if the index states the day only. */
  addedAt: Instant | null;
  /** URLs; null if the index has no such document. */
  packageUrl: string | null;
  reportUrl: string | null;
  jsonUrl: string | null;
}

export interface IndexPage {
  rows: IndexRow[];
  /** Rows over all pages; null if the page does not state it. */
  total: number | null;
  /** Why the page is invalid or incomplete; null if it is whole. */
  damage: string | null;
}

/** A page of `/api/filings`, or the response about a single filing (JSON:API 1.0). Never throws. */
export function parseIndexPage(bytes: Buffer, log: AnomalyLog): IndexPage {
  const root = readRoot(bytes, log);
  if (typeof root === 'string') return { rows: [], total: null, damage: root };
  const list = Array.isArray(root.data) ? root.data : [root.data];
  const names = namesOf(root.included);
  const rows: IndexRow[] = [];
  for (const [index, item] of list.entries()) {
    const row = toRow(item, names);
    if (typeof row !== 'string') rows.push(row);
    else log.add('bad_row', `data[${index}]`, row);
  }
  const total = isJsonObject(root.meta) && typeof root.meta.count === 'number' ? root.meta.count : null;
  if (total !== null && total > 0 && list.length === 0 && isFirst(root.links)) {
    log.add('empty_answer', 'data', `${total} filings counted, 0 listed`);
    return { rows, total, damage: 'empty_answer' };
  }
  return { rows, total, damage: null };
}

/** The object, or the kind of damage. */
function readRoot(bytes: Buffer, log: AnomalyLog): JsonObject | string {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  const record = (kind: string, detail: string): string => {
    log.add(kind, '', detail);
    return kind;
  };
  let root: unknown;
  try {
    root = JSON.parse(text);
  } catch (error) {
    if (/^\s*</.test(text)) return record('html_instead_of_json', text.trim().slice(0, 200));
    return record('truncated_json', String(error));
  }
  if (!isJsonObject(root)) return record('unexpected_document', 'expected an object');
  if (Array.isArray(root.errors)) return record('registry_error', JSON.stringify(root.errors).slice(0, 300));
  if (!Array.isArray(root.data) && !isJsonObject(root.data)) return record('unexpected_document', 'there is no data');
  return root;
}

/** A page past the last one is empty. */
function isFirst(links: unknown): boolean {
  return !isJsonObject(links) || links.prev === undefined;
}

/** Names of entities by the id of their record, and by their identifier. */
function namesOf(included: unknown): Map<string, string> {
  const names = new Map<string, string>();
  for (const one of Array.isArray(included) ? included : []) {
    if (!isJsonObject(one) || one.type !== 'entity' || !isJsonObject(one.attributes)) continue;
    const { name, identifier } = one.attributes;
    if (typeof name !== 'string' || name.trim() === '') continue;
    names.set(`id ${String(one.id)}`, name.trim());
    names.set(String(identifier), name.trim());
  }
  return names;
}

/** A row, or why it is invalid. */
function toRow(item: unknown, names: ReadonlyMap<string, string>): IndexRow | string {
  if (!isJsonObject(item) || !isJsonObject(item.attributes)) return 'no object with attributes';
  const { attributes } = item;
  const nativeId = trimmedText(attributes.fxo_id) ?? '';
  const parts = splitNativeId(nativeId);
  if (parts === null) return `fxo_id ${JSON.stringify(attributes.fxo_id)} is of no known form`;
  const periodEnd = trimmedText(attributes.period_end) ?? parts.periodEnd;
  if (parseDay(periodEnd) === null) return `${nativeId}: period_end ${JSON.stringify(periodEnd)} is not a date`;
  const added = momentOf(trimmedText(attributes.date_added) ?? '');
  if (added === null) return `${nativeId}: date_added ${JSON.stringify(attributes.date_added)} is not a time`;
  return {
    nativeId,
    entity: parts.entity,
    entityName: nameOf(item.relationships, names) ?? names.get(parts.entity) ?? null,
    system: parts.system,
    country: trimmedText(attributes.country) ?? parts.country,
    periodEnd,
    addedOn: added.day,
    addedAt: added.instant,
    packageUrl: addressOf(attributes.package_url),
    reportUrl: addressOf(attributes.report_url),
    jsonUrl: addressOf(attributes.json_url),
  };
}

function nameOf(relationships: unknown, names: ReadonlyMap<string, string>): string | null {
  const entity = isJsonObject(relationships) && isJsonObject(relationships.entity) ? relationships.entity : {};
  const id = isJsonObject(entity.data) ? names.get(`id ${String(entity.data.id)}`) : undefined;
  const related = isJsonObject(entity.links) ? trimmedText(entity.links.related) : null;
  return id ?? names.get(related?.slice(related.lastIndexOf('/') + 1) ?? '') ?? null;
}

/** `2023-02-16 14:33:58.236220`, a time in UTC; midnight to the second is a day without a time. */
function momentOf(text: string): { day: IsoDate; instant: Instant | null } | null {
  const [, day = '', time = ''] = /^(\d{4}-\d{2}-\d{2})[ T](\d{2}:\d{2}:\d{2})(?:\.\d+)?Z?$/.exec(text) ?? [];
  if (parseDay(day) === null || Number.isNaN(Date.parse(`${day}T${time}Z`))) return null;
  const isDayOnly = /00:00:00(?:\.0*)?Z?$/.test(text);
  return { day, instant: isDayOnly ? null : `${day}T${time}Z` };
}

/** URLs are relative to the host and may contain blanks; one that leads elsewhere does not count. */
function addressOf(value: unknown): string | null {
  const text = trimmedText(value);
  if (text === null || !URL.canParse(text, ORIGIN)) return null;
  const url = new URL(text, ORIGIN);
  return url.origin === ORIGIN ? url.href : null;
}
