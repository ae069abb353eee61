import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { describeWith } from '../../../../test/describe-with.ts';
import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { documentUrl } from '../addresses.ts';
import { statePeople } from '../state-people.ts';
import { openFiling } from './open-filing.ts';
import { readLargeHolding, readMajorShareholders, readOfficers } from './read-holders.ts';

function fact(concept: string, value: string | null, member?: string): ReportedFact {
  const dimensions = member === undefined ? {} : { 'jplvh_cor:HoldersAxis': member };
  const place = { document: '', elementId: '', start: 0, end: 0 };
  return {
    concept,
    periodStart: null,
    periodEnd: '2024-06-28',
    unit: null,
    value,
    decimals: null,
    dimensions,
    ...place,
  };
}

test('reads a large holding by holder and in all, and skips nil if there is a value', () => {
  const holding = readLargeHolding([
    fact('jplvh_cor:NameOfIssuer', '架空製粉'),
    fact('jplvh_cor:SecurityCodeOfIssuer', '990A'),
    fact('jplvh_cor:Name', '山田　太郎', 'a:Holder1Member'),
    fact('jplvh_cor:HoldingRatioOfShareCertificatesEtc', null, 'a:Holder1Member'),
    fact('jplvh_cor:HoldingRatioOfShareCertificatesEtc', '0.0512', 'a:Holder1Member'),
    fact('jplvh_cor:HoldingRatioOfShareCertificatesEtc', '0.0512'),
  ]);
  expect(holding).toMatchObject({ issuer: { name: '架空製粉', securitiesCode: '990A' }, total: { ratio: '0.0512' } });
  expect(holding?.holders).toMatchObject([{ name: '山田 太郎', ratio: '0.0512', shares: null }]);
  expect(readLargeHolding([fact('jpcrp_cor:Name', 'x')])).toBeNull();
});

test('splits account numbers and standing proxies from the names of holders', () => {
  const named = (name: string) =>
    readMajorShareholders([fact('jpcrp_cor:NameMajorShareholders', name, 'a:No1MajorShareholdersMember')])[0];
  expect(
    named('FICTIONAL STREET BANK AND TRUST COMPANY 505001（常任代理人　株式会社架空銀行決済営業部）'),
  ).toMatchObject({
    name: 'FICTIONAL STREET BANK AND TRUST COMPANY',
    account: '505001',
    standingProxy: '株式会社架空銀行決済営業部',
  });
  expect(named('FICTIONAL CHASE BANK 385781')).toMatchObject({
    name: 'FICTIONAL CHASE BANK',
    account: '385781',
    standingProxy: null,
  });
  expect(named('カクウ バンク ウェスト 505234')).toMatchObject({ name: 'カクウ バンク ウェスト', account: '505234' });
  expect(named('株式会社架空信託銀行（信託口４）')).toMatchObject({
    name: '株式会社架空信託銀行（信託口４）',
    account: null,
    standingProxy: null,
  });
  expect(named('架空投資事業組合2024')).toMatchObject({ name: '架空投資事業組合2024', account: null });
});

test('adds up the accounts that one holder has', () => {
  const row = (rank: number, name: string, shares: string, ratio: string) =>
    [
      ['NameMajorShareholders', name],
      ['NumberOfSharesHeld', shares],
      ['ShareholdingRatio', ratio],
    ].map(([concept, value]) => fact(`jpcrp_cor:${concept}`, value ?? null, `a:No${rank}MajorShareholdersMember`));
  const facts = [
    ...row(1, 'FICTIONAL BANK 505001', '1000', '0.05'),
    ...row(2, 'FICTIONAL BANK 505223', '500', '0.025'),
  ];
  expect(statePeople(facts, '2024-06-28')).toMatchObject([
    {
      ...{ name: 'FICTIONAL BANK', relation: 'major_shareholder', shares: '1500', ownershipPct: '7.5' },
      ...{ accountNumbers: ['505001', '505223'], standingProxy: null },
    },
  ]);
});

const INTL = new URL('../../../../../../shared/data/intl/', import.meta.url);

describeWith(INTL)('people and holders of the table of truth (skipped if it is missing)', () => {
  const [header = '', ...lines] = readFileSync(new URL('truth/intl_people.tsv', INTL), 'utf8')
    .split('\n')
    .filter(Boolean);
  const names = header.split('\t');
  const rows = lines.map(line => Object.fromEntries(line.split('\t').map((cell, at) => [names[at] ?? '', cell])));
  const bare = (text: string) => text.replace(/\s/g, '');

  function factsOf(path: string): readonly ReportedFact[] {
    const url = documentUrl('S100ZZ01', path.includes('/csv/') ? 5 : 1);
    const bytes = readFileSync(new URL(path, INTL));
    return openFiling([{ url, sha256: '', bytes }]).records[0]?.contents?.report?.facts ?? [];
  }

  test.each(['S100TMMG', 'S100U4EY'])('%s: shareholders with their ratios, officers with titles and shares', number => {
    const path = `jp/edinet/docs/${number}_type1.zip`;
    const facts = factsOf(path);
    const own = rows.filter(row => row.source_file === path);
    const holders = readMajorShareholders(facts).map(
      shareholder =>
        `${bare(shareholder.nameAsFiled)} ${(Number(shareholder.ratio) * 100).toFixed(2)} ${shareholder.shares} ${shareholder.date}`,
    );
    const wanted = own.filter(row => row.relation === 'shareholder');
    expect(holders).toEqual(
      wanted.map(
        row => `${bare(row.person_name ?? '')} ${Number(row.share_pct).toFixed(2)} ${row.shares} ${row.as_of}`,
      ),
    );
    const officers = readOfficers(facts).map(
      officer => `${bare(officer.name)} ${bare(officer.title ?? '')} ${officer.shares ?? ''}`,
    );
    const directors = own.filter(row => row.relation === 'director');
    expect(officers).toEqual(
      directors.map(row => `${bare(row.person_name ?? '')} ${bare(row.title ?? '')} ${row.shares}`),
    );
  });

  test('S100WGBJ: joint holders of a change report', () => {
    const holding = readLargeHolding(factsOf('jp/edinet/csv/S100WGBJ_type5.zip'));
    expect(holding).toMatchObject({
      title: '変更報告書No.14',
      issuer: { name: '株式会社大冷', securitiesCode: '2883' },
      dutyDate: '2024-08-06',
      total: { shares: '3149800', outstandingShares: '6008300', ratio: '0.5242', previousRatio: '0.5242' },
    });
    expect(holding?.holders.map(holder => [holder.name, holder.shares, holder.ratio, holder.previousRatio])).toEqual([
      ['株式会社フルタ', '2883500', '0.4799', '0.4583'],
      ['古田耕司', '266300', '0.0443', '0.066'],
    ]);
  });
});
