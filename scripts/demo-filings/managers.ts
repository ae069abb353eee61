import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type FictionalHolding,
  type FictionalHoldingsReport,
  holdingsCover,
  informationTable,
  scheduleG,
} from '../../server/test/fictional/holdings.ts';
import { ISSUERS } from './issuers.ts';
import type { DemoFiling, HeaderIssuer } from './submission.ts';

/** A fictional security: its CUSIP is unassigned and has a valid check digit. */
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
  /** Ten digits, from 9999900101 on: the registry gives no filer such a key. */
  cik: string;
  name: string;
  fileNumber: string;
  city: string;
  /** Holdings by the last day of the quarter; null if it filed a notice, absent if it filed nothing. */
  books: Readonly<Record<string, readonly Held[] | null>>;
  /** Positions that an amendment adds to its second book. */
  added?: readonly Held[];
  includes?: FictionalHoldingsReport['includes'];
  reportedBy?: FictionalHoldingsReport['reportedBy'];
  isConfidential?: boolean;
  /** Stakes reported on Schedule 13G. */
  stakes?: readonly { of: Exclude<Named, 'elsewhere'>; shares: number; percent: string }[];
}

const QUARTERS = [
  { end: '2025-12-31', filed: '2026-02-12', day: '12/31/2025' },
  { end: '2026-03-31', filed: '2026-05-14', day: '03/31/2026' },
] as const;
const ADDED_ON = '2026-06-02';
const STAKES_ON = '2026-05-13';

export const MANAGERS: readonly Manager[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'managers.json'), 'utf8'),
);

/** A manager as the header of its filings names it. */
export function managerHeader({ cik, name, city }: Manager): HeaderIssuer {
  return {
    ...{ cik, name, sic: '6282', sicTitle: 'INVESTMENT ADVICE', fiscalYearEnd: { month: 12, day: 31 } },
    words: { street: '1 FICTIONAL PLAZA', city, state: 'DE' },
  };
}

/** A filing of a manager, and the issuer concerned. */
export interface ManagerFiling {
  about: HeaderIssuer;
  filing: DemoFiling;
}

/** The filings of a manager, oldest first. */
export function managerFilings(manager: Manager): ManagerFiling[] {
  let number = 0;
  const accession = (filed: string): string =>
    `${manager.cik}-${filed.slice(2, 4)}-${String(++number).padStart(6, '0')}`;
  const reports = QUARTERS.flatMap(({ end, filed }, at) => {
    const held = manager.books[end];
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
      documents: documents.map(document => ({ ...document, wrapper: 'XML' as const })),
    },
  };
}

function stakeFiling(
  { cik, name }: Manager,
  accession: string,
  { of, shares, percent }: NonNullable<Manager['stakes']>[number],
): ManagerFiling {
  const about = ISSUERS[{ robotics: 0, orchard: 1, cloud: 2 }[of]];
  if (about === undefined) throw new RangeError(`no fictional issuer ${of}`);
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
