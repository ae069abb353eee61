import { type Anomaly, AnomalyLog } from '../../server/src/kernel/anomaly-log.ts';
import { parseControlSnapshot, parseSnapshotIndex } from '../../server/src/sources/companies-house/control.ts';
import { parseCodeList } from '../../server/src/sources/gleif/parse-code-list.ts';
import { parseClearingHoldings } from '../../server/src/sources/hkexnews/clearing-holdings.ts';
import { parseInstrumentPage, parseMappingResponse } from '../../server/src/sources/openfigi/parse-responses.ts';
import type { CorpusFile, FileReading } from './read-file.ts';

/** Parsers of data that the store does not hold, by the files that they apply to. */
const READERS: readonly { registry: string; files: RegExp; as: string; read: Read }[] = [
  {
    registry: 'companies-house',
    files: /^uk\/companies-house\/psc\/(?:psc_|psc-data|quoted_psc)/,
    as: 'persons with significant control',
    read: ({ bytes }, log) => {
      const { entries, totals } = parseControlSnapshot(linesOf(bytes), log);
      return entries.length + (totals === null ? 0 : 1);
    },
  },
  {
    registry: 'companies-house',
    files: /^uk\/companies-house\/psc\/en_pscdata\.html$/,
    as: 'page of snapshots',
    read: ({ bytes }) => parseSnapshotIndex(bytes.toString('utf8')).length,
  },
  {
    registry: 'hkexnews',
    files: /^hk\/ccass\/(?:0\d{4}_|result-)/,
    as: 'holdings in the clearing system',
    read: ({ bytes }, log) => parseClearingHoldings(bytes, log)?.holdings.length ?? 0,
  },
  {
    registry: 'gleif',
    files:
      /^gleif\/api\/(?:countries|regions|jurisdictions|entity_legal_forms|registration_authorities|official_organizational_roles)\//,
    as: 'code list',
    read: ({ bytes }, log) => parseCodeList(bytes, log).length,
  },
  {
    registry: 'openfigi',
    files: /^openfigi\/mapping\//,
    as: 'instruments',
    read: ({ bytes }, log) => {
      const jobs = (JSON.parse(bytes.toString('utf8')) as unknown[]).length;
      return parseMappingResponse(bytes, jobs, log).reduce(
        (sum, result) => sum + (result.state === 'found' ? result.instruments.length : 0),
        0,
      );
    },
  },
  {
    registry: 'openfigi',
    files: /^openfigi\/(?:filter|search)\//,
    as: 'instruments',
    read: ({ bytes }, log) => parseInstrumentPage(bytes, log)?.instruments.length ?? 0,
  },
];

type Read = (file: CorpusFile, log: AnomalyLog) => number;

/** Reads a file with its special parser; null if it has none. */
export function readBySpecialParser(registry: string, path: string, file: CorpusFile): FileReading | null {
  const reader = READERS.find(reader => reader.registry === registry && reader.files.test(path));
  if (reader === undefined) return null;
  const log = new AnomalyLog(registry, path);
  const entries = reader.read(file, log);
  const anomalies: Anomaly[] = log.list();
  return { as: reader.as, issuers: 0, filings: 0, facts: 0, sections: 0, entries, anomalies };
}

/** A snapshot has one object per line; samples are indented, or are a list. */
function linesOf(bytes: Buffer): string[] {
  const text = bytes.toString('utf8').replace(/^\uFEFF/, '');
  try {
    const whole: unknown = JSON.parse(text);
    return (Array.isArray(whole) ? whole : [whole]).map(item => JSON.stringify(item));
  } catch {
    return text.split(/\r?\n/);
  }
}
