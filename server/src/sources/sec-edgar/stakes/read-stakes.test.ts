import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { scheduleG } from '../../../../test/fictional/holdings.ts';
import { largestStake } from '../../../domain/ownership/holders/model/disclosed-stake.ts';
import { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { openFiling } from '../filings/open-filing.ts';
import { parseSchedule } from './parse-schedule.ts';
import { readCoverPages } from './read-cover-pages.ts';

const CORPUS = '../shared/data/us/other-forms';
const SCHEDULE = {
  filerCik: 9_900_001,
  issuer: { cik: 9_000_001, name: 'Fictional Works & Co' },
  cusips: ['11122A107', '11122A107', '11122A108'],
  eventDay: '12/31/2025',
  holders: [
    { name: 'Fictional Capital LP', shares: '1,500,000.00', percent: '7.5%', types: ['IA', 'PN'] },
    { name: 'Jane Doe', shares: '1500000', percent: '7.5', types: ['IN', 'HC'] },
  ],
};

function read(source: string) {
  const log = new AnomalyLog('sec-edgar', 'test');
  const document = parseSchedule({ fileName: 'primary_doc.xml', source, accession: '9-25-1', known: new Map() }, log);
  return {
    document,
    report: document?.report,
    anomalies: log.list().map(anomaly => `${anomaly.kind} ${anomaly.locator}`),
  };
}

describe('a schedule in XML', () => {
  test('gives every reporting person, and one stake for all of them', () => {
    const { document, report, anomalies } = read(scheduleG(SCHEDULE));
    expect(document).toMatchObject({ issuerCik: '0009000001', issuerName: 'Fictional Works & Co' });
    expect(report).toMatchObject({ schedule: '13G', eventDate: '2025-12-31', cusips: ['11122A107'], isExit: false });
    expect(
      report?.stakes.map(stake => [
        stake.nameAsFiled,
        stake.kind,
        stake.shares,
        stake.percent,
        stake.holder.identifier,
      ]),
    ).toEqual([
      ['Fictional Capital LP', 'institution', '1500000', '7.5', '9-25-1/1'],
      ['Jane Doe', 'person', '1500000', '7.5', '9-25-1/2'],
    ]);
    expect(largestStake(report?.stakes ?? [])?.shares).toBe('1500000');
    expect(anomalies).toEqual(['bad_cusip cover page']);
  });

  test('takes a single holder as the filer, and a box or a percentage as the end of a stake', () => {
    const [first] = SCHEDULE.holders;
    const alone = read(
      scheduleG({ ...SCHEDULE, holders: [{ ...first, name: 'Alone LLC', shares: '0', percent: '0' }] }),
    );
    expect(alone.report?.stakes[0]?.holder).toEqual({ scheme: 'cik', identifier: '9900001' });
    expect(alone.report?.isExit).toBe(true);
    expect(read(scheduleG({ ...SCHEDULE, exits: true })).report?.isExit).toBe(true);
  });

  test('is read as far as possible if it is damaged, and the damage is reported', () => {
    const cut = read(scheduleG(SCHEDULE).replace('</coverPageHeader>', '').replace('1,500,000.00', 'many'));
    expect(cut.anomalies.some(anomaly => anomaly.startsWith('not_well_formed'))).toBe(true);
    expect(cut.anomalies).toContain('unreadable_number holder 1');
    expect(read('<edgarSubmission><headerData/></edgarSubmission>').report).toBeUndefined();
    expect(read('no XML').report).toBeUndefined();
    const endless = scheduleG({
      ...SCHEDULE,
      holders: Array.from({ length: 2_000 }, () => ({ name: 'A', shares: '1', percent: '1' })),
    });
    expect(read(endless).report?.stakes.length).toBeLessThanOrEqual(200);
  });

  test('gives nothing without the rows of the form', () => {
    const input = { schedule: '13G' as const, isAmendment: false, accession: '9-25-1', known: new Map() };
    expect(readCoverPages({ ...input, text: 'Names of Reporting Persons' }, new AnomalyLog('x', 'y'))).toBeNull();
  });
});

describe.skipIf(!existsSync(CORPUS))('published filings (needs ../shared)', () => {
  const open = (name: string, path: string) => {
    const url = `https://www.sec.gov/Archives/edgar/data/${path}`;
    const { records, anomalies } = openFiling([{ url, sha256: '', bytes: readFileSync(`${CORPUS}/${name}`) }]);
    return { key: records[0]?.canonicalKey, report: records[0]?.contents?.stakeReport ?? null, anomalies };
  };
  const figures = (report: ReturnType<typeof open>['report']) =>
    report?.stakes.map(stake => [
      stake.name,
      stake.kind,
      Number(stake.shares),
      Number(stake.percent),
      stake.holder.scheme,
    ]);

  test('give a list of CUSIPs and one holder (Vanguard on Apple, 2026)', () => {
    const { key, report, anomalies } = open(
      'aapl_schedule13g_vanguard.xml',
      '320193/000210011926000001/primary_doc.xml',
    );
    expect([key, report?.schedule, report?.cusips, report?.rules]).toEqual([
      'cik:320193',
      '13G',
      ['037833100'],
      ['Rule 13d-1(b)'],
    ]);
    expect(figures(report)).toEqual([['Vanguard Capital Management', 'institution', 1_099_168_953, 7.48, 'cik']]);
    expect(report?.stakes[0]).toMatchObject({ holder: { identifier: '2100119' }, votingSole: '145321305' });
    expect(anomalies.map(({ kind }) => kind)).toEqual(['filing_date_from_signature']);
  });

  test('give the purpose of a Schedule 13D, and names in the order of signatures (BML on Aadi, Affinity on QXO)', () => {
    const aadi = open('schedule13d.xml', '1422142/000137360424000001/primary_doc.xml').report;
    expect(figures(aadi)).toEqual([
      ['BML Investment Partners, L.P.', 'institution', 2_100_000, 8.5, 'cik'],
      ['Braden Michael Leonard', 'person', 2_435_000, 9.9, 'cik'],
    ]);
    expect(aadi?.purpose?.length).toBeGreaterThan(1_000);
    const qxo = open('sc13d-qxo.xml', '1236275/000205958325000001/primary_doc.xml').report;
    expect(qxo?.eventDate).toBe('2025-04-29');
    expect(figures(qxo)?.at(-1)).toEqual(['Jared Kushner', 'person', 32_671_542, 6.3, 'sec_edgar_holder']);
    expect(Number(largestStake(qxo?.stakes ?? [])?.shares)).toBe(32_671_542);
  });

  test('give the shares of a group once (Marex on Jushi, Commodore on AN2)', () => {
    const jushi = open('schedule13g.xml', '1909747/000204849025000001/primary_doc.xml').report;
    expect([jushi?.cusips, jushi?.isExit, figures(jushi)?.map(figure => figure[2])]).toEqual([
      ['48213Y107'],
      false,
      [10_000_000, 10_000_000],
    ]);
    const an2 = open('sc13g-x0202-an2.xml', '1880438/000183194226000001/primary_doc.xml').report;
    expect([an2?.cusips, figures(an2)?.map(figure => figure[1])]).toEqual([
      ['037326105'],
      ['institution', 'institution', 'person', 'person'],
    ]);
  });

  test('include cover pages in text (Morgan Stanley on Coupang, BlackRock on Trinity, Millennium leaving Livent)', () => {
    const coupang = open('SC13GA_Coupang.txt', '1834584/000089542124000024/0000895421-24-000024.txt');
    expect([coupang.key, coupang.report?.amendmentNumber, coupang.report?.cusips]).toEqual([
      'cik:1834584',
      1,
      ['22266T109'],
    ]);
    expect(figures(coupang.report)).toEqual([
      ['Morgan Stanley', 'institution', 81_988_740, 5.1, 'cik'],
      ['Morgan Stanley Investment Management Inc.', 'institution', 81_086_822, 5, 'sec_edgar_holder'],
    ]);
    expect(coupang.report?.stakes[0]).toMatchObject({
      votingSole: '0',
      votingShared: '78114639',
      holderTypes: ['HC', 'CO'],
    });
    const trinity = open('SG-13G-DOCUMENT-WITH-TEXT.html', '99780/000000000024000001/0000000000-24-000001.txt').report;
    expect([trinity?.cusips, trinity?.eventDate, trinity?.confidence]).toEqual([['896522109'], '2023-12-31', 0.7]);
    expect(figures(trinity)).toEqual([['BlackRock, Inc.', 'institution', 13_967_335, 17.1, 'sec_edgar_holder']]);
    const livent = open('SC-13G-DOCUMENT.html', '1742924/000000000024000002/0000000000-24-000002.txt').report;
    expect([livent?.isExit, livent?.eventDate, livent?.rules]).toEqual([true, '2023-12-29', ['Rule 13d-1(c)']]);
    expect(figures(livent)?.map(figure => figure.slice(0, 3))).toEqual([
      ['ICS Opportunities, Ltd.', 'institution', 0],
      ['Millennium Management LLC', 'institution', 0],
      ['Millennium Group Management LLC', 'institution', 0],
      ['Israel A. Englander', 'person', 0],
    ]);
  });
});
