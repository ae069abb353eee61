import type { IsoDate } from '../../../../kernel/dates.ts';
import type { PersonKind } from './person.ts';

export const RELATIONS = ['officer', 'director', 'major_shareholder', 'significant_control'] as const;
export type Relation = (typeof RELATIONS)[number];

/** Relations as screens name them. */
export const HOLDER_RELATIONS = ['director', 'officer', 'shareholder'] as const;

export const SINCE_MEANINGS = ['seat', 'disclosed_holding'] as const;
export type SinceMeaning = (typeof SINCE_MEANINGS)[number];

/**
 * How long a statement about a mandate remains valid: `live` until the register changes it, `annual` for 18 months,
 * `stake` (reports that are due whenever a holding changes) for 36 months.
 */
const CONFIRMATIONS = ['live', 'annual', 'stake'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/**
 * One source's statement about a person's role at an issuer: a line of a list of officers, a signature, a sentence
 * about a resignation. Fields are null if the source does not state them.
 */
export interface RoleStatement {
  /** Given name first if the order can be determined. */
  name: string;
  nameAsFiled: string;
  kind: PersonKind;
  /** The person's identifier at a registry; null if the source states none. */
  identifier: { scheme: string; identifier: string } | null;
  /** `YYYY-MM` or `YYYY`. */
  born: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  relation: Relation;
  roleTitle: string | null;
  /** Date of the statement; null for a list without a date, for which the day of reading counts. */
  asOf: IsoDate | null;
  /** First day of the mandate if stated; a year alone counts from its last day. */
  sinceDate: IsoDate | null;
  /** Last day of the mandate, past or announced. */
  untilDate: IsoDate | null;
  /** Scheduled end of the term, which is not a resignation. */
  termEndDate: IsoDate | null;
  /** Decimal digits. */
  shares: string | null;
  /** Percent, as decimal digits. */
  ownershipPct: string | null;
  ownershipMinPct: string | null;
  ownershipMaxPct: string | null;
  naturesOfControl: string[];
  /** Numbers of the accounts that a custodian holds the shares in. */
  accountNumbers: string[];
  /** The representative of a shareholder abroad. */
  standingProxy: string | null;
  confirmation: Confirmation;
  /** Quoted text and its place; null if the whole document is the evidence. */
  quote: RoleQuote | null;
  /** The issuer concerned, if the document was filed by another issuer. */
  about: { scheme: string; identifier: string } | null;
  /** The filing that states it, if it is not the filing of the document: rows of lists name it. */
  nativeId: string | null;
}

export interface RoleQuote {
  sectionKey: string | null;
  text: string;
  /** Offsets in the section's text, end exclusive; null if the text is in no section. */
  charStart: number | null;
  charEnd: number | null;
}

const NOTHING_STATED: Omit<RoleStatement, 'name' | 'kind' | 'relation' | 'confirmation'> = {
  nameAsFiled: '',
  identifier: null,
  born: null,
  countryCode: null,
  roleTitle: null,
  asOf: null,
  sinceDate: null,
  untilDate: null,
  termEndDate: null,
  shares: null,
  ownershipPct: null,
  ownershipMinPct: null,
  ownershipMaxPct: null,
  naturesOfControl: [],
  accountNumbers: [],
  standingProxy: null,
  quote: null,
  about: null,
  nativeId: null,
};

/** Builds a statement; fields that are not given are null. */
export function roleStatement(
  stated: Partial<RoleStatement> & Pick<RoleStatement, 'name' | 'kind' | 'relation' | 'confirmation'>,
): RoleStatement {
  return { ...NOTHING_STATED, nameAsFiled: stated.name, ...stated, name: plainPersonName(stated.name) };
}

const SIGNATURE = /^\W*(?:by:?\s*)?(?:\/{1,2}\s?s\s?\/{1,2}|\(s\)|\(signed\)|\/sgd\/)\s*/i;
const ENCLOSED = /^[[(（［【「『](.*)[\])）］】」』]$/u;
/** Placeholders and filers' notes: `[●]`, `［注］`. */
const SQUARE_BRACKETS = /[[［【][^\]］】]*[\]］】]/gu;
const NOTE_IN_BRACKETS = /[（(](?:注|戸籍|旧姓|現姓|通称)[^)）]*[)）]/gu;
const MARKS_AROUND = /^[\s*†‡§_.,:;/-]+|[\s*†‡§_,:;-]+$/gu;

/** A name without signature marks, footnote marks and brackets; empty if nothing else was filed. */
export function plainPersonName(name: string): string {
  const unsigned = name.trim().replace(SIGNATURE, '').replace(MARKS_AROUND, '');
  const inner = ENCLOSED.exec(unsigned)?.[1] ?? unsigned;
  const plain = inner
    .replace(SQUARE_BRACKETS, ' ')
    .replace(NOTE_IN_BRACKETS, ' ')
    .replace(/\s+/g, ' ')
    .replace(MARKS_AROUND, '')
    .replace(/\s*[[(（［【]$/u, '');
  return /\p{L}/u.test(plain) ? plain : '';
}

declare module '../../../filings/filings/model/issuer-records.ts' {
  interface IssuerRecords {
    /**
     * Directors, managers and owners of the issuer, or of another issuer that a statement names; absent if the source
     * states no people.
     */
    people?: RoleStatement[];
  }
}
