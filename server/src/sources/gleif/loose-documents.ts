import { isJsonObject, objectOf } from '../../formats/json-object.ts';
import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { ImportFile } from '../kit/source.ts';
import { addressOf } from './addresses.ts';
import { API_HOST, type GoldenCopyKind, goldenCopyUrl, partUrl, recordUrl } from './endpoints.ts';
import { parseAnswer } from './parse-answer.ts';
import type { LeiRecords } from './records.ts';

/** Where a file of the golden copy says what it is. */
const LOOKED_AT_CHARACTERS = 1 << 14;
const ROOTS: Readonly<Record<string, GoldenCopyKind>> = {
  LEIData: 'lei2',
  RelationshipData: 'rr',
  ReportingExceptionData: 'repex',
};

/**
 * The address of a loose document: a file of the golden copy (XML or CSV) or an answer of the API about entities, each told
 * by what it holds. Throws AsfiledError `bad_request` for anything else, code lists among them.
 */
export function identifyImport(name: string, bytes: Buffer): string {
  const start = bytes.toString('utf8', 0, LOOKED_AT_CHARACTERS).replace(/^\uFEFF/, '');
  const url = /^\s*</.test(start) ? xmlUrl(start) : /^\s*[[{]/.test(start) ? answerUrl(bytes) : tableUrl(name, start);
  if (url !== null) return url;
  throw new AsfiledError(
    'bad_request',
    `${name} is no document of entities that gleif knows: answers of the API, golden copy files (XML, CSV), or a bulk .zip of them.`,
  );
}

/** Throws AsfiledError `bad_request`: nobody files anything here, and documents name themselves. */
export function placeImport(files: readonly ImportFile[]): { url: string; bytes: Buffer }[] {
  throw new AsfiledError(
    'bad_request',
    `${files[0]?.row.path ?? 'a file'}: gleif has no filings that files could be part of`,
  );
}

function xmlUrl(start: string): string | null {
  const root = /<(?:[\w.-]+:)?(LEIData|RelationshipData|ReportingExceptionData)[\s>]/.exec(start)?.[1] ?? '';
  const published = /ContentDate>\s*(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})/.exec(start);
  const kind = ROOTS[root];
  if (kind === undefined || published === null) return null;
  const [, year, month, day, hour, minute] = published;
  return goldenCopyUrl(kind, `${year}${month}${day}-${hour}${minute}`, 'xml');
}

/** Tables don't say of when they are, their names do: `20230605-0800-gleif-goldencopy-lei2-golden-copy.csv`. */
function tableUrl(name: string, start: string): string | null {
  const header = start.slice(0, start.search(/[\r\n]|$/));
  const published = /\d{8}-\d{4}/.exec(name)?.[0] ?? 'undated';
  const has = (column: string): boolean => header.split(',').some(one => one.replace(/^"|"$/g, '') === column);
  const kind = has('Entity.LegalName')
    ? 'lei2'
    : has('Relationship.StartNode.NodeID')
      ? 'rr'
      : has('Exception.Category')
        ? 'repex'
        : has('LEI') && has('ISIN')
          ? 'lei-isin'
          : null;
  return kind === null ? null : goldenCopyUrl(kind, published, 'csv');
}

function answerUrl(bytes: Buffer): string | null {
  return linkedUrl(bytes) ?? urlOfContent(parseAnswer(bytes, new AnomalyLog('gleif', '')));
}

/** A list names its own first page; the page's own parameters are of no account where it is the first. */
function linkedUrl(bytes: Buffer): string | null {
  let root: unknown;
  try {
    root = JSON.parse(bytes.toString('utf8').replace(/^\uFEFF/, ''));
  } catch {
    return null;
  }
  if (!isJsonObject(root)) return null;
  const first = URL.parse(String(objectOf(root.links).first ?? ''));
  if (first === null || first.hostname !== API_HOST) return null;
  const page = objectOf(objectOf(root.meta).pagination).currentPage;
  if (page === 1) for (const parameter of ['page[number]', 'page[size]']) first.searchParams.delete(parameter);
  else first.searchParams.set('page[number]', String(page));
  const kind = addressOf(first.href)?.kind;
  return kind === undefined || kind === 'list' ? null : first.href;
}

const SCOPES: readonly [RegExp, string][] = [
  [/^(?:IS_)?DIRECT/, 'direct'],
  [/^(?:IS_)?ULTIMATE/, 'ultimate'],
];

function urlOfContent({ records, relationships, exceptions, isins }: LeiRecords): string | null {
  const scopeOf = (type: string): string | null => SCOPES.find(([pattern]) => pattern.test(type))?.[1] ?? null;
  const [record, relationship, exception, isin] = [records[0], relationships[0], exceptions[0], isins[0]];
  if (record !== undefined) return records.length > 1 ? null : recordUrl(record.lei);
  if (isin !== undefined) return partUrl(isin.lei, 'isins');
  if (relationship !== undefined) {
    const scope = scopeOf(relationship.type);
    return scope === null ? null : partUrl(relationship.startLei, `${scope}-parent-relationship`);
  }
  const scope = exception === undefined ? null : scopeOf(exception.category);
  return scope === null || exception === undefined
    ? null
    : partUrl(exception.lei, `${scope}-parent-reporting-exception`);
}
