import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FiledEvent } from '../../server/src/domain/disclosures/events/model.ts';
import { readListedEvents } from '../../server/src/domain/disclosures/events/rules/listed-events.ts';
import type { Filing } from '../../server/src/domain/filings/issuers/model/issuer.ts';
import { mops } from '../../server/src/sources/mops/source.ts';
import { countRow, type RegistryTable, type TruthRow } from './comparison.ts';

const FILE = 'tw/twse/t187ap04_L_2023-08.csv.gz';

/** Kinds that are no events of the company if a subsidiary announces them of itself. */
const OF_ONE_COMPANY =
  /^(?:capital_reduction|equity_offering|convertible_issue|buyback|name_change|delisting|dissolution)$/;

/** The announcements of one day, each with its dates and the kinds of its events. */
export const taiwanEvents: RegistryTable = {
  file: 'tw_events_gold.tsv',
  how: 'Announcements of one day that people read: time, day of the fact, clause, kinds of events, the new name of a company. What a subsidiary announces of itself (its capital, its name) is no event of the company.',
  issuerOf: row => row.code ?? '',
  async compare(folder, rows, comparison) {
    const filings = await readFilings(join(folder, FILE));
    for (const row of rows) {
      const filing = filings.find(candidate => isSame(candidate, row));
      const expected = expectedOf(row);
      const found = filing === undefined ? null : describe(filing, readListedEvents(filing));
      const described = {
        issuer: `${row.code} ${row.name}`,
        period: row.announced ?? '',
        code: row.kind ?? '',
        expected,
      };
      countRow(comparison, described, found, found === expected, row.subject);
    }
  },
};

async function readFilings(path: string): Promise<Filing[]> {
  const bytes = gunzipSync(readFileSync(path));
  const url = mops.identifyImport('t187ap04_L.csv', bytes);
  const { records } = await mops.parse([{ url, bytes, sha256: '' }]);
  return records.flatMap(({ filings }) => filings);
}

function isSame({ nativeId, title }: Filing, row: TruthRow): boolean {
  const time = (row.time ?? '').replaceAll(':', '');
  return nativeId.startsWith(`${row.code}-`) && nativeId.includes(`-${time}-`) && plain(title) === plain(row.subject);
}

function plain(text: string | null | undefined): string {
  return (text ?? '').replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code))).replace(/\s+/g, '');
}

function expectedOf(row: TruthRow): string {
  const isOther = row.scope === 'subsidiary' && OF_ONE_COMPANY.test(row.kind ?? '');
  const kinds = row.kind === 'none' || isOther ? '' : row.kind;
  return [row.announced, row.time, row.fact_date, row.clause, kinds, row.new_name].join(' ').trim();
}

function describe({ filingDate, acceptedAt, periodEnd, itemCodes }: Filing, events: readonly FiledEvent[]): string {
  const time = new Date(Date.parse(acceptedAt ?? '') + 8 * 3_600_000).toISOString().slice(11, 19);
  const names = events.flatMap(({ kind, title }) => (kind === 'name_change' ? title.split(': ').slice(1) : []));
  const kinds = events.map(({ kind }) => kind);
  return [filingDate, time, periodEnd, ...itemCodes, kinds.join(' '), ...names].join(' ').trim();
}
