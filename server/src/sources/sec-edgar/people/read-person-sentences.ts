import { type RoleStatement, roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { Assertion } from '../../../formats/prose/frames.ts';
import type { NounPhrase } from '../../../formats/prose/phrases.ts';
import { type Sentence, splitSentences } from '../../../formats/prose/sentences.ts';
import type { IsoDate } from '../../../kernel/dates.ts';
import { canonicalDecimal } from '../../../kernel/exact-number.ts';
import { closingDay, dayIn, frontedDay, lastFullDate, untilOf } from './change-days.ts';
import { certaintyOf, eventOf, isHandedOver, isOver } from './change-events.ts';
import { officesIn, respectively } from './change-offices.ts';
import { type Group, groupsOf, ownPart, partOf, placeIn, type Region, regionOf } from './change-regions.ts';
import { Conclusions } from './conclude-changes.ts';
import { type DefinedDays, readDefinedDays } from './defined-days.ts';
import { listedPeople } from './listed-people.ts';
import { maskSentence } from './mask-sentence.ts';
import { NamedPeople } from './named-people.ts';
import { inMixedCase } from './names-and-offices.ts';
import type { Change, DayKind, FilingContext } from './office-changes.ts';
import { PERSON_FRAMES, type PersonFamily } from './person-frames.ts';
import { isQuotedAt, speakersIn } from './quotations.ts';
import { AGE, type MaskedSentence, type NamedOffice, type NamedPerson } from './sentence-entities.ts';

const LONGEST_QUOTE = 320;

const LONGEST_PARAGRAPH = 20_000;

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
  readonly #known: NamedPeople;
  readonly #definedDays: DefinedDays;
  readonly #changes: Change[] = [];
  /** Large stakes by owner: the last that the document states. */
  readonly #stakes = new Map<string, RoleStatement>();
  #sentences = 0;
  /** Whom `he` and `she` mean, and whom `they` mean. */
  #topic: readonly NamedPerson[] = [];
  /** Whom they meant before. */
  #earlierTopic: readonly NamedPerson[] = [];
  /** Words that name who speaks in the paragraph, and whether its next sentence begins within quotation marks. */
  #speakers = '';
  #isQuoted = false;
  /** Who has an office, or comes or goes, or is called `Mr.` or `Ms.`. */
  readonly #introduced = new Set<string>();
  #lastDate: IsoDate | null = null;
  #previous: MaskedSentence | null = null;

  constructor(context: FilingContext, paragraphs: readonly string[]) {
    this.#context = context;
    this.#known = new NamedPeople(paragraphs);
    this.#definedDays = readDefinedDays(paragraphs);
  }

  readParagraph(text: string): void {
    this.#speakers = speakersIn(text);
    this.#isQuoted = false;
    for (const sentence of splitSentences(text)) {
      this.#readSentence(sentence);
      this.#isQuoted = isQuotedAt(sentence.quote, sentence.quote.length, this.#isQuoted);
    }
    this.#lastDate = this.#previous === null ? this.#lastDate : (lastFullDate(this.#previous) ?? this.#lastDate);
  }

  #readSentence(sentence: Sentence): void {
    this.#sentences += 1;
    const masked = maskSentence(sentence, this.#previous, this.#context.names, this.#known, this.#definedDays);
    if (masked === null) return;
    this.#readMentions(masked);
    this.#readLists(masked);
    if (PERSON_FRAMES.isCandidate(masked.sentence)) this.#readAssertions(masked);
    this.#previous = masked;
    const topic = this.#topicOf(masked);
    if (topic !== null && topic[0]?.name !== this.#topic[0]?.name) this.#earlierTopic = this.#topic;
    this.#topic = topic ?? this.#topic;
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

  /** People of a list: `The continuing directors are Jane Doe and Robin Roe.` */
  #readLists(masked: MaskedSentence): void {
    for (const { person, office } of listedPeople(masked))
      this.#add(
        { name: person.name, event: 'holds', office, day: null, dayKind: 'none', isPlanned: false, beside: [] },
        quoteAround(masked.quote, person.start, person.end),
      );
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
    const offices = officesIn(assertion, region, event) ?? this.#officeLeft(event, region);
    if (offices === null) return;
    if (assertion.form === 'noun' && offices.length === 0 && dayIn(region, event) === null && !isHandedOver(assertion))
      return;
    const isPast = assertion.family === 'holds' && event === 'holds' && isOver(assertion.clause);
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
    const event = eventDated(family, form);
    if (event === null || (event === 'holds' && !THIS_POSITION.test(region.text))) return false;
    const day = dayIn(region, event === 'any' ? 'begins' : event);
    const isOfStart = START.test(region.text);
    if (day === null || (event !== 'holds' && day.kind !== 'effective' && !isOfStart)) return false;
    const isMeant = (change: Change) =>
      (event === 'any' ? (isOfStart ? change.event === 'begins' : change.event !== 'holds') : change.event === event) &&
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
  #peopleIn(phrase: NounPhrase, { entities, sentence }: MaskedSentence, end = phrase.end): readonly NamedPerson[] {
    const within = (from: number, to: number) =>
      entities.find(entity => entity.kind === 'people' && entity.maskStart >= from && entity.maskEnd <= to)?.people;
    const named = within(phrase.start, end);
    if (named !== undefined) return named;
    // `Robin Roe, whose last day as President`
    if (phrase.tokens[0]?.lower === 'whose')
      return entities.findLast(entity => entity.kind === 'people' && entity.maskEnd <= phrase.start)?.people ?? [];
    const pronoun = phrase.tokens.find(token => /^(?:he|she|they|him|her|his|their|them)$/.test(token.lower))?.lower;
    if (pronoun !== undefined) {
      const isQuoted = isQuotedAt(sentence.quote, phrase.start, this.#isQuoted);
      const isMeant = (people: readonly NamedPerson[]) => !isQuoted || !people.some(person => this.#speaks(person));
      const before = entities.filter(
        entity => entity.kind === 'people' && entity.maskEnd <= phrase.start && isMeant(entity.people),
      );
      const people = before[0]?.people ?? [this.#topic, this.#earlierTopic].find(isMeant) ?? [];
      const isPlural = /^the/.test(pronoun);
      const plural = before.find(item => item.people.length > 1)?.people ?? people;
      return isPlural ? plural : people.length > 1 ? [] : people;
    }
    const of = phrase.preps.find(prep => prep.preposition === 'of')?.phrase;
    return of === undefined ? [] : (within(of.start, of.end) ?? []);
  }

  /** Who speaks is `I` in a quotation, never `he` or `she`. */
  #speaks({ name }: NamedPerson): boolean {
    const surname = surnameOf(name);
    return this.#speakers.split(/[^\p{L}’'-]+/u).some(word => word.toLowerCase() === surname);
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
    const announced = this.#context.eventDate ?? this.#context.filingDate;
    if (event === 'ends' && IMMEDIATELY.test(region.text)) {
      const leading = frontedDay(assertion, masked);
      return { day: leading?.kind === 'fronted' ? leading.day : announced, dayKind: 'effective' };
    }
    const fronted = frontedDay(assertion, masked);
    if (fronted?.kind === 'effective') return { day: fronted.day, dayKind: 'effective' };
    const { eventDate, filingDate } = this.#context;
    const left = WITH_DEPARTURE.test(region.text) ? this.#lastDeparture() : null;
    if (left !== null) return { day: left, dayKind: 'effective' };
    if (SAME_DAY.test(masked.quote) && this.#lastDate !== null) return { day: this.#lastDate, dayKind: 'stated' };
    if (IMMEDIATELY.test(masked.quote)) return { day: fronted?.day ?? eventDate ?? filingDate, dayKind: 'effective' };
    if (isOfToday(assertion, masked.sentence.quote)) return { day: announced, dayKind: 'stated' };
    const closing = assertion.form === 'verb' ? closingDay(masked) : null;
    if (closing !== null) return { day: closing, dayKind: 'effective' };
    // `On July 1, 2024, Ms. Doe will become President`: a day ahead is that of the change.
    if (fronted !== null && (!isPlanned || fronted.day > filingDate)) return { day: fronted.day, dayKind: 'fronted' };
    return { day: null, dayKind: 'none' };
  }

  /** `appointed Jane Doe to that office`, `to succeed Mr. Roe`: the office that somebody leaves, by this sentence or those before. */
  #officeLeft(event: Change['event'], { offices, text }: Region): readonly NamedOffice[] | null {
    if (event !== 'begins' || offices.length > 0 || !IN_PLACE.test(text)) return null;
    const left = this.#changes.findLast(change => change.event === 'ends' && change.sentence >= this.#sentences - 2);
    const office = left?.office ?? left?.beside.find(own => own.isAtIssuer);
    return office === undefined ? null : [office];
  }

  /** The day on which somebody leaves, by the sentences before. */
  #lastDeparture(): IsoDate | null {
    return this.#changes.findLast(({ event, day }) => event === 'ends' && day !== null)?.day ?? null;
  }

  statements(): RoleStatement[] {
    return [...new Conclusions(this.#changes, this.#context).statements(), ...this.#stakes.values()];
  }
}

/** Which changes a sentence without offices dates: `The changes are effective May 1, 2024.` */
function eventDated(family: PersonFamily, form: Assertion['form']): Change['event'] | 'any' | null {
  if (form !== 'noun') return family === 'holds' ? 'holds' : null;
  if (family === 'changes') return 'any';
  return family === 'appoints' ? 'begins' : 'ends';
}

/** `Her start date is June 10, 2024.` */
const START = /^start\s+date\b|^date\s+(?:of|will|is)\b/i;

/** A share in the issuer: of its outstanding shares, its votes or its capital. */
const STAKE =
  /\b(\d{1,3}(?:\.\d+)?)\s?(?:%|percent\b|per\s+cent\b)\)?\s+of\s+(?:(?:the|our|its|all)\s+)*(?:(?:company|registrant|corporation)['’]s\s+)?(?:(?:then|total|combined|currently|issued|and|outstanding|aggregate)\s+)*(?:voting|common|ordinary|capital|shares|stock)\b/i;

/** Owners of less are no major shareholders. */
const MAJOR_FROM_PCT = 5;

function surnameOf(name: string): string {
  return name.replace(/,.*$/, '').split(' ').at(-1)?.toLowerCase() ?? '';
}

const FORM_OF_ADDRESS = /^(?:Mr|Mrs|Ms|Dr|Messrs|Mses)\b/;

const IMMEDIATELY = /\b(?:effective\s+(?:immediately|today)|with immediate effect|immediately)\b/i;

const SAME_DAY =
  /\b(?:(?:on|as of|effective)\s+(?:the same|that|such|the foregoing)\s+(?:day|date)|(?:also|same) on such date)\b/i;

/** `today named Jane Doe`: the change is of the day of the release. */
function isOfToday({ trigger, clause, form }: Assertion<PersonFamily>, text: string): boolean {
  if (form !== 'verb') return false;
  const start = clause?.verb.start ?? trigger.start;
  return /\btoday\s*$/i.test(text.slice(0, start)) || /\btoday\s*$/i.test(text.slice(0, trigger.start));
}

/** The office of somebody else, without its name. */
const IN_PLACE =
  /\b(?:that|such|the\s+same)\s+(?:office|position|role|capacity)\b|\bas\s+(?:his|her|their)\s+(?:successor|replacement)\b|\bto\s+(?:succeed|replace)\b|\bto\s+fill\s+(?:the|this|that|such)\s+(?:resulting\s+)?vacanc/i;

const THIS_POSITION =
  /\b(?:this|that|such|these|those|the\s+same|his|her|current|present)\s+(?:\w+\s+)?(?:position|role|capacity|capacities|office|post)s?\b/i;

/** `with effect from the date of that retirement`, `upon Mr. Roe’s resignation` */
const WITH_DEPARTURE =
  /\b(?:effective|effect|upon|following|date)\b[^,;.]{0,60}\b(?:retirement|resignation|departure|separation)\b/i;

function quoteAround(quote: string, start: number, end: number): string {
  return quote.length <= LONGEST_QUOTE ? quote : quote.slice(Math.max(0, start - 80), end + 200);
}
