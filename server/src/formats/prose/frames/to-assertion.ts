import type { IsoDate } from '../../../kernel/dates.ts';
import type { Clause, ParsedSentence } from '../clauses.ts';
import type { Assertion, DocumentContext, Frame, Role } from '../frames.ts';
import type { Party } from '../names.ts';
import type { NounPhrase } from '../phrases.ts';
import type { Sentence } from '../sentences.ts';
import { readStatedDates, type StatedSpan } from '../stated-dates.ts';
import {
  clauseOf,
  isPresupposed,
  isResolvedBy,
  isResolvedLater,
  type Status,
  statusOfClause,
  statusOfPhrase,
} from '../status.ts';
import { lemmas } from './compile-frame.ts';
import type { Mention } from './find-mentions.ts';

/** What a mention with its roles states: status, party and dates. */
export function toAssertion<Family extends string, Row extends Frame<Family>>(
  frame: Row,
  { form, token, clause: stated, phrase }: Mention,
  roles: ReadonlyMap<string, Role>,
  sentence: Sentence,
  parse: ParsedSentence,
  { periodEnd }: DocumentContext,
): Assertion<Family, Row> {
  const clause = stated ?? (phrase === null ? null : clauseOf(phrase, parse));
  const dates = datesOf(clause, sentence);
  const isImplied = frame.isPresupposed === true && phrase !== null && isPresupposed(phrase, parse);
  const own = statusOfMention({ form, token, clause: stated, phrase }, parse, sentence);
  const reported = isImplied && own !== 'resolved' ? 'asserted' : own;
  return {
    family: frame.family,
    frame,
    form,
    status: refine(frame.polarity === 'negative' ? inverse(reported) : reported, {
      frame,
      phrase,
      clause,
      parse,
      dates,
      periodEnd,
    }),
    of: partyOfFrame(frame, roles),
    roles: Object.fromEntries(roles),
    tense: clause?.verb.tense ?? null,
    phrase,
    trigger: { text: token.text, start: token.start, end: token.end },
    dates,
    clause,
    parsed: parse,
    sentence,
  };
}

/** The party of the first role that the sentence states. */
function partyOfFrame({ of = 'agent' }: Frame, roles: ReadonlyMap<string, Role>): Party {
  const role = of.split('|').find(name => roles.has(name));
  return role === undefined ? 'unknown' : (roles.get(role)?.party ?? 'unknown');
}

function statusOfMention({ clause, phrase }: Mention, parse: ParsedSentence, { leadIn, quote }: Sentence): Status {
  // An item of a list of alternatives is a condition.
  if (/[;,]\s*or\s*$/.test(quote)) return 'hypothetical';
  const reported =
    phrase !== null ? statusOfPhrase(phrase, parse) : clause !== null ? statusOfClause(clause, parse) : 'hypothetical';
  return reported === 'asserted' && leadIn !== null && SUPPOSES.test(leadIn) ? 'hypothetical' : reported;
}

/** Words of a lead-in that make the items of its list conditions, possibilities or definitions. */
const SUPPOSES =
  /\b(?:if|unless|may|might|could|would|should|can|will|include[sd]?|including|means?|events? of default|risks?|factors|upon|whether|when|any|until)\b/i;

function inverse(status: Status): Status {
  if (status === 'negated') return 'asserted';
  return status === 'asserted' || status === 'planned' ? 'negated' : status;
}

interface Reported {
  frame: Frame;
  phrase: NounPhrase | null;
  clause: Clause | null;
  parse: ParsedSentence;
  dates: readonly StatedSpan[];
  periodEnd: IsoDate | null;
}

/** An asserted matter may be over, or belong to an earlier period. */
function refine(reported: Status, { frame, phrase, clause, parse, dates, periodEnd }: Reported): Status {
  if (reported !== 'asserted') return reported;
  const ends = lemmas(frame.endedBy);
  if (
    clause !== null &&
    (isResolvedLater(clause, parse, ends) || (phrase !== null && isResolvedBy(phrase, clause, ends)))
  )
    return 'resolved';
  const isPrior = periodEnd !== null && dates.length > 0 && dates.every(date => date.last <= yearsBefore(periodEnd, 2));
  return isPrior ? 'prior' : reported;
}

function datesOf(clause: Clause | null, { quote }: Sentence): StatedSpan[] {
  const all = readStatedDates(quote);
  const own = clause === null ? [] : all.filter(date => date.start >= clause.start && date.end <= clause.end);
  return own.length > 0 ? own : all;
}

function yearsBefore(date: IsoDate, years: number): IsoDate {
  return `${Number(date.slice(0, 4)) - years}${date.slice(4)}`;
}
