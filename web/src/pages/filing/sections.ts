import type { ProductFilingSectionsOut } from '@asfiled/client';
import { creditsOf } from '../../api/prices.ts';

export type FilingHead = ProductFilingSectionsOut;
export type Section = FilingHead['sections'][number];

/** Credits per part of a section. */
export const PART_CREDITS = creditsOf('getFilingSection');
/** Maximum characters per part. */
const PART_CHARS = 20_000;

/** The item number of a section as printed on the form; empty if the form has none. */
export function numberOf({ section_key }: Section): string {
  return /(?:^|\.)item_(\w+(?:\.\d+)?)$/.exec(section_key)?.[1]?.toUpperCase() ?? '';
}

/** `Item 1A · Risk Factors`. */
export function longTitle(section: Section): string {
  const number = numberOf(section);
  return number === '' ? section.title : `Item ${number} · ${section.title}`;
}

/** Why a section has no text, as a short label; empty if it has text. */
export function statusLabel({ status, target }: Section): { short: string; long: string } {
  switch (status) {
    case 'by_reference':
      return { short: target?.kind === 'pages' ? 'pages' : (target?.kind ?? 'elsewhere'), long: 'by reference' };
    case 'reserved_or_na':
      return { short: '–', long: 'reserved or not applicable' };
    case 'partial':
      return { short: '?', long: 'named, but its text was not found' };
    case 'shared':
      return { short: 'shared', long: 'several sections share the same text' };
    default:
      return { short: '', long: '' };
  }
}

const ANNUAL_PARTS: readonly [number, string][] = [
  [4, 'Part I'],
  [9, 'Part II'],
  [14, 'Part III'],
  [Number.POSITIVE_INFINITY, 'Part IV'],
];

/** The part of the form that a section belongs to; null if the form has no parts. */
export function partOf(formType: string, section: Section): string | null {
  const named = /^part_([ivx]+)\./.exec(section.section_key)?.[1];
  if (named !== undefined) return `Part ${named.toUpperCase()}`;
  const number = Number.parseInt(numberOf(section), 10);
  if (!formType.startsWith('10-K') || Number.isNaN(number)) return null;
  return ANNUAL_PARTS.find(([last]) => number <= last)?.[1] ?? null;
}

/** The minimum number of parts of a section; the exact number is known once a part is loaded. */
export function leastParts({ chars }: Section): number {
  return Math.max(1, Math.ceil(chars / PART_CHARS));
}

/** The first section that has text. */
export function firstReadable(sections: readonly Section[]): Section | undefined {
  return sections.find(({ chars }) => chars > 0) ?? sections[0];
}

interface Place {
  document: string;
  char_start: number;
}

/** The narrowest section that contains a place, since sections may be nested. */
export function sectionAt(sections: readonly Section[], { document, char_start }: Place): Section | undefined {
  return sections
    .filter(
      section =>
        section.document === document &&
        section.char_start <= char_start &&
        char_start < section.char_end &&
        section.chars > 0,
    )
    .sort((a, b) => a.char_end - a.char_start - (b.char_end - b.char_start))[0];
}

/** The part that should contain a relative position. */
export function partAt(share: number, parts: number): number {
  return Math.min(parts, Math.max(1, 1 + Math.floor(share * parts)));
}

/** The relative position of a place in a section, 0 to 1. */
export function shareOf({ char_start, char_end }: Section, place: Place): number {
  return (place.char_start - char_start) / Math.max(1, char_end - char_start);
}
