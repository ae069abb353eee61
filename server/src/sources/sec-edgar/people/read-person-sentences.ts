import { type RoleStatement, roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { Clause } from '../../../formats/prose/clauses.ts';
import type { Assertion } from '../../../formats/prose/frames.ts';
import type { DocumentNames } from '../../../formats/prose/names.ts';
import type { NounPhrase } from '../../../formats/prose/phrases.ts';
import { type Sentence, splitSentences } from '../../../formats/prose/sentences.ts';
import type { StatedSpan } from '../../../formats/prose/stated-dates.ts';
import { addDays, type IsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import {
  Acquaintances,
  AGE,
  isIssuer,
  type MaskedSentence,
  maskSentence,
  type NamedOffice,
  type NamedPerson,
} from './mask-sentence.ts';
import { inMixedCase, relationsOf } from './names-and-offices.ts';
import { PERSON_FRAMES, type PersonFamily } from './person-frames.ts';

const LONGEST_QUOTE = 320;
const LONGEST_PARAGRAPH = 20_000;

/** What is known of the filing whose sentences are read. */
export interface FilingContext {
  names: DocumentNames;
  filingDate: IsoDate;
  /** The day that the cover states as that of the earliest event; null if none. */
  eventDate: IsoDate | null;
  /** True for reports of what has just happened. Others tell the past, too. */
  isCurrentReport: boolean;
}

/** How sure the day of a change is: the sentence names it as effective, as the day of the act, or only sets in with it. */
type DayKind = 'effective' | 'stated' | 'fronted' | 'none';

interface Change {
  name: string;
  event: 'begins' | 'ends' | 'holds';
  /** Null if the sentence names none. */
  office: NamedOffice | null;
  day: IsoDate | null;
  dayKind: DayKind;
  isPlanned: boolean;
  /** The person's office as the sentence names it next to the name. */
  beside: readonly NamedOffice[];
  sentence: number;
  quote: string;
}

/**
 * What the sentences of a filing state of its officers and directors: who holds, begins and leaves which office, and when.
 * Office and day may be in different sentences.
 */
export function readPersonSentences(paragraphs: readonly string[], context: FilingContext): RoleStatement[] {
  const reader = new Reader(context, paragraphs);
  for (const paragraph of paragraphs) if (paragraph.length <= LONGEST_PARAGRAPH) reader.readParagraph(paragraph);
  return reader.statements();
}

class Reader {
  readonly #context: FilingContext;
  readonly #known: Acquaintances;
  readonly #changes: Change[] = [];
  /** Large stakes by owner: the last that the document states. */
  readonly #stakes = new Map<string, RoleStatement>();
  #sentences = 0;
  /** Whom `he` and `she` mean, and whom `they` mean. */
  #topic: readonly NamedPerson[] = [];
  /** Who has an office, or comes or goes, or is called `Mr.` or `Ms.`. */
  readonly #introduced = new Set<string>();
  #lastDate: IsoDate | null = null;
  #previous: MaskedSentence | null = null;

  constructor(context: FilingContext, paragraphs: readonly string[]) {
    this.#context = context;
    this.#known = new Acquaintances(paragraphs);
  }

  readParagraph(text: string): void {
    for (const sentence of splitSentences(text)) this.#readSentence(sentence);
    this.#lastDate = this.#previous === null ? this.#lastDate : (lastFullDate(this.#previous) ?? this.#lastDate);
  }

  #readSentence(sentence: Sentence): void {
    this.#sentences += 1;
    const masked = maskSentence(sentence, this.#previous, this.#context.names, this.#known);
    if (masked === null) return;
    this.#readMentions(masked);
    if (PERSON_FRAMES.isCandidate(masked.sentence)) this.#readAssertions(masked);
    this.#previous = masked;
    this.#topic = this.#topicOf(masked) ?? this.#topic;
    this.#lastDate = lastFullDate(masked) ?? this.#lastDate;
  }

  /** The first persons of a sentence of whom the document has said who they are. */
  #topicOf({ quote, entities }: MaskedSentence): readonly NamedPerson[] | null {
    const isIntroduced = ({ name, offices, start, end }: NamedPerson) =>
      offices.length > 0 ||
      this.#introduced.has(name) ||
      FORM_OF_ADDRESS.test(quote.slice(start)) ||
      (start === 0 && AGE.test(quote.slice(end)));
    const topic =
      entities.find(entity => entity.kind === 'people' && entity.people.every(isIntroduced))?.people ?? null;
    for (const { name } of topic ?? []) this.#introduced.add(name);
    return topic;
  }

  /** Offices next to names: `Jane Doe, our Treasurer,`. */
  #readMentions({ quote, entities }: MaskedSentence): void {
    for (const { people } of entities) {
      for (const { name, offices, start, end } of people) {
        for (const office of offices.filter(namedOffice => !namedOffice.isFormer && namedOffice.isAtIssuer)) {
          this.#add(
            { name, event: 'holds', office, day: null, dayKind: 'none', isPlanned: false, beside: [] },
            quoteAround(quote, start, end),
          );
        }
      }
    }
  }

  #add(change: Omit<Change, 'sentence' | 'quote'>, quote: string): void {
    this.#changes.push({ ...change, sentence: this.#sentences, quote: quote.slice(0, LONGEST_QUOTE) });
  }

  #readAssertions(masked: MaskedSentence): void {
    const found = PERSON_FRAMES.read(masked.sentence, { names: this.#context.names, periodEnd: null });
    const assertions = found.sort((a, b) => a.trigger.start - b.trigger.start);
    for (const assertion of assertions) {
      const region = regionOf(assertion, assertions, masked);
      const groups = this.#groupsOf(assertion, masked);
      const people = groups.flatMap(group => group.people);
      if (assertion.family === 'owns') {
        this.#readStake(assertion, people, region, masked);
        continue;
      }
      if (this.#datesLast(assertion, people, region)) continue;
      for (const [at, group] of groups.entries())
        this.#readAssertion(assertion, group.people, partOf(region, groups, at), masked);
    }
  }

  /** `Ms. Doe beneficially owns 75.0% of our voting securities.` */
  #readStake(
    assertion: Assertion<PersonFamily>,
    people: readonly NamedPerson[],
    { text }: Region,
    masked: MaskedSentence,
  ): void {
    // `her affiliates own`: not the person.
    if (!/^(?:Smith|he|she)$/i.test(assertion.roles.agent?.text ?? '')) return;
    const percent = STAKE.exec(text)?.[1];
    const [owner, other] = people;
    if (percent === undefined || owner === undefined || other !== undefined || assertion.status !== 'asserted') return;
    if (Number(percent) < MAJOR_FROM_PCT || Number(percent) > 100) return;
    this.#stakes.set(
      owner.name,
      roleStatement({
        ...{ name: inMixedCase(owner.name), nameAsFiled: owner.name, kind: 'person', relation: 'major_shareholder' },
        asOf: frontedDay(assertion, masked)?.day ?? this.#context.filingDate,
        ownershipPct: canonicalDecimal(percent),
        confirmation: 'annual',
        quote: { sectionKey: null, text: masked.quote.slice(0, LONGEST_QUOTE), charStart: null, charEnd: null },
      }),
    );
  }

  #readAssertion(
    assertion: Assertion<PersonFamily>,
    people: readonly NamedPerson[],
    region: Region,
    masked: MaskedSentence,
  ): void {
    const event = eventOf(assertion, region, masked, this.#context.names);
    const certainty = certaintyOf(assertion, masked);
    if (event === null || certainty === null) return;
    const isPlanned = certainty === 'planned';
    const offices = officesIn(assertion, region, event);
    if (offices === null) return;
    if (assertion.form === 'noun' && offices.length === 0 && dayIn(region, event) === null && !isHandedOver(assertion))
      return;
    const isPast = event === 'holds' && isOver(assertion.clause);
    const until = event === 'holds' ? untilOf(region, isPast) : null;
    for (const [at, person] of people.entries()) {
      this.#introduced.add(person.name);
      const shared = offices.length > 0 ? respectively(offices, people.length, at, region.text) : [null];
      for (const office of shared) {
        const dated = this.#dayOf(assertion, event, isPlanned, ownPart(region, office), masked);
        const stated = { name: person.name, office, isPlanned, beside: person.offices };
        const isBegun = event === 'holds' && isPlanned && dated.day !== null;
        if (!isPast) this.#add({ ...stated, event: isBegun ? 'begins' : event, ...dated }, masked.quote);
        const isOwn = office !== null && (!isPast || office.isPlaced);
        if (until !== null && isOwn)
          this.#add({ ...stated, event: 'ends', day: until, dayKind: 'stated' }, masked.quote);
      }
    }
  }

  /**
   * `The appointment is effective May 1, 2024.`, `She has held this position since 2019.`: the day of what the sentences
   * before said.
   */
  #datesLast({ family, form }: Assertion<PersonFamily>, people: readonly NamedPerson[], region: Region): boolean {
    if (region.offices.length > 0) return false;
    const event = form === 'noun' ? (family === 'appoints' ? 'begins' : 'ends') : family === 'holds' ? 'holds' : null;
    if (event === null || (event === 'holds' && !THIS_POSITION.test(region.text))) return false;
    const day = dayIn(region, event);
    if (day === null || (event !== 'holds' && day.kind !== 'effective')) return false;
    const isMeant = (change: Change) =>
      change.event === event &&
      change.sentence >= this.#sentences - 3 &&
      change.dayKind !== 'effective' &&
      (people.length === 0 || people.some(person => person.name === change.name));
    const meant = this.#changes.filter(isMeant);
    for (const change of meant) Object.assign(change, { day: day.day, dayKind: 'effective' });
    return meant.length > 0;
  }

  /** The persons in the role that the family names, in the groups in which offices are given to them. */
  #groupsOf(assertion: Assertion<PersonFamily>, masked: MaskedSentence): Group[] {
    const { family, form, roles, clause } = assertion;
    if (form === 'noun') return groupsOf(this.#peopleOfNoun(assertion, masked), 0);
    const isPatient = family === 'appoints' || family === 'removes';
    const phrase = isPatient ? roles.patient?.phrase : roles.agent?.phrase;
    const phrases = clause === null || !isPatient ? [] : clause.voice === 'passive' ? clause.subjects : clause.objects;
    const all = phrases.length > 0 ? phrases : phrase === undefined ? [] : [phrase];
    const groups = all.flatMap(nounPhrase =>
      groupsOf(this.#peopleIn(nounPhrase, masked), placeIn(masked, nounPhrase.start)),
    );
    return family === 'appoints' && groups.length > 0 ? groups : groups.slice(0, 1);
  }

  #peopleOfNoun({ trigger, parsed }: Assertion<PersonFamily>, masked: MaskedSentence): readonly NamedPerson[] {
    const phrase = parsed.phrases.find(nounPhrase => nounPhrase.head.start === trigger.start);
    if (phrase === undefined) return [];
    const own = this.#peopleIn(phrase, masked, phrase.head.start);
    if (own.length > 0) return own;
    const of = phrase.preps.filter(prep => prep.preposition === 'of').map(prep => this.#peopleIn(prep.phrase, masked));
    return of.find(people => people.length > 0) ?? [];
  }

  /** The persons whom a noun phrase names, or whom its pronoun means. */
  #peopleIn(phrase: NounPhrase, { entities }: MaskedSentence, end = phrase.end): readonly NamedPerson[] {
    const within = (from: number, to: number) =>
      entities.find(entity => entity.kind === 'people' && entity.maskStart >= from && entity.maskEnd <= to)?.people;
    const named = within(phrase.start, end);
    if (named !== undefined) return named;
    const pronoun = phrase.tokens.find(token => /^(?:he|she|they|him|her|his|their|them)$/.test(token.lower))?.lower;
    if (pronoun !== undefined) {
      const before = entities.filter(entity => entity.kind === 'people' && entity.maskEnd <= phrase.start);
      const people = before[0]?.people ?? this.#topic;
      const isPlural = /^the/.test(pronoun);
      const plural = before.find(item => item.people.length > 1)?.people ?? people;
      return isPlural ? plural : people.length > 1 ? [] : people;
    }
    const of = phrase.preps.find(prep => prep.preposition === 'of')?.phrase;
    return of === undefined ? [] : (within(of.start, of.end) ?? []);
  }

  #dayOf(
    assertion: Assertion<PersonFamily>,
    event: Change['event'],
    isPlanned: boolean,
    region: Region,
    masked: MaskedSentence,
  ): { day: IsoDate | null; dayKind: DayKind } {
    const behind = dayIn(region, event);
    if (behind !== null) return { day: behind.day, dayKind: behind.kind };
    if (event === 'holds' && !isPlanned) return { day: null, dayKind: 'none' };
    const fronted = frontedDay(assertion, masked);
    if (fronted?.kind === 'effective') return { day: fronted.day, dayKind: 'effective' };
    const { eventDate, filingDate } = this.#context;
    const left = WITH_DEPARTURE.test(region.text) ? this.#lastDeparture() : null;
    if (left !== null) return { day: left, dayKind: 'effective' };
    if (SAME_DAY.test(masked.quote) && this.#lastDate !== null) return { day: this.#lastDate, dayKind: 'stated' };
    if (IMMEDIATELY.test(masked.quote)) return { day: fronted?.day ?? eventDate ?? filingDate, dayKind: 'effective' };
    const closing = assertion.form === 'verb' ? closingDay(masked) : null;
    if (closing !== null) return { day: closing, dayKind: 'effective' };
    if (fronted !== null && !isPlanned) return { day: fronted.day, dayKind: 'fronted' };
    return { day: null, dayKind: 'none' };
  }

  /** The day on which somebody leaves, by the sentences before. */
  #lastDeparture(): IsoDate | null {
    return this.#changes.findLast(({ event, day }) => event === 'ends' && day !== null)?.day ?? null;
  }

  statements(): RoleStatement[] {
    return [...new Conclusions(this.#changes, this.#context).statements(), ...this.#stakes.values()];
  }
}

/** A share in the issuer: of its outstanding shares, its votes or its capital. */
const STAKE =
  /\b(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b|per\s+cent\b)\)?\s+of\s+(?:(?:the|our|its|all)\s+)*(?:(?:company|registrant|corporation)['’]s\s+)?(?:(?:then|total|combined|currently|issued|and|outstanding|aggregate)\s+)*(?:voting|common|ordinary|capital|shares|stock)\b/i;
/** Owners of less are no major shareholders. */
const MAJOR_FROM_PCT = 5;
const FORM_OF_ADDRESS = /^(?:Mr|Mrs|Ms|Dr|Messrs|Mses)\b/;
const IMMEDIATELY = /\b(?:effective\s+(?:immediately|today)|with immediate effect|immediately)\b/i;
const SAME_DAY =
  /\b(?:(?:on|as of|effective)\s+(?:the same|that|such|the foregoing)\s+(?:day|date)|(?:also|same) on such date)\b/i;
/** Persons to whom a clause gives offices together, and where in the sentence they are named. */
interface Group {
  people: readonly NamedPerson[];
  at: number;
}

function groupsOf(people: readonly NamedPerson[], at: number): Group[] {
  return people.length === 0 ? [] : [{ people, at }];
}

/** The place in the sentence as written of a place in the masked one. */
function placeIn({ entities }: MaskedSentence, place: number): number {
  const before = entities.findLast(entity => entity.maskEnd <= place);
  return place + (before === undefined ? 0 : before.end - before.maskEnd);
}

/** `appointed Jane Doe as President and Robin Roe as Treasurer`: each group has the offices between its name and the next. */
function partOf(region: Region, groups: readonly Group[], at: number): Region {
  if (groups.length < 2) return region;
  const from = (groups[at]?.at ?? 0) - region.from;
  const to = (groups[at + 1]?.at ?? Number.MAX_SAFE_INTEGER) - region.from;
  return { ...region, offices: region.offices.filter(office => office.at >= from && office.at < to) };
}

const THIS_POSITION =
  /\b(?:this|that|such|these|those|the\s+same|his|her|current|present)\s+(?:\w+\s+)?(?:position|role|capacity|capacities|office|post)s?\b/i;

/** `director since 1999 and Treasurer since 2001`: the words about one of several offices, if they state a day. */
function ownPart(region: Region, office: NamedOffice | null): Region {
  const place = region.offices.findIndex(candidate => candidate.office.title === office?.title);
  const [own, next] = [region.offices[place], region.offices[place + 1]];
  if (own === undefined || region.offices.length < 2) return region;
  const dates = region.dates.filter(({ at }) => at > own.at && at < (next?.at ?? Number.MAX_SAFE_INTEGER));
  return dates.length === 0 ? region : { ...region, dates };
}

/** `was President`, `had served`: somebody who is no longer in office. */
function isOver(clause: Clause | null): boolean {
  if (clause === null || clause.verb.tense !== 'past') return false;
  return !clause.verb.tokens.some(token => /^(?:has|have|['’]s|['’]ve)$/.test(token.lower));
}

/** `will continue to serve as Treasurer until May 1, 2024`, `was Treasurer from 2001 to March 2024` */
function untilOf({ text, dates }: Region, isPast: boolean): IsoDate | null {
  const date = dates.find(candidate => (isPast ? UNTIL_OR_TO : UNTIL).test(text.slice(0, candidate.at)));
  return date?.span.last ?? null;
}

/** `with effect from the date of that retirement`, `upon Mr. Roe’s resignation` */
const WITH_DEPARTURE =
  /\b(?:effective|effect|upon|following|date)\b[^,;.]{0,60}\b(?:retirement|resignation|departure|separation)\b/i;
const UNTIL_OR_TO = /\b(?:until|through|to|and)\s+(?:the\s+end\s+of\s+)?$/i;
const UNTIL = /\b(?:until|through)\s+(?:the\s+(?:end|close)\s+of\s+(?:business\s+on\s+)?)?$/i;

/** The words behind the trigger that belong to the change. */
interface Region {
  /** Where the words begin in the sentence. */
  from: number;
  /** The words as written, from the trigger on. */
  text: string;
  offices: { office: NamedOffice; isBoard: boolean; at: number }[];
  /** Dates with their places in `text`. */
  dates: { span: StatedSpan; at: number }[];
}

/** From the trigger to the next change of the sentence that is stated by a finite verb. */
function regionOf(
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

function eventOf(
  { family, clause, trigger, parsed, status }: Assertion<PersonFamily>,
  { text, offices }: Region,
  masked: MaskedSentence,
  names: DocumentNames,
): Change['event'] | null {
  const lemma = clause?.verb.main.lemma ?? '';
  switch (family) {
    case 'appoints':
      return FOR_OTHERS.test(text) ? null : 'begins';
    case 'replaces':
      return 'begins';
    case 'enters':
      if (lemma === 'take' && !/^\w+\s+(?:over|on|up)\b/i.test(text)) return null;
      return /^(?:re)?join$/.test(lemma) && clause !== null && !isOfIssuer(clause, masked, names) ? null : 'begins';
    case 'holds':
      return lemma === 'be' && clause?.objects[0]?.head.lower !== 'treasurer' ? null : 'holds';
    case 'leaves':
      if (lemma === 'step' && !/^\w+\s+(?:down|aside|back|away)\b/i.test(text)) return null;
      if (lemma === 'pass' && !/^\w+\s+away\b/i.test(text)) return null;
      if (/^(?:stand|seek|run)$/.test(lemma) && status !== 'negated') return null;
      if (lemma === 'leave' && !LEFT.test(text) && offices.length === 0) return null;
      return 'ends';
    case 'removes':
      return isOfPerson(trigger.start, parsed.text) ? 'ends' : null;
    case 'owns':
      return null;
    case 'ends':
      return ENDED.test(parsed.text.slice(0, trigger.start)) ? 'ends' : null;
  }
}

/** Persons who are appointed to act for somebody. */
const FOR_OTHERS = /\b(?:attorneys?|agents?|prox(?:y|ies)|representatives?)\b/i;

/** `tendered her resignation`, `announced the retirement of`: the noun is what the sentence tells. */
function isHandedOver({ parsed, trigger }: Assertion<PersonFamily>): boolean {
  const holds = (phrase: NounPhrase) => phrase.head.start === trigger.start;
  return parsed.clauses.some(
    ({ objects, preps, verb }) =>
      objects.some(object => holds(object) || object.preps.some(prep => holds(prep.phrase))) ||
      (/^(?:notify|inform|advise)$/.test(verb.main.lemma) && preps.some(prep => holds(prep.phrase))),
  );
}

/** One joins the issuer, its board or a part of it. */
function isOfIssuer({ objects }: Clause, masked: MaskedSentence, names: DocumentNames): boolean {
  const [object] = objects;
  if (
    object === undefined ||
    /^(?:board|team|staff|management|group|organization|treasurer|us)$/.test(object.head.lower)
  )
    return true;
  const entity = masked.entities.find(
    candidate => candidate.maskStart <= object.head.start && object.head.start < candidate.maskEnd,
  );
  const text =
    entity === undefined
      ? masked.sentence.quote.slice(object.start, object.end)
      : masked.quote.slice(entity.start, entity.end);
  return isIssuer(text, names);
}

const LEFT =
  /^\w+\s+(?:(?:his|her|their|the|our|its)\s+)?(?:company|registrant|bank|firm|corporation|board|position|role|post|employ|Acme|us\b)/i;
const ENDED = /\b(?:employment|service|tenure|term|appointment)\b[^,;]*$/i;

/** Persons are dismissed and their employment is terminated; agreements and plans of persons are, too. */
function isOfPerson(at: number, text: string): boolean {
  const around = text.slice(Math.max(0, at - 120), at + 120);
  return !/\b(?:agreement|plan|arrangement|lease|contract|trust)s?\b/i.test(around);
}

/** Asserted or planned; null if the sentence does not say that it is so. */
function certaintyOf(
  { status, clause, family, trigger, parsed }: Assertion<PersonFamily>,
  { sentence }: MaskedSentence,
): 'asserted' | 'planned' | null {
  if (NOBODY_ARRANGED.test(sentence.quote.slice(0, trigger.start))) return null;
  if (clause?.relation === 'adverbial' && /^where/.test(clause.marker ?? '')) return null;
  if (family === 'leaves' && /^(?:stand|seek|run)$/.test(clause?.verb.main.lemma ?? '')) return 'planned';
  if (status === 'asserted') return isDecided(clause) || isFuture(clause) ? 'planned' : 'asserted';
  if (status === 'planned') return 'planned';
  // `informed us that she would retire`: reported future. `the period during which he would serve`: future of the past.
  const isReported =
    clause?.verb.modal === 'would' &&
    ((clause.relation === 'complement' && clause.marker === 'that' && !isOfThePast(clause.parent)) ||
      (family === 'holds' && !/\b(?:if|unless)\b/i.test(sentence.quote)));
  return status === 'hypothetical' && (isReported || isUntilThen(clause, parsed.clauses)) ? 'planned' : null;
}

/** `will serve until a successor is appointed`: only the end depends on something. */
function isUntilThen(clause: Clause | null, clauses: readonly Clause[]): boolean {
  const markers = clauses.flatMap(({ marker }) => marker ?? []);
  return (
    clause?.verb.tense === 'future' &&
    markers.includes('until') &&
    !markers.some(marker => /^(?:if|unless|when|once|whether)$/.test(marker))
  );
}

/** `the agreement had provided that he would retire`: no longer so. */
function isOfThePast(clause: Clause | null): boolean {
  return clause?.verb.tokens.some(token => token.lower === 'had') ?? false;
}

/** `There are no arrangements or understandings pursuant to which …` */
const NOBODY_ARRANGED = /\bno\s+(?:\w+\s+){0,3}(?:arrangement|understanding|agreement|relationship|transaction)s?\b/i;

function isFuture(clause: Clause | null): boolean {
  return clause?.verb.tense === 'future';
}

/** `her decision to resign`, `agreed to resign` */
function isDecided(clause: Clause | null): boolean {
  return clause?.form === 'infinitive';
}

const NO_OFFICE_OF_CHANGE =
  /\b(?:report(?:s|ing)?\s+(?:directly\s+)?to|assist(?:s|ing)?|advis(?:e|es|ing|or\s+to)|by|with)\s+(?:\w+\s+){0,2}$/i;
const RELATIVE =
  /,?\s+\b(?:in\s+connection\s+with|as\s+a\s+result|due\s+to|who|whose|where|while|whereas|because|since\s+\p{Lu}?\w+\s+(?:is|was|has))\b/iu;
const ONLY_COMMITTEE = /\bcommittees?\b/i;
const TO_BOARD = /\b(?:to|from|on|onto|off|join(?:s|ed|ing)?|rejoin(?:s|ed|ing)?|leav(?:e|es|ing)|left|of)\s*$/i;

/**
 * The offices of a change; empty if the sentence names none, null if it is about something else (a committee, or a
 * company that somebody joins).
 */
function officesIn({ clause }: Assertion<PersonFamily>, region: Region, event: Change['event']): NamedOffice[] | null {
  const cut = region.text.search(RELATIVE);
  const end = cut < 0 ? region.text.length : cut;
  const found = region.offices.filter(({ at, isBoard }) => {
    const before = region.text.slice(0, Math.max(0, at));
    return at < end && !NO_OFFICE_OF_CHANGE.test(before) && (!isBoard || TO_BOARD.test(before));
  });
  const lemma = clause?.verb.main.lemma ?? '';
  if (found.length === 0) {
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

/** `will retire as President and will become Chair`: offices behind another verb are not those that end. */
function beforeNextOffice(found: Region['offices'], text: string): Region['offices'] {
  const other = text.search(
    /\b(?:and|but)\s+(?:will\s+)?(?:become|assume|serve|remain|continue|transition|be\s+(?:succeeded|replaced))|\bto\s+(?:become|assume|serve)\b|\bwill\s+(?:remain|continue)\b/i,
  );
  return other < 0 ? found : found.filter(({ at }) => at < other);
}

/** `Jane Doe and Robin Roe as President and Treasurer, respectively`: the office of one of several persons. */
function respectively(
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

const EFFECTIVE_BEFORE =
  /\b(?:effective|effect|effectiveness|commencing|commence[sd]?|beginning|begins?|starting|starts?)\b[\s,]*(?:(?:as\s+of|from|on|or\s+about|with|in|at|upon|until|the|close|end|of|business|date|day|last|first|early|mid|late|immediately|following|(?:\w+\s+){0,3}annual\s+meeting|stockholders|shareholders|held|be|for|to)[\s,-]+)*$/i;
const STATED_BEFORE =
  /\b(?:as\s+of|on|in|until|through|by|at|from|since|no\s+later\s+than|(?:on\s+)?or\s+about|around|during|be|is|was)[\s,]+(?:(?:the|close|end|of|business|on|or|about|early|mid|late|approximately|beginning|at)[\s,-]+)*$/i;
const NOT_A_DAY =
  /\b(?:dated|dated\s+as\s+of|entered\s+into|expir\w+|(?:year|quarter|period|months?)\s+end(?:ing|ed)|filed|fiscal(?:\s+year)?|annual\s+report\s+for|between|term\s+(?:of|to))\s+(?:(?:in|on|at|as\s+of|the|of)\s+)*$/i;

/** The day that the words behind the trigger state; one that they call effective before any other. */
function dayIn({ text, dates }: Region, event: Change['event']): { day: IsoDate; kind: 'effective' | 'stated' } | null {
  let stated: IsoDate | null = null;
  const cut = text.search(/,?\s+\bwho\b/i);
  for (const { span, at } of dates) {
    if (cut >= 0 && at > cut) break;
    const before = text.slice(0, at);
    if (NOT_A_DAY.test(before)) continue;
    const isSince = /\bsince\s+(?:\w+\s+)?$/i.test(before);
    if (event === 'holds' && !isSince && !EFFECTIVE_BEFORE.test(before)) continue;
    if (event === 'begins' && /\b(?:until|through|by)\s+(?:the\s+\w+\s+of\s+)*$/i.test(before)) continue;
    if (event === 'ends' && isSince) continue;
    if (EFFECTIVE_BEFORE.test(before)) return { day: span.last, kind: 'effective' };
    if (STATED_BEFORE.test(before)) stated ??= span.last;
  }
  return stated === null ? null : { day: stated, kind: 'stated' };
}

/** The day that a sentence sets in with: `On May 1, 2024, the Board appointed …`, `Effective May 1, 2024, …`. */
function frontedDay(
  { trigger }: Assertion<PersonFamily>,
  { quote, entities }: MaskedSentence,
): { day: IsoDate; kind: DayKind } | null {
  const before = entities.filter(entity => entity.date !== null && entity.maskEnd <= trigger.start);
  for (const { date, start } of before.toReversed()) {
    const lead = quote.slice(0, start);
    if (date === null || NOT_A_DAY.test(lead)) continue;
    if (/\beffective\s+(?:(?:as\s+of|on|from)\s+)?$/i.test(lead)) return { day: date.last, kind: 'effective' };
    if (/(?:^|[\s“"])(?:on|as\s+of|in|dated)\s+(?:or\s+about\s+)?$/i.test(lead))
      return { day: date.last, kind: 'fronted' };
  }
  return null;
}

/** `…, each effective July 1, 2024.`: the day at the end of a sentence is that of all its changes. */
function closingDay({ quote, entities }: MaskedSentence): IsoDate | null {
  const last = entities.findLast(entity => entity.date !== null);
  if (last?.date == null || !/^[\s.”"]*$/.test(quote.slice(last.end))) return null;
  return /,\s+(?:(?:each|both|all|in\s+each\s+case)\s+|to\s+be\s+)?(?:effective|with\s+effect)\s+(?:(?:as\s+of|from|on)\s+)*$/i.test(
    quote.slice(0, last.start),
  )
    ? last.date.last
    : null;
}

function lastFullDate({ entities }: MaskedSentence): IsoDate | null {
  const dates = entities.flatMap(({ date }) => (date !== null && date.first === date.last ? [date.last] : []));
  return dates.at(-1) ?? null;
}

function quoteAround(quote: string, start: number, end: number): string {
  return quote.length <= LONGEST_QUOTE ? quote : quote.slice(Math.max(0, start - 80), end + 200);
}

/** Days that may pass between a change and the current report that states it. */
const MAX_DAYS_BEFORE = 150;
const MAX_DAYS_BEFORE_OF_YEAR = 550;
const MAX_DAYS_AHEAD = 900;

/** Makes statements of the changes of a document: each person's office begins, is held or ends once. */
class Conclusions {
  readonly #changes: readonly Change[];
  readonly #context: FilingContext;

  constructor(changes: readonly Change[], context: FilingContext) {
    this.#changes = changes;
    this.#context = context;
  }

  statements(): RoleStatement[] {
    const made = new Map<string, RoleStatement>();
    const changes = this.#changes.map(change => this.#complete(change)).filter(change => change !== null);
    const ended = new Set(
      changes.filter(change => change.event === 'ends').map(({ name, office }) => keyOf(name, office)),
    );
    const isGoing = ({ event, day }: Change) => event === 'ends' && (day === null || this.#isNear(day));
    const leaving = new Set(this.#changes.filter(isGoing).map(({ name }) => name));
    const order = { ends: 0, begins: 1, holds: 2 };
    for (const change of changes.toSorted((a, b) => order[a.event] - order[b.event] || rank(b) - rank(a))) {
      const { name, event, office, day } = change;
      if (event === 'holds' && (leaving.has(name) || ended.has(keyOf(name, office)))) continue;
      for (const relation of relationsOf(office.title)) {
        const key = `${event === 'ends' ? 'ends' : 'in'} ${relation} ${name} ${event === 'holds' ? '' : office.title}`;
        const held = `in ${relation} ${name} `;
        if (made.has(key) || (event === 'holds' && [...made.keys()].some(known => known.startsWith(held)))) continue;
        made.set(
          key,
          roleStatement({
            ...{ name: inMixedCase(name), nameAsFiled: name, kind: 'person', relation },
            roleTitle: inMixedCase(office.title),
            asOf: this.#context.filingDate,
            sinceDate: event === 'ends' ? null : day,
            untilDate: event === 'ends' ? day : null,
            confirmation: 'annual',
            quote: { sectionKey: null, text: change.quote, charStart: null, charEnd: null },
          }),
        );
      }
    }
    return [...made.values()];
  }

  /** Adds office and day that other sentences state; null if the change is not certain. */
  #complete(change: Change): (Change & { office: NamedOffice }) | null {
    const office = change.office ?? (change.event === 'ends' ? this.#officeOf(change) : null);
    if (office === null || relationsOf(office.title).length === 0) return null;
    if (change.event === 'holds') return this.#isHeld(change) ? { ...change, office } : null;
    const day = change.day ?? this.#dayOf(change);
    if (day !== null && !this.#isNear(day)) return null;
    if (day !== null) return { ...change, office, day };
    if (change.isPlanned) return null;
    // What has happened without a day has happened by the day of the filing.
    if (change.event === 'begins') return { ...change, office, event: 'holds' };
    return this.#context.isCurrentReport ? { ...change, office, day: this.#context.filingDate } : null;
  }

  #isHeld({ day }: Change): boolean {
    return day === null || day <= addDays(this.#context.filingDate, MAX_DAYS_AHEAD);
  }

  #isNear(day: IsoDate): boolean {
    const { filingDate, isCurrentReport } = this.#context;
    const before = isCurrentReport ? MAX_DAYS_BEFORE : MAX_DAYS_BEFORE_OF_YEAR;
    return day >= addDays(filingDate, -before) && day <= addDays(filingDate, MAX_DAYS_AHEAD);
  }

  /** The office that the document gives the person next to the name, or in another sentence. */
  #officeOf({ name, beside }: Change): NamedOffice | null {
    const held = this.#changes.filter(
      change => change.name === name && change.office !== null && change.event !== 'begins',
    );
    return (
      beside.find(office => office.isAtIssuer) ??
      held.find(change => change.event === 'ends')?.office ??
      held[0]?.office ??
      null
    );
  }

  /** The day that another sentence states of the same change. */
  #dayOf({ name, event, office }: Change): IsoDate | null {
    const same = this.#changes.filter(
      change =>
        change.name === name &&
        change.event === event &&
        change.day !== null &&
        (change.office === null || office === null || change.office.title === office.title),
    );
    return same.sort((a, b) => rank(b) - rank(a))[0]?.day ?? null;
  }
}

function rank({ dayKind }: Change): number {
  return { effective: 3, stated: 2, fronted: 1, none: 0 }[dayKind];
}

function keyOf(name: string, office: NamedOffice): string {
  return `${name} ${office.title.toLowerCase()}`;
}
