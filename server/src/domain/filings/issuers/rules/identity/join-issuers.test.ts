import { describe, expect, test } from 'vitest';
import { nameKey } from '../../../../../kernel/identifiers/name-key.ts';
import type { Registrant } from '../../model/identity.ts';
import { type Decision, joinIssuers } from './join-issuers.ts';

/** Fictional companies with fictional LEIs that have valid check digits. */
const LEI = ['XXXX00FICTIONAL0LD30', 'XXXX00FICTIONALNEW79'] as const;

function registrant(
  canonicalKey: string,
  registry: string,
  name: string,
  fields: Partial<Registrant> = {},
): Registrant {
  return {
    canonicalKey,
    registries: [registry],
    name: nameKey(name),
    alternateNames: [],
    isAbbreviated: false,
    formerNames: [],
    countryCode: null,
    postalCode: null,
    marketId: '',
    industry: null,
    fiscalYearEnd: null,
    identifiers: [],
    isins: [],
    listings: [],
    relations: [],
    successorKey: null,
    statedOn: null,
    ...fields,
  };
}

function ids(numbers: Record<string, string>): Registrant['identifiers'] {
  return Object.entries(numbers).map(([scheme, identifier]) => ({ scheme, identifier }));
}

function groupsOf(registrants: readonly Registrant[], decisions: readonly Decision[] = []): string[][] {
  return joinIssuers({ registrants, decisions, undone: [] }).groups.map(group => [
    group.leadKey,
    ...group.memberKeys.filter(key => key !== group.leadKey),
  ]);
}

function links(registrants: readonly Registrant[], decisions: readonly Decision[] = []): string[] {
  return joinIssuers({ registrants, decisions, undone: [] }).links.map(
    ({ aKey, bKey, scheme, identifier, state }) => `${aKey} ${bKey} ${scheme} ${identifier} ${state}`,
  );
}

const foreignFiler = registrant('cik:9000001', 'sec-edgar', 'Fictional Motor Corp', {
  countryCode: 'JP',
  marketId: 'us',
  identifiers: ids({ cik: '9000001', lei: LEI[0], ein: '123456789' }),
  listings: [{ marketId: 'us', tickerKey: 'FMC', currency: 'USD', isHome: true, isTrading: true }],
});
const homeFiler = registrant('jcn:1010001000006', 'edinet', 'フィクショナル自動車株式会社', {
  alternateNames: [nameKey('FICTIONAL MOTOR CORPORATION')],
  countryCode: 'JP',
  marketId: 'jp',
  identifiers: ids({ jcn: '1010001000006', edinet: 'E99901', sec_code: '99010' }),
  listings: [{ marketId: 'jp', tickerKey: '9901', currency: 'JPY', isHome: true, isTrading: true }],
});
const entityRecord = registrant(`lei:${LEI[0]}`, 'gleif', 'フィクショナル自動車株式会社', {
  alternateNames: [nameKey('Fictional Motor Corporation')],
  countryCode: 'JP',
  identifiers: ids({ lei: LEI[0], jcn: '1010001000006' }),
});
const discloser = registrant('sec_code:99010', 'tdnet', 'フィクショナル自動車', {
  marketId: 'jp',
  identifiers: ids({ sec_code: '99010' }),
  listings: [{ marketId: 'jp', tickerKey: '9901', currency: 'JPY', isHome: true, isTrading: true }],
});

test('registrants that share numbers are one company, led by the domestic one, with one home listing', () => {
  const { groups } = joinIssuers({
    registrants: [foreignFiler, homeFiler, entityRecord, discloser],
    decisions: [],
    undone: [],
  });
  expect(groups).toEqual([
    {
      leadKey: 'jcn:1010001000006',
      memberKeys: ['cik:9000001', 'jcn:1010001000006', `lei:${LEI[0]}`, 'sec_code:99010'],
      home: { canonicalKey: 'jcn:1010001000006', marketId: 'jp', tickerKey: '9901' },
    },
  ]);
});

test('every link states its evidence', () => {
  const [link] = joinIssuers({ registrants: [homeFiler, discloser], decisions: [], undone: [] }).links;
  expect(link).toEqual({
    aKey: 'jcn:1010001000006',
    bKey: 'sec_code:99010',
    basis: 'identifier',
    scheme: 'sec_code',
    identifier: '99010',
    verdict: 'same',
    state: 'active',
    evidence: { for: ['equal sec_code 99010', 'a name in common'], against: [] },
  });
});

test('the same set gives the same links and groups in any order', () => {
  const branch = registrant(`lei:${LEI[1]}`, 'gleif', 'Fictional Motor Corporation', {
    countryCode: 'JP',
    identifiers: ids({ lei: LEI[1] }),
    relations: [{ kind: 'head_office', relatedKey: `lei:${LEI[0]}` }],
  });
  const stranger = registrant('uk:09999901', 'companies-house', 'Fictional Motor Corporation', { countryCode: 'GB' });
  const all = [foreignFiler, homeFiler, entityRecord, discloser, branch, stranger];
  const expected = joinIssuers({ registrants: all, decisions: [], undone: [] });
  expect(expected.groups).toHaveLength(3);
  for (let round = 0; round < 200; round++) {
    const shuffled = all.map(entry => ({ entry, at: Math.random() })).sort((a, b) => a.at - b.at);
    expect(joinIssuers({ registrants: shuffled.map(({ entry }) => entry), decisions: [], undone: [] })).toEqual(
      expected,
    );
  }
});

test('a number claimed under two unrelated names joins neither', () => {
  const one = registrant('cik:9000001', 'sec-edgar', 'Fictional Works', { identifiers: ids({ lei: LEI[0] }) });
  const other = registrant(`lei:${LEI[0]}`, 'gleif', 'Quite Another Trust', { identifiers: ids({ lei: LEI[0] }) });
  expect(links([one, other])).toEqual([`cik:9000001 lei:${LEI[0]} lei ${LEI[0]} contradicted`]);
  expect(groupsOf([one, other])).toEqual([['cik:9000001'], [`lei:${LEI[0]}`]]);
});

test('two numbers that agree outweigh different names; names in different scripts are not compared', () => {
  const renamed = { ...entityRecord, name: nameKey('Quite Another K.K.'), alternateNames: [] };
  const filer = { ...homeFiler, identifiers: [...homeFiler.identifiers, ...ids({ lei: LEI[0] })] };
  expect(groupsOf([filer, renamed])).toEqual([['jcn:1010001000006', `lei:${LEI[0]}`]]);
  const chinese = registrant('cninfo:999901', 'cninfo', '虚构汽车', {
    identifiers: ids({ cninfo: '999901', hkex: '09999' }),
  });
  const hongKong = registrant('hkex:09999', 'hkexnews', 'FICT MOTOR', { identifiers: ids({ hkex: '09999' }) });
  expect(groupsOf([chinese, hongKong])).toEqual([['cninfo:999901', 'hkex:09999']]);
});

test('a share code claimed by two companies joins only the one with the same name', () => {
  const successor = registrant('jcn:2010001000005', 'edinet', 'まったく別の会社', {
    identifiers: ids({ jcn: '2010001000005', sec_code: '99010' }),
    listings: homeFiler.listings,
  });
  expect(groupsOf([successor, discloser, homeFiler])).toEqual([
    ['jcn:1010001000006', 'sec_code:99010'],
    ['jcn:2010001000005'],
  ]);
  const nameless = { ...discloser, name: '' };
  expect(groupsOf([successor, nameless, homeFiler])).toHaveLength(3);
});

test('different numbers of one kind, a parent relation and an operator each keep two issuers apart', () => {
  const parent = registrant('cik:9000002', 'sec-edgar', 'Fictional Group', {
    identifiers: ids({ cik: '9000002', lei: LEI[0] }),
  });
  const child = registrant('cik:9000003', 'sec-edgar', 'Fictional Group', {
    identifiers: ids({ cik: '9000003', lei: LEI[0] }),
  });
  expect(links([parent, child])).toEqual([`cik:9000002 cik:9000003 lei ${LEI[0]} contradicted`]);
  const ofParent = registrant('uk:09999901', 'companies-house', 'Fictional Group', {
    identifiers: ids({ uk: '09999901' }),
    relations: [{ kind: 'parent', relatedKey: `lei:${LEI[0]}` }],
  });
  const claimsIt = { ...parent, identifiers: [...parent.identifiers, ...ids({ uk: '09999901' })] };
  expect(groupsOf([claimsIt, ofParent])).toHaveLength(2);
  const pair = { aKey: 'jcn:1010001000006', bKey: 'sec_code:99010' };
  expect(groupsOf([homeFiler, discloser], [{ ...pair, verdict: 'not_same' }])).toHaveLength(2);
  expect(links([homeFiler, discloser], [{ ...pair, verdict: 'not_same' }])).toEqual([
    'jcn:1010001000006 sec_code:99010 sec_code 99010 contradicted',
  ]);
});

test('an operator joins what no rule joins, even if numbers differ; an undone link does not return', () => {
  const one = registrant('cik:9000002', 'sec-edgar', 'Fictional Works', { identifiers: ids({ lei: LEI[0] }) });
  const other = registrant('uk:09999901', 'companies-house', 'Fiktive Werke', { identifiers: ids({ lei: LEI[1] }) });
  expect(groupsOf([one, other], [{ aKey: 'cik:9000002', bKey: 'uk:09999901', verdict: 'same' }])).toHaveLength(1);
  const input = { registrants: [homeFiler, discloser], decisions: [] };
  const [link] = joinIssuers({ ...input, undone: [] }).links;
  if (link === undefined) throw new Error('no link');
  const again = joinIssuers({ ...input, undone: [link] });
  expect(again.groups).toHaveLength(2);
  expect(again.links[0]).toMatchObject({ state: 'undone' });
});

test('a name alone joins nothing: it needs the country, uniqueness and another fact', () => {
  const us = { countryCode: 'US', marketId: 'us' };
  const filer = registrant('cik:9000001', 'sec-edgar', 'Fictional Works Inc', { ...us, postalCode: '98052-6399' });
  const record = registrant(`lei:${LEI[0]}`, 'gleif', 'FICTIONAL WORKS, INC.', { countryCode: 'US' });
  const id = `cik:9000001 lei:${LEI[0]} name fictional works`;
  expect(links([filer, record])).toEqual([`${id} proposed`]);
  expect(groupsOf([filer, record])).toHaveLength(2);
  expect(links([filer, { ...record, countryCode: 'CA' }])).toEqual([]);
  expect(links([filer, { ...record, postalCode: '98052' }])).toEqual([`${id} active`]);
  const renamed = { formerNames: ['example works'] };
  expect(
    groupsOf([
      { ...filer, ...renamed },
      { ...record, ...renamed },
    ]),
  ).toEqual([['cik:9000001', `lei:${LEI[0]}`]]);
  const namesake = registrant('cik:9000002', 'sec-edgar', 'Fictional Works Ltd', us);
  expect(links([filer, namesake, { ...record, postalCode: '98052' }])).toEqual([
    `${id} proposed`,
    `cik:9000002 lei:${LEI[0]} name fictional works proposed`,
  ]);
});

test('a share and its depositary receipt are one company if name, country and year end agree', () => {
  const receipt = registrant('cik:9000001', 'sec-edgar', 'Fictional Motor Corp', {
    countryCode: 'JP',
    marketId: 'us',
    fiscalYearEnd: '03-31',
    listings: [{ marketId: 'us', tickerKey: 'FMC', currency: 'USD', isHome: true, isTrading: true }],
  });
  const share = registrant('jcn:1010001000006', 'edinet', 'フィクショナル自動車株式会社', {
    alternateNames: [nameKey('FICTIONAL MOTOR CORPORATION')],
    countryCode: 'JP',
    marketId: 'jp',
    fiscalYearEnd: '03-31',
    listings: [{ marketId: 'jp', tickerKey: '9901', currency: 'JPY', isHome: true, isTrading: true }],
  });
  expect(groupsOf([receipt, share])).toEqual([['jcn:1010001000006', 'cik:9000001']]);
  expect(groupsOf([receipt, { ...share, fiscalYearEnd: '12-31' }])).toHaveLength(2);
  expect(groupsOf([receipt, { ...share, countryCode: 'KR' }])).toHaveLength(2);
  expect(groupsOf([receipt, { ...share, listings: [] }])).toHaveLength(2);
  const namesake = registrant('jcn:1010001000014', 'edinet', 'Fictional Motor', { countryCode: 'JP', marketId: 'jp' });
  expect(groupsOf([receipt, share, namesake])).toHaveLength(3);
});

test('a shared security joins with name or country; that of a depositary is only proposed', () => {
  const isins = ['US0000000002'];
  const issuer = registrant('cik:9000001', 'sec-edgar', 'Fictional Works', { isins, countryCode: 'JP' });
  const same = registrant(`lei:${LEI[0]}`, 'gleif', 'Fictional Works K.K.', { isins, countryCode: 'JP' });
  const bank = registrant(`lei:${LEI[1]}`, 'gleif', 'Depositary Bank', { isins, countryCode: 'US' });
  expect(groupsOf([issuer, same])).toHaveLength(1);
  expect(links([issuer, bank])).toEqual([`cik:9000001 lei:${LEI[1]} isin US0000000002 proposed`]);
});

test('shows a successor and does not join it', () => {
  const ended = registrant(`lei:${LEI[0]}`, 'gleif', 'Fictional Works', {
    identifiers: ids({ lei: LEI[0], uk: '09999901' }),
    successorKey: `lei:${LEI[1]}`,
  });
  const heir = registrant(`lei:${LEI[1]}`, 'gleif', 'Fictional Works', { identifiers: ids({ lei: LEI[1] }) });
  const { links: found, groups } = joinIssuers({ registrants: [ended, heir], decisions: [], undone: [] });
  expect(groups).toHaveLength(2);
  expect(found).toMatchObject([
    { aKey: `lei:${LEI[0]}`, bKey: `lei:${LEI[1]}`, verdict: 'successor', state: 'active' },
  ]);
});

test('reports a number with too many claimants and joins no registrants by it', () => {
  const many = Array.from({ length: 30 }, (_, n) =>
    registrant(`cik:${9_000_001 + n}`, 'sec-edgar', 'Fictional Fund', { identifiers: ids({ lei: LEI[0] }) }),
  );
  const { ambiguous, links: found, groups } = joinIssuers({ registrants: many, decisions: [], undone: [] });
  expect(ambiguous).toEqual([{ scheme: 'lei', identifier: LEI[0] }]);
  expect(found).toEqual([]);
  expect(groups).toHaveLength(30);
});

describe('share codes', () => {
  const register = (key: string, name: string, code: string, fields: Partial<Registrant> = {}) =>
    registrant(key, 'edinet', name, {
      identifiers: ids({ jcn: key.slice('jcn:'.length), sec_code: code }),
      listings: [{ marketId: 'jp', tickerKey: code.slice(0, 4), currency: 'JPY', isHome: true, isTrading: true }],
      statedOn: { from: '2024-07-21', to: '2024-07-21' },
      ...fields,
    });
  const exchange = (code: string, name: string, day: string) =>
    registrant(`sec_code:${code}`, 'tdnet', name, {
      isAbbreviated: true,
      identifiers: ids({ sec_code: code }),
      statedOn: { from: day, to: day },
    });

  test('join two regulators that state one code at one time, though one abbreviates the name', () => {
    const [full, short] = [
      register('jcn:1111111111111', '北国金融ホールディングス', '79990'),
      exchange('79990', 'ＫＦＨ', '2024-05-01'),
    ];
    expect(groupsOf([full, short])).toEqual([['jcn:1111111111111', 'sec_code:79990']]);
  });

  test('join no company with the abbreviation of another time', () => {
    const [full, short] = [
      register('jcn:1111111111111', '北国金融ホールディングス', '79990'),
      exchange('79990', '旧工業', '2016-05-01'),
    ];
    expect(groupsOf([full, short])).toHaveLength(2);
  });

  test('belong to the company whose shares trade under them, not to one whose shares no longer do', () => {
    const dead = register('jcn:2222222222222', '旧工業', '79990', { listings: [] });
    const living = register('jcn:1111111111111', '北国金融ホールディングス', '79990');
    const short = exchange('79990', 'ＫＦＨ', '2024-05-01');
    expect(groupsOf([dead, living, short])).toEqual([['jcn:1111111111111', 'sec_code:79990'], ['jcn:2222222222222']]);
  });
});
