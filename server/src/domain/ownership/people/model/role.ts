import type { IsoDate } from '../../../../kernel/dates.ts';
import type { PersonKind } from './person.ts';

export const RELATIONS = ['officer', 'director', 'major_shareholder', 'significant_control'] as const;
export type Relation = (typeof RELATIONS)[number];

/** What screens call the relations that they look for. */
export const HOLDER_RELATIONS = ['director', 'officer', 'shareholder'] as const;

export const SINCE_MEANINGS = ['seat', 'disclosed_holding'] as const;
export type SinceMeaning = (typeof SINCE_MEANINGS)[number];

/**
 * How long a source's word of somebody in office holds: `live` until the register says otherwise, `annual` for 18 months,
 * `stake` (reports that are due whenever a holding changes) for 36.
 */
export const CONFIRMATIONS = ['live', 'annual', 'stake'] as const;
export type Confirmation = (typeof CONFIRMATIONS)[number];

/**
 * What one source says of one person's part in an issuer on a day: a line of a list of officers, a signature, a sentence
 * on who leaves. Null where the source says nothing of it.
 */
export interface RoleStatement {
  /** In reading order where that is safe. */
  name: string;
  nameAsFiled: string;
  kind: PersonKind;
  /** What a registry knows the person by; null where it gives no number. */
  identifier: { scheme: string; identifier: string } | null;
  /** `YYYY-MM` or `YYYY`. */
  born: string | null;
  /** ISO 3166-1 alpha-2. */
  countryCode: string | null;
  relation: Relation;
  roleTitle: string | null;
  /** The day that the statement is of; null for a list that bears no date: the day on which it was read. */
  asOf: IsoDate | null;
  /** First day of the mandate where the source dates it; a year alone counts from its last day. */
  sinceDate: IsoDate | null;
  /** Last day of the mandate, past or announced. */
  untilDate: IsoDate | null;
  /** Day on which the term ends by itself, which is no resignation. */
  termEndDate: IsoDate | null;
  /** Decimal digits. */
  shares: string | null;
  /** Decimal digits of percent. */
  ownershipPct: string | null;
  ownershipMinPct: string | null;
  ownershipMaxPct: string | null;
  naturesOfControl: string[];
  confirmation: Confirmation;
  /** Where it stands and in which words; null where the whole document is the evidence. */
  quote: RoleQuote | null;
  /** The issuer that it is about, where the document was filed under somebody else's name. */
  about: { scheme: string; identifier: string } | null;
  /** The filing that says so, where the document is not that filing itself: rows of lists name it. */
  nativeId: string | null;
}

export interface RoleQuote {
  sectionKey: string | null;
  text: string;
  /** Offsets in the section's text, end exclusive; null where it stands in no section. */
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
  quote: null,
  about: null,
  nativeId: null,
};

/** A statement with what its source gives, and nothing else. */
export function roleStatement(
  stated: Partial<RoleStatement> & Pick<RoleStatement, 'name' | 'kind' | 'relation' | 'confirmation'>,
): RoleStatement {
  return { ...NOTHING_STATED, nameAsFiled: stated.name, ...stated, name: plainPersonName(stated.name) };
}

const SIGNATURE = /^\W*(?:by:?\s*)?(?:\/{1,2}\s?s\s?\/{1,2}|\(s\)|\(signed\)|\/sgd\/)\s*/i;
const ENCLOSED = /^[[(（［【「『](.*)[\])）］】」』]$/u;
/** Placeholders and notes of the filer: `[●]`, `［注］`. */
const SQUARE_BRACKETS = /[[［【][^\]］】]*[\]］】]/gu;
const NOTE_IN_BRACKETS = /[（(](?:注|戸籍|旧姓|現姓|通称)[^)）]*[)）]/gu;
const MARKS_AROUND = /^[\s*†‡§_.,:;/-]+|[\s*†‡§_,:;-]+$/gu;

/** A name without signature marks, footnote marks and brackets around or behind it; empty if nothing else was filed. */
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
    /** Who directs, manages or owns the issuer, or another that a statement names; absent if the source says nothing of people. */
    people?: RoleStatement[];
  }
}
