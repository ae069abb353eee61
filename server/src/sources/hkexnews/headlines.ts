import { type CategoryGroup, categoryGroupOf } from '../../domain/filings/filings/model/document-taxonomy.ts';
import { readTable } from '../kit/read-table.ts';

/** A heading of the exchange: its code, its names in both languages, and the category of its filings. */
interface Heading {
  code: string;
  name: string;
  namesZh: readonly string[];
  category: string;
}

const TABLE = Map.groupBy(readTable(new URL('./headlines.tsv', import.meta.url)), ([tier]) => tier);

function readTier(tier: string): Heading[] {
  return (TABLE.get(tier) ?? []).map(([, code = '', name = '', namesZh = '', category = '']) => ({
    code,
    name,
    namesZh: namesZh.split('|'),
    category,
  }));
}

const TIER_ONE = readTier('1');
/** Tier-two headings whose category differs from that of their tier one; the first that a filing has counts. */
const TIER_TWO = readTier('2');

/** The headline of a filing. */
export interface Headline {
  /** The tier-one heading in English, also of Chinese headlines; as stated if unknown. */
  formType: string;
  category: string;
  categoryGroup: CategoryGroup;
  /** Codes of the tier-two headings; their words if the code is unknown. */
  itemCodes: string[];
  /** True if the registry marks the headline as changed after release. */
  isRevised: boolean;
  isKnown: boolean;
}

const ONE_BY_NAME = byName(TIER_ONE);
const TWO_BY_NAME = byName(TIER_TWO);

/**
 * Reads the heading of a filing in either language: `Announcements and Notices - [Final Results / Dividend or
 * Distribution]`, with marks such as `(修改後標題)` in front.
 */
export function readHeadline(text: string): Headline {
  const bracket = text.indexOf(' - [');
  const tierOne = bracket < 0 ? text : text.slice(0, bracket);
  const tierTwo = bracket < 0 ? '' : text.slice(bracket + 4).replace(/\]\s*$/, '');
  return readTiers(tierOne, tierTwo);
}

/** Reads the two tiers apart, the second with ` / ` between its headings. */
export function readTiers(tierOne: string, tierTwo: string): Headline {
  const { marks, name } = takeMarks(tierOne.trim());
  const one = ONE_BY_NAME.get(keyOf(name));
  const names = tierTwo
    .split(' / ')
    .map(part => part.trim())
    .filter(part => part !== '');
  const twos = names.map(part => TWO_BY_NAME.get(keyOf(part)));
  const category = (TIER_TWO.find(two => twos.includes(two)) ?? one)?.category ?? 'other';
  return {
    formType: one?.name ?? (name === '' ? 'unknown' : name),
    category,
    categoryGroup: categoryGroupOf(category),
    itemCodes: names.map((part, at) => twos[at]?.code ?? part),
    isRevised: /修改後|revised/i.test(marks),
    isKnown: one !== undefined,
  };
}

/** Marks precede the heading, in brackets. */
function takeMarks(text: string): { marks: string; name: string } {
  const match = /^((?:\([^)]*\)\s*)+)(\S.*)$/.exec(text);
  return { marks: match?.[1]?.trim() ?? '', name: match?.[2] ?? text };
}

/** The mark before a heading, `(取消 - …)`, which states the later status of a filing; `''` if there is none. */
export function headlineMarks(text: string): string {
  return takeMarks(text.trim()).marks;
}

function byName(headings: readonly Heading[]): Map<string, Heading> {
  return new Map(
    headings.flatMap(heading => [heading.name, ...heading.namesZh].map(name => [keyOf(name), heading] as const)),
  );
}

function keyOf(name: string): string {
  return name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s'’]+/g, '');
}
