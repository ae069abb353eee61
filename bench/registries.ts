import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parseBulkFile } from '../scripts/registries/read-file.ts';
import { decodeDocument } from '../server/src/formats/ixbrl/encoding.ts';
import { listZipBuffer, readZipBufferMember } from '../server/src/formats/zip.ts';
import type { Source } from '../server/src/sources/kit/source.ts';
import { loadSource } from '../server/src/sources/load-source.ts';
import { type BenchReport, median } from './report.ts';
import { tokenizeXml } from './tokenize.ts';

const CORPUS = '../shared/data/intl';
const SAMPLE = 'sample';
const ROUNDS = 5;
const WARM_UP_ROUNDS = 1;

/** A bare decoder, the minimum of any parser of the format. Returns the number of decoded bytes. */
type Floor = (bytes: Buffer) => number;

interface Case {
  registry: string;
  document: string;
  /** Path in the corpus; `sample` replaces it if there is no corpus. */
  file: string;
  sample?: string;
  floor: Floor;
  floorName: string;
  /** Expands a document that was cut to one row to its usual size. */
  enlarge?: (bytes: Buffer) => Buffer;
  /** Split as a bulk file from disk instead of parsed as a document. */
  isBulk?: true;
}

const MARKUP = /\.(?:x?html?|xml|xbrl|xsd)$/i;

const inflateAndTokenize: Floor = bytes => {
  let size = 0;
  for (const member of listZipBuffer(bytes)) {
    const plain = readZipBufferMember(bytes, member);
    size += plain.length;
    if (MARKUP.test(member.name)) tokenizeXml(decodeDocument(plain));
  }
  return size;
};
const tokenizeOnly: Floor = bytes => {
  tokenizeXml(decodeDocument(bytes));
  return bytes.length;
};
const parseJson: Floor = bytes => {
  JSON.parse(bytes.toString('utf8'));
  return bytes.length;
};
const parseJsonLines: Floor = bytes => {
  for (const line of bytes.toString('utf8').split('\n')) if (line !== '') JSON.parse(line);
  return bytes.length;
};

function splitCells(encoding: string, separator: string): Floor {
  return bytes => {
    for (const line of new TextDecoder(encoding).decode(bytes).split('\n')) line.split(separator);
    return bytes.length;
  };
}

function inflateAndSplit(encoding: string, separator: string): Floor {
  const split = splitCells(encoding, separator);
  return bytes => listZipBuffer(bytes).reduce((size, member) => size + split(readZipBufferMember(bytes, member)), 0);
}

/** Repeats the row of a response as often as a busy day has announcements, each with its own id. */
function repeatAnnouncement(bytes: Buffer): Buffer {
  const response = JSON.parse(bytes.toString('utf8')) as { Table: Record<string, unknown>[]; Table1: unknown };
  const rows = Array.from({ length: ANNOUNCEMENTS }, (_, at) => {
    const id = at.toString(16).padStart(12, '0');
    return { ...response.Table[0], NEWSID: `6fb57b5e-a05f-4e05-b2da-${id}` };
  });
  return Buffer.from(JSON.stringify({ Table: rows, Table1: [{ ROWCNT: rows.length }] }));
}

const ANNOUNCEMENTS = 2_000;

const CASES: readonly Case[] = [
  {
    registry: 'edinet',
    document: 'annual report, XBRL package',
    file: 'jp/edinet/docs/S100TMMG_type1.zip',
    sample: 'api.edinet-fsa.go.jp/api/v2/documents/S100TMMG@type=1',
    floor: inflateAndTokenize,
    floorName: 'inflate + tokenizer',
  },
  {
    registry: 'edinet',
    document: 'fund report, CSV package',
    file: 'jp/edinet/csv/S100W523_type5.zip',
    floor: inflateAndSplit('utf-16le', '\t'),
    floorName: 'inflate + UTF-16 + split',
  },
  {
    registry: 'edinet',
    document: 'list of codes',
    file: 'jp/edinet/codelist/EdinetcodeDlInfo_2024-07-21.csv.gz',
    floor: splitCells('shift_jis', ','),
    floorName: 'CP932 + split',
  },
  {
    registry: 'edinet',
    document: 'list of a day',
    file: 'jp/edinet/list/documents_2024-06-28.csv.gz',
    floor: splitCells('utf-8', ','),
    floorName: 'UTF-8 + split',
  },
  {
    registry: 'tdnet',
    document: 'earnings summary, XBRL package',
    file: 'jp/tdnet/85660_20240502_edjp.zip',
    floor: inflateAndTokenize,
    floorName: 'inflate + tokenizer',
    isBulk: true,
  },
  {
    registry: 'esef',
    document: 'annual report, xBRL-JSON',
    file: 'eu/xbrl-json/kainos_2022.json',
    sample: 'filings.xbrl.org/213800H2PQMIF3OVZY47/2022-03-31/ESEF/GB/0/213800H2PQMIF3OVZY47-2022-03-31-T01.json.gz',
    floor: parseJson,
    floorName: 'JSON.parse',
  },
  {
    registry: 'esef',
    document: 'annual report, report package',
    file: 'eu/nl-kvk/groot-nl-jaarrekening-2023.zip',
    floor: inflateAndTokenize,
    floorName: 'inflate + tokenizer',
  },
  {
    registry: 'companies-house',
    document: 'accounts of a company',
    file: 'uk/companies-house/accounts/Prod223_2911_00824514_20201231.html.gz',
    sample: 'download.companieshouse.gov.uk/Prod223_2911_00824514_20201231.xml.gz',
    floor: tokenizeOnly,
    floorName: 'tokenizer',
  },
  {
    registry: 'companies-house',
    document: 'accounts of a day, bulk file',
    file: 'uk/companies-house/accounts/Accounts_Bulk_Data-2023-03-02.zip',
    floor: inflateAndTokenize,
    floorName: 'inflate + tokenizer',
    isBulk: true,
  },
  {
    registry: 'opendart',
    document: 'list of companies, bulk file',
    file: 'kr/opendart/corpCode.zip',
    floor: inflateAndTokenize,
    floorName: 'inflate + tokenizer',
    isBulk: true,
  },
  {
    registry: 'opendart',
    document: 'main accounts',
    file: 'kr/opendart/samsung_financials.json',
    sample: 'opendart.fss.or.kr/api/fnlttSinglAcnt.json@bsns_year=2023&corp_code=00126380&reprt_code=11011.gz',
    floor: parseJson,
    floorName: 'JSON.parse',
  },
  {
    registry: 'gleif',
    document: 'golden copy, XML',
    file: 'gleif/golden-copy/lei-data.xml',
    floor: tokenizeOnly,
    floorName: 'tokenizer',
  },
  {
    registry: 'cvm',
    document: 'register of companies',
    file: 'br/cvm/cad_cia_aberta_2024-06.csv.gz',
    floor: splitCells('latin1', ';'),
    floorName: 'ISO-8859-1 + split',
  },
  {
    registry: 'hkexnews',
    document: 'headlines, JSON lines',
    file: 'hk/hkexnews/listing_2019-05_zh.jsonl.gz',
    floor: parseJsonLines,
    floorName: 'JSON.parse',
  },
  {
    registry: 'hkexnews',
    document: 'stock list of the clearing system',
    file: 'hk/ccass/daily_stock_list_2019.html.gz',
    floor: tokenizeOnly,
    floorName: 'tokenizer',
  },
  {
    registry: 'bse-india',
    document: `announcements, one real row ${ANNOUNCEMENTS.toLocaleString('en-US')} times`,
    file: 'in/bse/announcements.json',
    floor: parseJson,
    floorName: 'JSON.parse',
    enlarge: repeatAnnouncement,
  },
  {
    registry: 'cninfo',
    document: 'announcements',
    file: 'cn/cninfo/announcements_snapshot_2026-08.json.gz',
    floor: parseJson,
    floorName: 'JSON.parse',
  },
  {
    registry: 'cninfo',
    document: 'list of stocks',
    file: 'cn/cninfo/szse_stock_2021.json.gz',
    floor: parseJson,
    floorName: 'JSON.parse',
  },
];

/** Each connector on documents of its registry, against a bare decoder of the same bytes. */
export async function benchRegistries(): Promise<BenchReport> {
  const rows: BenchReport['rows'] = [];
  for (const one of CASES) {
    const path = pathOf(one);
    if (path !== null) rows.push(await measureCase(one, path));
  }
  return {
    title: 'Documents of other registries',
    how: `From the bytes of a document to records (issuers, filings, facts, text), processor time of one thread, median of ${ROUNDS} rounds. The ratio is over a bare decoder of the same bytes. Ratios of ten and above belong to short rows and facts that become records of twenty to forty members. Documents are real (of the sample pack if the corpus is missing); MB are unpacked.`,
    rows,
  };
}

function pathOf({ file, sample }: Case): string | null {
  const candidates = [join(CORPUS, file), ...(sample === undefined ? [] : [join(SAMPLE, sample)])];
  return candidates.find(path => existsSync(path)) ?? null;
}

async function measureCase(candidate: Case, path: string): Promise<BenchReport['rows'][number]> {
  const packed = readFileSync(path);
  const plain = path.endsWith('.gz') ? gunzipSync(packed) : packed;
  const bytes = candidate.enlarge?.(plain) ?? plain;
  const source = await loadSource(candidate.registry);
  const parse =
    candidate.isBulk === true ? () => parseBulkFile(source, basename(path), path) : parserOf(source, path, bytes);
  const size = candidate.floor(bytes);
  const floors: number[] = [];
  const parses: number[] = [];
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round++) {
    const between = await threadMsOf(() => candidate.floor(bytes));
    const parsed = await threadMsOf(parse);
    if (round < WARM_UP_ROUNDS) continue;
    floors.push(between);
    parses.push(parsed);
  }
  const [floor, own] = [median(floors), median(parses)];
  const speed = (ms: number): string => `${(size / 1e3 / ms).toFixed(0)} MB/s`;
  return {
    name: `${candidate.registry}: ${candidate.document} (${(size / 1e6).toFixed(2)} MB)`,
    figure: `${own.toFixed(1)} ms, ${speed(own)}; ${candidate.floorName} ${floor.toFixed(1)} ms, ${speed(floor)}`,
    ratio: own / floor,
    aim: '≤ 10',
  };
}

/** The processor clock ticks every few milliseconds, so work is repeated until a tick is negligible. */
const MIN_MS = 60;

/** Processor time of this thread for one run, independent of other load. */
async function threadMsOf(work: () => unknown): Promise<number> {
  const begun = process.threadCpuUsage();
  for (let times = 1; ; times++) {
    await work();
    const { user, system } = process.threadCpuUsage(begun);
    const spentMs = (user + system) / 1e3;
    if (spentMs >= MIN_MS) return spentMs / times;
  }
}

function parserOf(source: Source, path: string, bytes: Buffer): () => Promise<unknown> {
  const url = source.identifyImport(basename(path, '.gz').replace('@', '_'), bytes);
  return () => source.parse([{ url, bytes, sha256: '' }]);
}
