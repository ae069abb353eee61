import { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { Address } from '../kit/address.ts';
import { fetchAddress } from '../kit/discovery.ts';
import {
  type AddressedKind,
  type DocumentKind,
  documentKind,
  type ExpectedCounts,
  type ImportCandidate,
  type Mapped,
  type MappedDocument,
} from '../kit/document-kind.ts';
import { formOfResponse } from '../kit/http/response-form.ts';
import type { RegistryClient, Task } from '../kit/source.ts';
import { BOARDS, type BoardLetter, isBoardLetter } from './boards.ts';
import { type Row, readRows } from './read-rows.ts';

const FILES = 'https://mopsfin.twse.com.tw/opendata/';
/** The same rows as JSON, for listed companies. */
const API = 'https://openapi.twse.com.tw/v1/opendata/';

/** A file of the open data: one set of one board. */
export interface OpenDataFile {
  board: BoardLetter;
  format: 'csv' | 'json';
  /** The day, month or year of the rows, which a file of changing content does not have in its URL; `''` if unknown. */
  of: string;
}

function openDataAddress(set: string, template: string): Address<OpenDataFile> {
  return {
    template: `${FILES}${template}`,
    url({ board, format, of }) {
      const plain = openDataUrl(set, board, format);
      return of === '' ? plain : `${plain}#${of}`;
    },
    read(url) {
      const [plain = '', of = ''] = url.split('#');
      const format = plain.startsWith(API) ? 'json' : 'csv';
      const [, name, board = ''] = /\/(\w+)_([A-Z])(?:\.csv)?$/.exec(plain) ?? [];
      if (name !== set || !isBoardLetter(board)) return null;
      return openDataUrl(set, board, format) === plain ? { board, format, of } : null;
    },
  };
}

function openDataUrl(set: string, board: BoardLetter, format: OpenDataFile['format']): string {
  return format === 'csv' ? `${FILES}${set}_${board}.csv` : `${API}${set}_${board}`;
}

/** What the connector reads from a set of files. */
export interface OpenDataSet<Entry> {
  /** `t187ap03` */
  set: string;
  /** First part of the source name. */
  name: string;
  states: string;
  needed: readonly string[];
  expect: ExpectedCounts;
  /** The entries of the rows of the file at a URL. Rows that are not read are anomalies or left out by a rule. */
  entries(rows: readonly Row[], log: AnomalyLog, url: string): Entry[];
  map(entries: Entry[], document: MappedDocument<OpenDataFile>): Mapped;
}

/** A set whose newest file replaces the ones before. */
export function currentList<Entry>(options: OpenDataSet<Entry>): AddressedKind<OpenDataFile, Entry[]> {
  return documentKind({
    ...kindOptions(options),
    address: openDataAddress(options.set, `${options.set}_{board}.csv`),
    source: `${options.name}/{board}`,
    identify: file => identify(options.set, file, () => ''),
  });
}

/** A set whose files have a day, month or year each, and one URL. */
export interface DatedList {
  kinds: DocumentKind[];
  /** The tasks of some URLs: each file is requested, and named after the time of its rows. */
  tasks(client: RegistryClient, urls: readonly string[]): Promise<Task[]>;
  /** The URLs of a mirror that hold such files. */
  isUndated(url: string): boolean;
  url(board: BoardLetter): string;
}

/** A set whose rows are of one day, month or year: `timeOf` reads it from the first row. */
export function datedList<Entry>(options: OpenDataSet<Entry> & { timeOf(row: Row): string | null }): DatedList {
  const { set, name, needed, timeOf } = options;
  const address = openDataAddress(set, `${set}_{board}.csv#{of}`);
  const timeOfBytes = (bytes: Buffer): string => {
    const [first] = readRows(bytes, needed, new AnomalyLog('mops', set)) ?? [];
    return first === undefined ? '' : (timeOf(first) ?? '');
  };
  const dated = documentKind({
    ...kindOptions(options),
    address: { ...address, read: url => withTime(address.read(url)) },
    source: `${name}/{board}/{of}`,
    identify: file => withTime(identify(set, file, timeOfBytes)),
  });
  const undated = documentKind({
    ...kindOptions(options),
    address: openDataAddress(set, `${set}_{board}.csv`),
    states: 'the same file before its time is known',
  });
  return {
    kinds: [dated, undated],
    isUndated: url => address.read(url)?.of === '',
    url: board => openDataUrl(set, board, 'csv'),
    async tasks(client, urls) {
      const tasks: Task[] = [];
      for (const url of urls) {
        const document = await fetchAddress(client, url);
        const file = address.read(url);
        if (document === null || file === null) continue;
        const of = timeOfBytes(document.bytes);
        if (of !== '') tasks.push(dated.archived({ ...document, url: address.url({ ...file, of }) }));
      }
      return tasks;
    },
  };
}

function withTime(file: OpenDataFile | null): OpenDataFile | null {
  return file === null || file.of === '' ? null : file;
}

function kindOptions<Entry>({ set, states, needed, expect, entries, map }: OpenDataSet<Entry>) {
  return {
    states,
    expect,
    named: ({ board }: OpenDataFile) => ({ board: BOARDS[board].name }),
    read(bytes: Buffer, log: AnomalyLog, { board, format }: OpenDataFile) {
      const rows = readRows(bytes, needed, log);
      return rows && entries(rows, log, openDataUrl(set, board, format));
    },
    map,
    accepts: `${set}_L, _O and _R (CSV, JSON)`,
  };
}

/** A file by its name, `t187ap03_L.csv`, which alone names the board. */
function identify(
  set: string,
  { name, bytes }: ImportCandidate,
  timeOf: (bytes: Buffer) => string,
): OpenDataFile | null {
  const [, stated, board = ''] = /^(?:mopsfin_)?(t187ap\d\d)_([A-Z])(?:[_.-]|$)/.exec(name) ?? [];
  if (stated !== set || !isBoardLetter(board)) return null;
  return { board, format: formOfResponse(bytes) === 'json' ? 'json' : 'csv', of: timeOf(bytes) };
}
