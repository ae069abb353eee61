import {
  type FictionalHolding,
  type FictionalHoldingsReport,
  holdingsCover,
  informationTable,
  scheduleG,
} from '../../server/test/fictional/holdings.ts';
import { ISSUERS } from './issuers.ts';
import type { DemoFiling, HeaderIssuer } from './submission.ts';

/** A made-up security: its CUSIP is nobody's, its check digit right. */
interface Security {
  name: string;
  title: string;
  cusip: string;
  /** Dollars a share at the ends of the two quarters. */
  prices: readonly [number, number];
}

const SECURITIES = {
  robotics: { name: 'DEMO FIXTURE ROBOTICS INC', title: 'COM', cusip: '99900A100', prices: [81.5, 83.2] },
  orchard: { name: 'SAMPLE ORCHARD FOODS CORP', title: 'COM', cusip: '99900B108', prices: [42.1, 40.75] },
  cloud: { name: 'PLACEHOLDER CLOUDWORKS INC', title: 'CL A', cusip: '99900C106', prices: [27.9, 31.2] },
  elsewhere: { name: 'UNLISTED SPECIMEN CO', title: 'COM', cusip: '99900D104', prices: [12.4, 11.9] },
} as const satisfies Record<string, Security>;

type Named = keyof typeof SECURITIES;

/** Shares (or options, principal) of a security. */
interface Held extends Pick<FictionalHolding, 'putCall' | 'type' | 'discretion' | 'otherManager' | 'voting'> {
  of: Named;
  shares: number;
}

interface Manager {
  /** Ten digits, from 9999900101 on: no filer of the registry has such a key. */
  cik: string;
  name: string;
  fileNumber: string;
  city: string;
  /** What it held at the ends of the two quarters; null = a notice, absent = it did not report. */
  books: readonly [readonly Held[] | undefined, readonly Held[] | null | undefined];
  /** Positions that it adds to its second book later. */
  added?: readonly Held[];
  includes?: FictionalHoldingsReport['includes'];
  reportedBy?: FictionalHoldingsReport['reportedBy'];
  isConfidential?: boolean;
  /** Large stakes of which it tells. */
  stakes?: readonly { of: Exclude<Named, 'elsewhere'>; shares: number; percent: string }[];
}

const QUARTERS = [
  { end: '2025-12-31', filed: '2026-02-12', day: '12/31/2025' },
  { end: '2026-03-31', filed: '2026-05-14', day: '03/31/2026' },
] as const;
const ADDED_ON = '2026-06-02';
const STAKES_ON = '2026-05-13';

const shared = (shares: number): Pick<Held, 'voting'> => ({ voting: [0, shares, 0] });

export const MANAGERS: readonly Manager[] = [
  {
    ...{ cik: '9999900101', name: 'Mockup Index Advisors LP (fictional)', fileNumber: '028-99101', city: 'SAMPLETON' },
    books: [
      [
        { of: 'robotics', shares: 4_820_000 },
        { of: 'robotics', shares: 410_000, discretion: 'DFND', otherManager: '1', ...shared(410_000) },
        { of: 'orchard', shares: 2_150_000 },
        { of: 'cloud', shares: 3_300_000 },
        { of: 'elsewhere', shares: 900_000 },
      ],
      [
        { of: 'robotics', shares: 5_010_000 },
        { of: 'robotics', shares: 430_000, discretion: 'DFND', otherManager: '1', ...shared(430_000) },
        { of: 'orchard', shares: 2_050_000 },
        { of: 'cloud', shares: 3_300_000 },
        { of: 'elsewhere', shares: 940_000 },
      ],
    ],
    includes: [{ cik: '9999900102', fileNumber: '028-99102', name: 'Mockup Index Advisors Overseas Ltd (fictional)' }],
    stakes: [
      { of: 'robotics', shares: 5_440_000, percent: '8.9' },
      { of: 'cloud', shares: 3_300_000, percent: '6.6' },
    ],
  },
  {
    ...{
      cik: '9999900102',
      name: 'Mockup Index Advisors Overseas Ltd (fictional)',
      fileNumber: '028-99102',
      city: 'SAMPLETON',
    },
    books: [undefined, null],
    reportedBy: [{ cik: '9999900101', fileNumber: '028-99101', name: 'Mockup Index Advisors LP (fictional)' }],
  },
  {
    ...{ cik: '9999900103', name: 'Sample Ridge Capital LLC (fictional)', fileNumber: '028-99103', city: 'RIDGEFIELD' },
    books: [
      [
        { of: 'robotics', shares: 1_240_000 },
        { of: 'orchard', shares: 4_600_000 },
      ],
      [
        { of: 'robotics', shares: 980_000 },
        { of: 'orchard', shares: 4_600_000 },
        { of: 'robotics', shares: 150_000, putCall: 'Put' },
      ],
    ],
    stakes: [{ of: 'orchard', shares: 4_600_000, percent: '6.2' }],
  },
  {
    ...{
      cik: '9999900104',
      name: 'Template Growth Partners LP (fictional)',
      fileNumber: '028-99104',
      city: 'MOCKVILLE',
    },
    books: [
      [{ of: 'cloud', shares: 610_000 }],
      [
        { of: 'cloud', shares: 720_000 },
        { of: 'elsewhere', shares: 2_000_000, type: 'PRN', voting: [0, 0, 0] },
      ],
    ],
    added: [{ of: 'robotics', shares: 365_000 }],
    isConfidential: true,
  },
  {
    ...{ cik: '9999900105', name: 'Specimen Value Trust (fictional)', fileNumber: '028-99105', city: 'SPECIMEN FALLS' },
    books: [
      [
        { of: 'robotics', shares: 275_000 },
        { of: 'orchard', shares: 320_000 },
      ],
      [{ of: 'orchard', shares: 505_000 }],
    ],
  },
  {
    ...{
      cik: '9999900106',
      name: 'Slow Placeholder Advisers Inc (fictional)',
      fileNumber: '028-99106',
      city: 'LATE CITY',
    },
    books: [[{ of: 'robotics', shares: 88_000 }], undefined],
  },
];

/** A manager as the header of its filings names it. */
export function managerHeader({ cik, name, city }: Manager): HeaderIssuer {
  return {
    ...{ cik, name, sic: '6282', sicTitle: 'INVESTMENT ADVICE', fiscalYearEnd: { month: 12, day: 31 } },
    words: { street: '1 FICTIONAL PLAZA', city, state: 'DE' },
  };
}

/** A filing of a manager, and whom it is about. */
export interface ManagerFiling {
  about: HeaderIssuer;
  filing: DemoFiling;
}

/** What a manager filed, in its order. */
export function managerFilings(manager: Manager): ManagerFiling[] {
  let number = 0;
  const accession = (filed: string): string =>
    `${manager.cik}-${filed.slice(2, 4)}-${String(++number).padStart(6, '0')}`;
  const reports = QUARTERS.flatMap(({ end, filed }, at) => {
    const held = manager.books[at];
    if (held === undefined) return [];
    return [holdingsFiling(manager, accession(filed), filed, reportOf(manager, end, at, held))];
  });
  const { added } = manager;
  if (added !== undefined) {
    const report = {
      ...reportOf(manager, QUARTERS[1].end, 1, added),
      form: '13F-HR/A',
      amendment: 'NEW HOLDINGS',
    } as const;
    reports.push(holdingsFiling(manager, accession(ADDED_ON), ADDED_ON, { ...report, confidential: false }));
  }
  return [...reports, ...(manager.stakes ?? []).map(stake => stakeFiling(manager, accession(STAKES_ON), stake))];
}

function reportOf(manager: Manager, end: string, at: number, held: readonly Held[] | null): FictionalHoldingsReport {
  const { cik, name, fileNumber, includes = [], reportedBy = [], isConfidential = false } = manager;
  return {
    ...{ cik, manager: name, fileNumber, includes, reportedBy, quarterEnd: end },
    form: held === null ? '13F-NT' : '13F-HR',
    confidential: isConfidential && at === 1,
    holdings: (held ?? []).map(({ of, ...line }) => {
      const { prices, ...security } = SECURITIES[of];
      return {
        ...security,
        ...line,
        value: Math.round(line.shares * (line.type === 'PRN' ? 0.97 : (prices[at] ?? 0))),
      };
    }),
  };
}

function holdingsFiling(
  manager: Manager,
  accession: string,
  filed: string,
  report: FictionalHoldingsReport,
): ManagerFiling {
  const { form, quarterEnd, holdings } = report;
  const cover = { type: form, fileName: 'primary_doc.xml', description: null, content: holdingsCover(report) };
  const table = {
    ...{ type: 'INFORMATION TABLE', fileName: 'informationtable.xml', description: null },
    content: informationTable(holdings, 'n1'),
  };
  const documents = form === '13F-NT' ? [cover] : [cover, table];
  return {
    about: managerHeader(manager),
    filing: {
      ...{ accession, form, period: quarterEnd, filed, accepted: '151512', items: [] },
      documents: documents.map(one => ({ ...one, wrapper: 'XML' as const })),
    },
  };
}

function stakeFiling(
  { cik, name }: Manager,
  accession: string,
  { of, shares, percent }: NonNullable<Manager['stakes']>[number],
): ManagerFiling {
  const about = ISSUERS[{ robotics: 0, orchard: 1, cloud: 2 }[of]];
  if (about === undefined) throw new Error(`there is no issuer of ${of}`);
  const content = scheduleG({
    ...{ filerCik: cik, issuer: about, cusips: [SECURITIES[of].cusip], eventDay: QUARTERS[1].day },
    holders: [{ name, shares: `${shares}.00`, percent }],
  });
  return {
    about,
    filing: {
      ...{ accession, form: 'SCHEDULE 13G', period: null, filed: STAKES_ON, accepted: '143003', items: [] },
      documents: [{ type: 'SCHEDULE 13G', fileName: 'primary_doc.xml', description: null, content, wrapper: 'XML' }],
      filedBy: { cik, name },
    },
  };
}
