import type { Assertion } from '../../../formats/prose/frames.ts';
import type { StatedSpan } from '../../../formats/prose/stated-dates.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import type { Region } from './change-regions.ts';
import type { Change, DayKind } from './office-changes.ts';
import type { PersonFamily } from './person-frames.ts';
import type { MaskedSentence } from './sentence-entities.ts';

const EFFECTIVE_BEFORE =
  /\b(?:effective|effect|effectiveness|commencing|commence[sd]?|beginning|begins?|starting|starts?)\b[\s,]*(?:(?:as\s+of|from|on|or\s+about|with|in|at|upon|until|the|close|end|of|business|date|day|last|first|early|mid|late|immediately|following|(?:\w+\s+){0,3}annual\s+meeting|stockholders|shareholders|held|be|for|to)[\s,-]+)*$/i;

const STATED_BEFORE =
  /\b(?:as\s+of|on|in|until|through|by|at|from|since|no\s+later\s+than|on\s+or\s+before|(?:on\s+)?or\s+about|around|during|be|is|was)[\s,]+(?:(?:the|close|end|of|business|on|or|about|early|mid|late|approximately|beginning|at)[\s,-]+)*$/i;

const NOT_A_DAY =
  /\b(?:dated|dated\s+as\s+of|entered\s+into|expir\w+|(?:year|quarter|period|months?)\s+end(?:ing|ed)|filed|fiscal(?:\s+year)?|annual\s+report\s+for|between|term\s+(?:of|to))\s+(?:(?:in|on|at|as\s+of|the|of)\s+)*$/i;

/** The day that the words behind the trigger state; one that they call effective before any other. */
export function dayIn(
  { text, dates }: Region,
  event: Change['event'],
): { day: IsoDate; kind: 'effective' | 'stated' } | null {
  let stated: StatedSpan | null = null;
  const cut = text.search(/,?\s+\bwho\b/i);
  for (const { span, at } of dates) {
    if (cut >= 0 && at > cut) break;
    const before = text.slice(0, at);
    if (NOT_A_DAY.test(before)) continue;
    const isSince = /\bsince\s+(?:\w+\s+)?$/i.test(before);
    if (event === 'holds' && !isSince && !EFFECTIVE_BEFORE.test(before)) continue;
    if (event === 'begins' && /\b(?:until|through|by)\s+(?:the\s+(?:\w+\s+of\s+)?)*$/i.test(before)) continue;
    if (event === 'ends' && isSince) continue;
    if (EFFECTIVE_BEFORE.test(before)) return { day: span.last, kind: 'effective' };
    // `at the 2024 annual meeting to be held on May 14, 2024`: a day counts before a year.
    if (STATED_BEFORE.test(before) && (stated === null || (isYear(stated) && !isYear(span)))) stated = span;
  }
  return stated === null ? null : { day: stated.last, kind: 'stated' };
}

function isYear({ first, last }: StatedSpan): boolean {
  return last.slice(4) === '-12-31' && first.slice(4) === '-01-01';
}

/** `Upon Mr. Roe’s retirement on`, `Following the closing of the merger on` */
const UPON_CHANGE =
  /\b(?:upon|following|after|at)\s+[^,;]{1,100}\b(?:retirement|resignation|departure|separation|death|effectiveness|effective\s+time|closing|completion|consummation)\b[^,;]{0,60}?\b(?:on|as\s+of|effective|in)\s+$/i;

/** The day that a sentence sets in with: `On May 1, 2024, the Board appointed …`, `Effective May 1, 2024, …`. */
export function frontedDay(
  { trigger }: Assertion<PersonFamily>,
  { quote, entities }: MaskedSentence,
): { day: IsoDate; kind: DayKind } | null {
  const before = entities.filter(entity => entity.date !== null && entity.maskEnd <= trigger.start);
  for (const { date, start } of before.toReversed()) {
    const lead = quote.slice(0, start);
    if (date === null || NOT_A_DAY.test(lead)) continue;
    if (/\beffective\s+(?:(?:as\s+of|on|from|on\s+or\s+about)\s+)?$/i.test(lead))
      return { day: date.last, kind: 'effective' };
    if (UPON_CHANGE.test(lead)) return { day: date.last, kind: 'effective' };
    if (/(?:^|[\s“"])(?:on|as\s+of|in|dated)\s+(?:or\s+about\s+)?$/i.test(lead))
      return { day: date.last, kind: 'fronted' };
  }
  return null;
}

/** `…, each effective July 1, 2024.`: the day at the end of a sentence is that of all its changes. */
export function closingDay({ quote, entities }: MaskedSentence): IsoDate | null {
  const last = entities.findLast(entity => entity.date !== null);
  if (last?.date == null || !/^[\s.”"]*$/.test(quote.slice(last.end))) return null;
  return /,\s+(?:(?:each|both|all|in\s+each\s+case)\s+|to\s+be\s+)?(?:effective|with\s+effect)\s+(?:(?:as\s+of|from|on)\s+)*$/i.test(
    quote.slice(0, last.start),
  )
    ? last.date.last
    : null;
}

export function lastFullDate({ entities }: MaskedSentence): IsoDate | null {
  const dates = entities.flatMap(({ date }) => (date !== null && date.first === date.last ? [date.last] : []));
  return dates.at(-1) ?? null;
}

/** `until`, or `until his retirement on` */
const END_OF_OFFICE =
  '(?:(?:his|her|their|the)\\s+(?:\\w+\\s+)?(?:resignation|retirement|departure|death|separation|termination)\\s+(?:(?:in|on|effective|as\\s+of)\\s+)*)?';

const UNTIL_OR_TO = new RegExp(`\\b(?:until|through|to|and)\\s+(?:the\\s+end\\s+of\\s+)?${END_OF_OFFICE}$`, 'i');

const UNTIL = new RegExp(
  `\\b(?:until|through)\\s+(?:the\\s+(?:end|close)\\s+of\\s+(?:business\\s+on\\s+)?)?${END_OF_OFFICE}$`,
  'i',
);

/** `will continue to serve as Treasurer until May 1, 2024`, `was Treasurer from 2001 to March 2024` */
export function untilOf({ text, dates }: Region, isPast: boolean): IsoDate | null {
  const date = dates.find(candidate => (isPast ? UNTIL_OR_TO : UNTIL).test(text.slice(0, candidate.at)));
  return date?.span.last ?? null;
}
