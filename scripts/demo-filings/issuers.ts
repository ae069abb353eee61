import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A fictional issuer, from which all its documents are generated. */
export interface DemoIssuer {
  /** Ten digits, from 9999900001 on: the registry gives no filer such a key. */
  cik: string;
  /** Ends with `(fictional)`. */
  name: string;
  shortName: string;
  ticker: string;
  /** In the registry's form; absent if there are none. */
  formerNames?: readonly { name: string; from: string; to: string }[];
  /** Prefix and host of its own taxonomy. */
  prefix: string;
  sic: string;
  sicTitle: string;
  fiscalYearEnd: { month: number; day: number };
  /** Fiscal year of its annual report, named after the calendar year in which it ends. */
  fiscalYear: number;
  /** Fiscal year of the auditor's first report. */
  auditorSince: number;
  words: IssuerWords;
  year: YearWords;
  money: IssuerMoney;
  dates: FilingDates;
  people: Person[];
  story: Story;
}

export interface IssuerWords {
  /** "autonomous picking robots and the software that schedules them" */
  business: string;
  product: string;
  products: string;
  customer: string;
  customers: string;
  inputs: string;
  process: string;
  competitors: string;
  regulation: string;
  risk: string;
  season: string;
  city: string;
  street: string;
  state: string;
  sites: { place: string; use: string; squareFeet: number; tenure: string }[];
  otherEvent: '5.02' | '4.01' | '1.01';
}

/** Values of one fiscal year for passages that all issuers share. */
export interface YearWords {
  /** Version of the standard taxonomies in force when the reports were filed. */
  taxonomyYear: number;
  /** Share of revenue, percent. */
  topCustomer: number;
  /** Voluntary turnover of employees in percent: this year, last year. */
  turnover: readonly [string, string];
  patents: { inForce: number; applied: number };
  /** Millions of dollars at the end of the year; null without a programme. */
  buybackLeft: number | null;
  security: { incident: string; chiefYears: string; team: string; closedPercent: number };
  /** The suit of a former dealer. */
  suit: { proceeding: string; note: string } | null;
  /** Titles of risks that later reports add. */
  laterRisks: readonly string[];
}

/** Opening values in thousands of dollars, and quarterly ratios. */
export interface IssuerMoney {
  /** Names, member names in the issuer's taxonomy, and shares of revenue at the beginning and the end. */
  segments: { name: string; member: string; from: number; to: number; margin: number }[];
  /** Names, members of standard taxonomies, shares of revenue. */
  regions: { name: string; member: string; share: number }[];
  serviceShare: number;
  revenue: number;
  growth: number;
  seasons: readonly [number, number, number, number];
  cost: number;
  research: number;
  selling: number;
  stockPay: number;
  taxRate: number;
  capex: number;
  receivableDays: number;
  inventoryDays: number;
  payableDays: number;
  deferredRevenue: number;
  cash: number;
  property: number;
  goodwill: number;
  intangibles: number;
  leases: number;
  debt: number;
  repayment: number;
  interest: number;
  dividend: number;
  buyback: number;
  /** Thousands. */
  shares: number;
}

/** `YYYY-MM-DD`, all business days of the registry. */
export interface FilingDates {
  release: string;
  annual: string;
  other: string;
  proxy: string;
  meeting: string;
  quarterly: string;
}

export interface Person {
  name: string;
  age: number;
  title: string;
  isOfficer: boolean;
  pay: number;
}

/** Passages that only this issuer's documents contain. */
export interface Story {
  history: readonly string[];
  wares: readonly string[];
  /** Sentences that name customers, with their shares of revenue, and suppliers. */
  partners?: { customers: string; suppliers: string };
  risks: readonly { title: string; texts: readonly string[] }[];
  year: readonly string[];
  quarter: string;
  legal: string;
  governance: string;
  pay: string;
}

/**
 * `issuers.json`: values that all issuers share for the latest year, the issuers, and the values of the first issuer
 * for the previous year.
 */
interface IssuerData {
  latestYear: Omit<YearWords, 'buybackLeft'>;
  issuers: readonly (Omit<DemoIssuer, 'year'> & { year: Pick<YearWords, 'buybackLeft'> })[];
  yearBefore: Pick<DemoIssuer, 'fiscalYear' | 'year'> & {
    words: Partial<IssuerWords>;
    dates: Partial<FilingDates>;
    story: Partial<Story>;
  };
}

const data: IssuerData = JSON.parse(readFileSync(join(import.meta.dirname, 'issuers.json'), 'utf8'));

export const ISSUERS: readonly DemoIssuer[] = data.issuers.map(issuer => ({
  ...issuer,
  year: { ...data.latestYear, ...issuer.year },
}));

const [ROBOTICS] = ISSUERS;
if (ROBOTICS === undefined) throw new RangeError('issuers.json lists no issuer');

/** Demo Fixture Robotics in its annual report of the previous year. */
export const ROBOTICS_YEAR_BEFORE: DemoIssuer = {
  ...ROBOTICS,
  ...data.yearBefore,
  words: { ...ROBOTICS.words, ...data.yearBefore.words },
  dates: { ...ROBOTICS.dates, ...data.yearBefore.dates },
  story: { ...ROBOTICS.story, ...data.yearBefore.story },
  people: ROBOTICS.people.map(person => ({ ...person, age: person.age - 1 })),
};
