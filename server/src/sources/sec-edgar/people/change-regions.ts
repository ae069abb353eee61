import type { Clause } from '../../../formats/prose/clauses.ts';
import type { Assertion } from '../../../formats/prose/frames.ts';
import type { StatedSpan } from '../../../formats/prose/stated-dates.ts';
import type { PersonFamily } from './person-frames.ts';
import type { MaskedSentence, NamedOffice, NamedPerson } from './sentence-entities.ts';

/** The words behind the trigger that belong to the change. */
export interface Region {
  /** Where the words begin in the sentence. */
  from: number;
  /** The words as written, from the trigger on. */
  text: string;
  offices: { office: NamedOffice; isBoard: boolean; at: number }[];
  /** Dates with their places in `text`. */
  dates: { span: StatedSpan; at: number }[];
}

/** From the trigger to the next change of the sentence that is stated by a finite verb. */
export function regionOf(
  assertion: Assertion<PersonFamily>,
  all: readonly Assertion<PersonFamily>[],
  masked: MaskedSentence,
): Region {
  const { quote, sentence, entities } = masked;
  const { trigger, clause } = assertion;
  const next = all.find(
    other =>
      other.trigger.start > trigger.end &&
      other.form === 'verb' &&
      other.clause?.form === 'finite' &&
      other.clause !== clause &&
      !isSubjectOf(assertion, other),
  );
  const nextFrom = next?.clause?.start ?? 0;
  const untilNext = next === undefined ? sentence.quote.length : nextFrom > trigger.end ? nextFrom : next.trigger.start;
  const maskTo = Math.min(untilNext, assertion.form === 'noun' ? endOfNoun(assertion) : untilNext);
  const maskFrom = startOf(assertion);
  const from = placeIn(masked, maskFrom);
  const text = quote.slice(from, placeIn(masked, maskTo));
  const inside = entities.filter(entity => entity.maskStart >= maskFrom && entity.maskStart < maskTo);
  return {
    from,
    text,
    offices: inside.flatMap(({ kind, office, start }) =>
      office === null ? [] : [{ office, isBoard: kind === 'board', at: start - from }],
    ),
    dates: inside.flatMap(({ date, start }) => (date === null ? [] : [{ span: date, at: start - from }])),
  };
}

/** Where the words about a change that a noun names end: at the next verb, and at a comma if the noun is only mentioned. */
function endOfNoun({ trigger, parsed }: Assertion<PersonFamily>): number {
  const { clauses, text } = parsed;
  const isOwn = (clause: Clause) => clause.subjects.some(subject => subject.head.start === trigger.start);
  const after = clauses.filter(clause => clause.verb.start > trigger.end && clause.form === 'finite');
  const next = after.find(clause => !isOwn(clause));
  const verb = next === undefined ? text.length : next.start > trigger.end ? next.start : next.verb.start;
  if (after.some(isOwn) || clauses.some(clause => clause.objects.some(object => object.head.start === trigger.start)))
    return verb;
  const comma = /,(?!\s+(?:effective|with\s+effect|to\s+be\s+effective))/.exec(text.slice(trigger.end));
  return comma === null ? verb : Math.min(verb, trigger.end + comma.index);
}

/** `Mr. Roe’s employment as Treasurer was terminated`: the office is in the subject. */
function startOf({ family, clause, trigger }: Assertion<PersonFamily>): number {
  const isOfSubject = family === 'ends' || (family === 'removes' && clause?.voice === 'passive');
  return isOfSubject ? Math.min(clause?.subjects[0]?.start ?? trigger.start, trigger.start) : trigger.start;
}

/** `Ms. Doe’s resignation is effective May 1`: the verb behind the noun belongs to it. */
function isSubjectOf({ form, trigger }: Assertion<PersonFamily>, { clause }: Assertion<PersonFamily>): boolean {
  return form === 'noun' && (clause?.subjects.some(subject => subject.head.start === trigger.start) ?? false);
}

/** Persons to whom a clause gives offices together, and where in the sentence they are named. */
export interface Group {
  people: readonly NamedPerson[];
  at: number;
}

export function groupsOf(people: readonly NamedPerson[], at: number): Group[] {
  return people.length === 0 ? [] : [{ people, at }];
}

/** The place in the sentence as written of a place in the masked one. */
export function placeIn({ entities }: MaskedSentence, place: number): number {
  const before = entities.findLast(entity => entity.maskEnd <= place);
  return place + (before === undefined ? 0 : before.end - before.maskEnd);
}

/** `appointed Jane Doe as President and Robin Roe as Treasurer`: each group has the offices between its name and the next. */
export function partOf(region: Region, groups: readonly Group[], at: number): Region {
  if (groups.length < 2) return region;
  const from = (groups[at]?.at ?? 0) - region.from;
  const to = (groups[at + 1]?.at ?? Number.MAX_SAFE_INTEGER) - region.from;
  return { ...region, offices: region.offices.filter(office => office.at >= from && office.at < to) };
}

/** `director since 1999 and Treasurer since 2001`: the words about one of several offices, if they state a day. */
export function ownPart(region: Region, office: NamedOffice | null): Region {
  const place = region.offices.findIndex(candidate => candidate.office.title === office?.title);
  const [own, next] = [region.offices[place], region.offices[place + 1]];
  if (own === undefined || region.offices.length < 2) return region;
  const dates = region.dates.filter(({ at }) => at > own.at && at < (next?.at ?? Number.MAX_SAFE_INTEGER));
  return dates.length === 0 ? region : { ...region, dates };
}
