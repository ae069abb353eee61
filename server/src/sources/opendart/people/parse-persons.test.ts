import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { readResponse } from '../read-response.ts';
import { parseOfficers, parseRelatedHoldings, parseReportedHoldings } from './parse-persons.ts';

const INTL = new URL('../../../../../../shared/data/intl/', import.meta.url).pathname;

function rowsOf(path: string) {
  const log = new AnomalyLog('opendart', path);
  return { rows: readResponse(readFileSync(`${INTL}kr/opendart/${path}`), log).rows, log };
}

describe.skipIf(!existsSync(`${INTL}truth`))(
  'persons of Samsung Electronics (skipped without ../shared/data/intl)',
  () => {
    test('the main shareholder and related parties are those of the truth', () => {
      const { rows, log } = rowsOf('samsung_ownership.json');
      const holdings = parseRelatedHoldings(rows, log);
      expect(log.list()).toEqual([]);
      const [header = '', ...lines] = readFileSync(`${INTL}truth/intl_people.tsv`, 'utf8').trimEnd().split('\n');
      const names = header.split('\t');
      const truth = lines
        .map(line => Object.fromEntries(line.split('\t').map((cell, at) => [names[at] ?? '', cell])))
        .filter(row => row.source_file === 'kr/opendart/samsung_ownership.json');
      expect(truth.length).toBeGreaterThanOrEqual(24);
      for (const row of truth) {
        const [relation = '', shareKind] = (row.title ?? '').split(' / ').map(part => part.trim());
        const found = holdings.find(holding => holding.name === row.person_name && holding.shareKind === shareKind);
        expect(found).toMatchObject({ shares: row.shares, sharePct: row.share_pct, asOf: row.as_of });
        expect(found?.relation ?? '').toBe(relation);
        expect(found?.isTotal).toBe(row.person_name === '계');
      }
    });

    test('an officer, a large holding and an officer’s holding are those of the truth', () => {
      const officers = rowsOf('real-excerpt/report_exctvSttus.json');
      expect(parseOfficers(officers.rows, officers.log)[0]).toMatchObject({
        name: '한종희',
        position: '부회장',
        registration: '사내이사',
        bornIn: '1962-03',
        termEnd: '2026-03-17',
        asOf: '2023-12-31',
      });
      const large = rowsOf('real-excerpt/ownership_majorstock.json');
      expect(parseReportedHoldings(large.rows, large.log)).toEqual([
        {
          receipt: '20240524000517',
          reportedOn: '2024-05-24',
          name: '삼성물산',
          capacity: '일반',
          shares: '1199285813',
          sharesChange: '-205875',
          sharePct: '20.09',
        },
      ]);
      const insider = rowsOf('real-excerpt/ownership_elestock.json');
      expect(parseReportedHoldings(insider.rows, insider.log)[0]).toMatchObject({
        name: '손준호',
        capacity: '비등기임원 상무',
        shares: '0',
        sharesChange: '-1400',
      });
    });
  },
);

test('reports rows without a name, or with words in place of numbers', () => {
  const log = new AnomalyLog('opendart', 'x');
  const receipt = '20240312000736';
  const rows = [
    { rcept_no: receipt, nm: '-' },
    { rcept_no: receipt, nm: '김가상', trmend_posesn_stock_co: '없음', stlm_dt: '2023-12-31' },
  ];
  expect(parseRelatedHoldings(rows, log)).toMatchObject([{ name: '김가상', shares: null, sharePct: null }]);
  expect(log.list().map(anomaly => anomaly.kind)).toEqual(['bad_row', 'bad_value']);
});
