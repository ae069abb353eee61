import type { Assertion } from '../../../formats/prose/frames.ts';
import type { Region } from './change-regions.ts';
import type { Change } from './office-changes.ts';
import type { PersonFamily } from './person-frames.ts';
import { DIRECTOR, type NamedOffice } from './sentence-entities.ts';

const NO_OFFICE_OF_CHANGE =
  /\b(?:report(?:s|ing)?\s+(?:directly\s+)?to|assist(?:s|ing)?|advis(?:e|es|ing|or\s+to)|by|with)\s+(?:\w+\s+){0,2}$/i;

/** `in addition to his current duties as`: what somebody keeps. */
const BESIDES =
  /\b(?:in addition to|while (?:retaining|continuing in)|besides|along with)\s+(?:continuing\s+)?(?:(?:his|her|their|the)\s+)?(?:(?:current|existing|present|other)\s+)*(?:(?:dut(?:y|ies)|roles?|positions?|responsibilit(?:y|ies)|service|offices?|titles?|serving|acting)\s+)?(?:as\s+)?(?:\w+\s+){0,3}$/i;

const RELATIVE =
  /,?\s+\b(?:(?:following|after|upon|until|prior\s+to|before|pending|in\s+light\s+of)\s+(?:his|her|their|the|such|\p{Lu}?[\p{L}. ]{1,30}['’]s)\s+(?:\w+\s+)?(?:retirement|resignation|departure|separation|termination|death)|in\s+connection\s+with|as\s+a\s+result|due\s+to|who|whose|where|while|whereas|because|since\s+\p{Lu}?\w+\s+(?:is|was|has))\b/iu;

const ONLY_COMMITTEE = /\bcommittees?\b/i;

const TO_BOARD =
  /\b(?:to|from|on|onto|off|join(?:s|ed|ing)?|rejoin(?:s|ed|ing)?|leav(?:e|es|ing)|left|(?<!\bcommittee )of)\s*$/i;

/**
 * The offices of a change; empty if the sentence names none, null if it is about something else (a committee, or a
 * company that somebody joins).
 */
export function officesIn(
  { clause }: Assertion<PersonFamily>,
  region: Region,
  event: Change['event'],
): NamedOffice[] | null {
  const cut = region.text.search(RELATIVE);
  const end = cut < 0 ? region.text.length : cut;
  const found = region.offices.filter(({ at, isBoard }) => {
    const before = region.text.slice(0, Math.max(0, at));
    return (
      at < end && !NO_OFFICE_OF_CHANGE.test(before) && !BESIDES.test(before) && (!isBoard || TO_BOARD.test(before))
    );
  });
  const lemma = clause?.verb.main.lemma ?? '';
  if (found.length === 0) {
    // Who does not stand for election has a seat on the board.
    if (event === 'ends' && /^(?:stand|seek|run)$/.test(lemma)) return [DIRECTOR];
    if (event === 'begins' && region.offices.length === 0 && isOnBoard(clause, region)) return [DIRECTOR];
    if (ONLY_COMMITTEE.test(region.text.slice(0, end)) || event !== 'ends') return null;
    return [];
  }
  if (found.some(({ office }) => !office.isAtIssuer)) return null;
  // `promoted from Vice President to President`
  const isChangeOf = /^(?:promote|transition|move)$/.test(lemma) || /^promotion/i.test(region.text);
  const fitting = isChangeOf
    ? found.filter(({ at }) => !/\bfrom\s+(?:\w+\s+){0,3}$/i.test(region.text.slice(0, at)))
    : found;
  const kept = event === 'ends' && lemma !== 'cease' ? beforeNextOffice(fitting, region.text) : fitting;
  return kept.filter(({ office }) => !office.isFormer).map(({ office }) => office);
}

/** `The board elected Jane Doe to fill a vacancy`: the seat is on the board that elects. */
function isOnBoard(clause: Assertion<PersonFamily>['clause'], { text }: Region): boolean {
  const isOfBoard = clause?.subjects.some(({ head }) => head.lower === 'board') ?? false;
  return isOfBoard && /^(?:re)?(?:appoint|elect)/i.test(text) && /\bvacanc(?:y|ies)\b|\bvacant\s+seat\b/i.test(text);
}

/** `will retire as President and will become Chair`: offices behind another verb are not those that end. */
function beforeNextOffice(found: Region['offices'], text: string): Region['offices'] {
  const other = text.search(
    /\b(?:and|but)\s+(?:will\s+)?(?:become|assume|serve|remain|continue|transition|be\s+(?:succeeded|replaced))|\bto\s+(?:become|assume|serve)\b|\bwill\s+(?:remain|continue)\b/i,
  );
  return other < 0 ? found : found.filter(({ at }) => at < other);
}

/** `Jane Doe and Robin Roe as President and Treasurer, respectively`: the office of one of several persons. */
export function respectively(
  offices: readonly NamedOffice[],
  count: number,
  at: number,
  text: string,
): readonly NamedOffice[] {
  if (count < 2 || !/\brespectively\b/i.test(text)) return offices;
  const parts = offices.flatMap(office =>
    office.title.split(/,\s*(?:and\s+)?|\s+and\s+/).map(title => ({ ...office, title })),
  );
  const own = parts[at];
  return parts.length === count && own !== undefined ? [own] : [];
}
