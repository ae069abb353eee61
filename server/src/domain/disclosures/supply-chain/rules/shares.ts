import type { Clause, ParsedSentence } from '../../../../formats/prose/clauses.ts';
import { parseSentence } from '../../../../formats/prose/grammar/parse-sentence.ts';
import { type DocumentNames, partyOf } from '../../../../formats/prose/names.ts';
import type { Chunk, NounPhrase, VerbGroup } from '../../../../formats/prose/phrases.ts';
import type { Sentence } from '../../../../formats/prose/sentences.ts';
import { appendAll } from '../../../../kernel/lists.ts';
import type { ConcentrationOf, ConcentrationType } from '../model.ts';
import { type Base, baseWordsAt, readBase } from './bases.ts';
import { readMeantGroup } from './counterparties.ts';
import { isParty, kindOfNoun } from './nouns.ts';
import { clusterAround, type Party, type PartyContext, type Range, readParty } from './parties.ts';
import { type FiscalCalendar, isTemporal, readPeriods, type Span, statesPeriod } from './periods.ts';
import { type Quantity, type QuantityList, readQuantities } from './quantities.ts';
import { isStated, isStatedOrAgreed } from './statements.ts';

/** A share of one customer, supplier or group that a sentence states for one period. */
export interface StatedShare {
  concentrationType: Extract<ConcentrationType, 'customer' | 'supplier'>;
  /** Null if no company is named. */
  name: string | null;
  label: string;
  groupSize: number | null;
  /** Null if the sentence states no number. */
  pct: number | null;
  thresholdPct: number | null;
  isAtLeast: boolean;
  of: ConcentrationOf;
  narrowed: string | null;
  span: Span;
}

/** What the reader of shares knows of the document. */
export interface ShareContext extends PartyContext {
  calendar: FiscalCalendar;
  names: DocumentNames;
}

/** `X accounts for 12 %`: the subject is the party. */
const HOLDS = new Set(
  'account represent comprise constitute contribute make compose form total be exceed amount equal aggregate approximate generate provide purchase buy owe produce supply manufacture'.split(
    ' ',
  ),
);
/** `we derive 12 % of … from X`: the party follows. */
const TAKES = new Set(
  'derive generate earn receive obtain purchase buy source procure sell ship make collect realize record recognize bill have acquire distribute transact'.split(
    ' ',
  ),
);
/** `12 % of … came from X`: the party follows. */
const COMES = new Set(
  'derive come result originate be generate relate attribute concentrate consist represent comprise receive make earn sell purchase obtain source account constitute supply provide buy procure owe contribute arise stem reflect distribute'.split(
    ' ',
  ),
);
const BUYS = new Set('purchase buy source procure obtain acquire'.split(' '));
const SELLS = new Set('sell ship distribute'.split(' '));
const SUPPLIES = new Set('supply provide manufacture produce'.split(' '));

/** Only such sentences are parsed. */
const CANDIDATE =
  /\d ?%|\bper ?cent\b|\b(?:all|much|majority|substantially all|virtually all|nearly all|most|bulk|half|third|quarter|portion|percentage|proportion|share) of\b/i;
const ABOUT =
  /\b(?:revenues?|sales|turnover|receivables?|recoverables?|purchas|sell|obtain|procure|premiums|billings|suppl|materials|inventory|production|requirements|cost of|rents?|royalties)/i;

/** A list of quantities with the words after it, up to the next list or statement: their periods. */
interface Part {
  quantities: Quantity[];
  after: Range;
}

/** A predicate and what it states. */
interface Statement {
  party: Party;
  parts: Part[];
  base: Base | null;
  /** The words before the subject: their periods. */
  before: Range;
  isSupplier: boolean;
}

/** Returns the shares that a sentence states; none if it is ambiguous. */
export function readShares(sentence: Sentence, context: ShareContext): StatedShare[] {
  if (!CANDIDATE.test(sentence.quote) || !ABOUT.test(sentence.quote)) return [];
  const parsed = parseSentence(sentence);
  const lists = readQuantities(parsed.chunks, sentence.quote);
  if (lists.length === 0) return [];
  const reader = new SentenceReader(sentence, parsed, lists, context);
  return reader.read();
}

class SentenceReader {
  readonly #quote: string;
  readonly #chunks: readonly Chunk[];
  readonly #parsed: ParsedSentence;
  readonly #lists: readonly QuantityList[];
  readonly #sentence: Sentence;
  readonly #context: ShareContext;

  constructor(sentence: Sentence, parsed: ParsedSentence, lists: readonly QuantityList[], context: ShareContext) {
    this.#quote = sentence.quote;
    this.#chunks = parsed.chunks;
    this.#parsed = parsed;
    this.#lists = lists;
    this.#sentence = sentence;
    this.#context = context;
  }

  read(): StatedShare[] {
    const statements: Statement[] = [];
    let cut = 0;
    for (const [place, list] of this.#lists.entries()) {
      const next = this.#lists[place + 1];
      const found = this.#readList(list, cut, statements.at(-1) ?? null, next?.first ?? this.#chunks.length);
      if (found !== null && found !== 'continued') statements.push(found.statement);
      cut = Math.max(list.last + 1, this.#baseAfter(list, false).next);
    }
    const nobody = this.#readNobody();
    if (nobody.length > 0 && this.#lists.length === 1) return nobody;
    this.#shareBases(statements);
    appendAll(statements, this.#readParentheses());
    const spans = this.#spansOf(statements);
    const positive = statements.flatMap((statement, place) => [
      ...this.#assignParts(statement, spans[place] ?? null),
      ...this.#compared(statement),
    ]);
    return [...positive, ...nobody];
  }

  /** Reads the predicate of a list of quantities, their base and the party. */
  #readList(
    list: QuantityList,
    cut: number,
    previous: Statement | null,
    nextFirst: number,
  ): { statement: Statement } | 'continued' | null {
    const predicate = this.#predicateBefore(list, cut, previous !== null);
    if (predicate === null) return null;
    const isReverse = predicate.kind === 'reverse' || predicate.kind === 'object';
    const base = this.#baseAfter(list, isReverse);
    const part: Part = { quantities: list.quantities, after: { from: list.last + 1, to: nextFirst } };
    if (predicate.kind === 'continued') {
      if (previous === null) return null;
      const isOfOther = base.base !== null && previous.base !== null && base.base.of !== previous.base.of;
      if (isOfOther || (base.base === null && base.isOther)) {
        if (base.base === null) return null;
        return {
          statement: { ...previous, parts: [part], base: base.base },
        };
      }
      previous.parts.push(part);
      previous.base ??= base.base;
      return 'continued';
    }
    const verb = predicate.kind === 'gap' ? null : (this.#chunks[predicate.verb] as VerbGroup);
    const lemma = verb?.main.lemma ?? '';
    const isSold = predicate.kind === 'object' && SELLS.has(lemma);
    const isBought = predicate.kind === 'object' ? BUYS.has(lemma) : SUPPLIES.has(lemma);
    const isOfGoods = base.isOther || (isSold && base.base?.of === 'purchases');
    const goods: Base | null = isOfGoods && (isSold || isBought) ? goodsBase(base.words, isBought) : null;
    if (base.isOther && goods === null) return null;
    const found =
      predicate.kind === 'subject'
        ? this.#partyOfSubject(predicate.verb, list, cut, previous)
        : predicate.kind === 'gap'
          ? this.#partyAt(predicate.at, cut, predicate.at + 1, previous)
          : this.#partyAfter(predicate.kind === 'object' ? base.next : predicate.verb + 1);
    if (found === null) return null;
    if (verb !== null && !this.#isStated(verb, found.party, cut)) return null;
    const from = isReverse ? list.first : found.from;
    const start = this.#boundaryBefore(from, cut);
    const last = previous?.parts.at(-1);
    if (last !== undefined) last.after.to = Math.min(last.after.to, start);
    const isEach =
      found.party.isEach || /^,? (?:each|apiece|individually)\b/.test(this.#quote.slice(this.#chunks[list.last]?.end));
    return {
      statement: {
        party: { ...found.party, isEach },
        parts: [part],
        base: goods ?? base.base,
        before: { from: start, to: from },
        isSupplier: isBought || (isReverse && this.#isBought(predicate)),
      },
    };
  }

  #isBought(predicate: Predicate): boolean {
    return (
      predicate.kind === 'reverse' &&
      /^(?:supply|purchase|source|procure)$/.test((this.#chunks[predicate.verb] as VerbGroup).main.lemma)
    );
  }

  /** What states a list of quantities, read from the words before it. */
  #predicateBefore(list: QuantityList, cut: number, hasPrevious: boolean): Predicate | null {
    const chunks = this.#chunks;
    let at = list.first - 1;
    let isAlternative = false;
    let hasFor = false;
    for (; at >= cut; at--) {
      const chunk = chunks[at];
      if (chunk === undefined) break;
      if (chunk.kind === 'adverb' || chunk.kind === 'adjective') {
        const verb = chunks[at - 1];
        const isOfVerb = verb?.kind === 'verb' && verb.main.lemma === 'make';
        if (/^(?:up|down)$/.test(chunk.words) && !isOfVerb) return hasPrevious ? { kind: 'continued' } : null;
        continue;
      }
      if (chunk.kind === 'noun') {
        if (isAmount(chunk)) {
          isAlternative = true;
          continue;
        }
        if (/^(?:total|aggregate|average|maximum|excess)$/.test(chunk.head.lower)) continue;
        if (hasFor && hasPrevious && /^(?:increase|decrease)$/.test(chunk.head.lemma)) return null;
        return this.#gapAt(at, cut, hasPrevious, hasFor);
      }
      if (chunk.kind === 'preposition') {
        if (/^(?:than|over|under|above|below|about|around|in excess of|at|in|up|up to)$/.test(chunk.words)) continue;
        if (chunk.words === 'for') {
          hasFor = true;
          continue;
        }
        if (chunk.words === 'of' && chunks[at - 1]?.kind === 'noun') {
          if (/^(?:total|aggregate|average|maximum|excess)$/.test((chunks[at - 1] as NounPhrase).head.lower)) continue;
          return null;
        }
        if (/^(?:from|to|with|versus|against)$/.test(chunk.words)) {
          if (this.#isCompared(at)) return hasPrevious ? { kind: 'continued' } : null;
          const verb = chunks[at - 1];
          if (chunk.words === 'to' && verb?.kind === 'verb' && /^(?:amount|equal|come)$/.test(verb.main.lemma))
            continue;
          if (chunk.words === 'with') return this.#reverse(list);
        }
        return null;
      }
      if (chunk.kind === 'coordinator' && chunk.words === 'or') {
        isAlternative = true;
        continue;
      }
      if (chunk.kind === 'comma') {
        if (isAlternative && list.first - at < 6) continue;
        if (chunks[at - 1]?.kind === 'noun' && isAmount(chunks[at - 1] as NounPhrase)) continue;
        break;
      }
      if (chunk.kind === 'verb') return this.#predicateOf(at, hasPrevious);
      break;
    }
    const reverse = this.#reverse(list);
    if (reverse !== null) return reverse;
    const stopped = chunks[at];
    const isJoined =
      at < cut || stopped?.kind === 'comma' || (stopped?.kind === 'coordinator' && /^(?:and|but)$/.test(stopped.words));
    return hasPrevious && isJoined && this.#isOnlyTime(cut, at) ? { kind: 'continued' } : null;
  }

  /** True if there is no subject between the last quantity and this one. */
  #isOnlyTime(cut: number, to: number): boolean {
    return this.#chunks.slice(cut, Math.max(cut, to)).every(chunk => chunk.kind !== 'verb' || chunk.form !== 'finite');
  }

  #isCompared(at: number): boolean {
    const before = this.#chunks.slice(Math.max(0, at - 3), at);
    return (
      before.some(
        chunk =>
          (chunk.kind === 'verb' && /^(?:compare|increase|decrease)$/.test(chunk.main.lemma)) ||
          (chunk.kind === 'noun' && /^(?:increase|decrease)$/.test(chunk.head.lemma)) ||
          (chunk.kind === 'adverb' && /^(?:up|down)$/.test(chunk.words)) ||
          (chunk.kind === 'adjective' && /^(?:up|down)$/.test(chunk.words)),
      ) || /^(?:versus)$/.test((this.#chunks[at] as { words: string }).words)
    );
  }

  /** `… and Customer B for 14 %`, `Brook 14 %`: the verb of the last statement holds. */
  #gapAt(at: number, cut: number, hasPrevious: boolean, hasFor: boolean): Predicate | null {
    const phrase = this.#chunks[at] as NounPhrase;
    const before = this.#chunks[at - 1];
    const isJoined =
      before === undefined || before.kind === 'coordinator' || before.kind === 'comma' || before.kind === 'other';
    if (!hasPrevious || at < cut || (!hasFor && !isJoined)) return null;
    return isParty(phrase) || /^\p{Lu}/u.test(phrase.head.text) || phrase.head.lower === 'another'
      ? { kind: 'gap', at }
      : null;
  }

  #predicateOf(at: number, hasPrevious: boolean): Predicate | null {
    const verb = this.#chunks[at] as VerbGroup;
    const { lemma } = verb.main;
    const hasFor = this.#chunks[at + 1]?.kind === 'preposition';
    if (lemma === 'account' && !hasFor) return null;
    if (lemma === 'compare') return hasPrevious ? { kind: 'continued' } : null;
    if (TAKES.has(lemma) && this.#isOwn(at) && verb.voice === 'active') {
      // `we had 22 % of revenue from X`; `sales to X made 12 %`
      return { kind: 'object', verb: at };
    }
    return HOLDS.has(lemma) ? { kind: 'subject', verb: at } : null;
  }

  /** `22 % of our revenue was derived from X` */
  #reverse(list: QuantityList): Predicate | null {
    const { next } = this.#baseAfter(list, true);
    for (let at = next; at < this.#chunks.length; at++) {
      const chunk = this.#chunks[at];
      if (chunk === undefined || chunk.kind === 'stop' || chunk.kind === 'subordinator' || chunk.kind === 'relative')
        return null;
      if (chunk.kind === 'verb') {
        if (/^end/.test(chunk.main.lemma) && chunk.form === 'participle') continue;
        return COMES.has(chunk.main.lemma) ? { kind: 'reverse', verb: at } : null;
      }
      if (chunk.kind === 'noun' && !isTemporal(chunk, this.#chunks[at + 1], this.#chunks[at + 2])) return null;
    }
    return null;
  }

  /** The base after a list: `, respectively, of our net sales`. `isOther` is true if the words name another whole. */
  #baseAfter(
    list: QuantityList,
    isReverse: boolean,
  ): { base: Base | null; isOther: boolean; words: string; next: number } {
    let at = list.last + 1;
    const chunks = this.#chunks;
    while (at < chunks.length) {
      const chunk = chunks[at];
      const isOrMore =
        (chunk?.kind === 'coordinator' && chunk.words === 'or') ||
        (chunk?.kind === 'adjective' && /^(?:more|greater|higher|less)$/.test(chunk.words)) ||
        (chunk?.kind === 'noun' && /^(?:more|greater)$/.test(chunk.head.lower));
      if (chunk?.kind === 'adverb' || chunk?.kind === 'comma' || isOrMore) at++;
      else break;
    }
    const word = chunks[at];
    const phrase = chunks[at + 1];
    const none = { base: null, isOther: false, words: '', next: list.last + 1 };
    if (word?.kind !== 'preposition' || !/^(?:of|in|to)$/.test(word.words) || phrase?.kind !== 'noun') return none;
    if (isTemporal(phrase, chunks[at + 2], chunks[at + 3])) return none;
    const { words, next } = baseWordsAt(chunks, at + 1, this.#quote, isReverse);
    const base = this.#isOfOther(phrase) ? null : readBase(words);
    const isShareOf = word.words === 'of' || base !== null;
    return { base, isOther: base === null && isShareOf, words, next };
  }

  /** `of Brook’s net sales`, where Brook is not the company. */
  #isOfOther(phrase: NounPhrase): boolean {
    const { tokens } = phrase;
    const at = tokens.findIndex(token => /^['’]s?$/.test(token.text));
    const owner = tokens.slice(0, Math.max(at, 0));
    const head = owner.at(-1);
    if (head === undefined) return tokens[0]?.lower === 'their';
    const own: NounPhrase = {
      kind: 'noun',
      head,
      tokens: owner,
      start: owner[0]?.start ?? 0,
      end: head.end,
      preps: [],
    };
    return isParty(own) && partyOf(own, this.#context.names) !== 'registrant';
  }

  #clauseOf(verb: VerbGroup): Clause | null {
    return this.#parsed.clauses.find(clause => clause.verb.start === verb.start) ?? null;
  }

  /** True if the clause of a verb is stated, rather than denied, supposed or planned. */
  #isStated(verb: VerbGroup, party: Party, cut: number): boolean {
    const clause = this.#clauseOf(verb);
    if (clause === null || party.nobody !== null) return false;
    if (isStated(clause, this.#parsed)) return true;
    if (BUYS.has(verb.main.lemma) && isStatedOrAgreed(clause, this.#parsed)) return true;
    // A past form that may be a participle: `accounted`.
    const mayBeFinite = verb.form === 'finite' || clause.parent === null;
    return clause.form === 'participle' && mayBeFinite && !this.#isSupposed(verb, cut);
  }

  /** True if a condition or a possibility comes before a verb in its part of the sentence. */
  #isSupposed(verb: VerbGroup, cut: number): boolean {
    const until = this.#chunks.findIndex(chunk => chunk.start === verb.start);
    return this.#chunks
      .slice(cut, until)
      .some(
        chunk =>
          (chunk.kind === 'verb' && (chunk.modal !== null || chunk.tense === 'future')) ||
          (chunk.kind === 'subordinator' && !/^(?:while|whereas|although|though|because)$/.test(chunk.words)),
      );
  }

  /** True if the company itself is the subject of a verb. */
  #isOwn(verbAt: number): boolean {
    const verb = this.#chunks[verbAt] as VerbGroup;
    const subject = this.#clauseOf(verb)?.subjects[0];
    if (subject === undefined) return verb.form !== 'finite';
    const party = partyOf(subject, this.#context.names);
    const isPronoun = /^(?:it|its)$/.test(subject.head.lower);
    return party === 'registrant' || party === 'subsidiary' || isPronoun;
  }

  /** The party that is the subject of a verb. */
  #partyBefore(verbAt: number, cut: number, previous: Statement | null): { party: Party; from: number } | null {
    const anchor = this.#anchorBefore(verbAt, cut);
    if (anchor === null) return null;
    const { lemma } = (this.#chunks[verbAt] as VerbGroup).main;
    return this.#partyAt(anchor, cut, verbAt, previous, SUPPLIES.has(lemma) || BUYS.has(lemma));
  }

  /** `receivables were 21 % of our balance from one customer`: the party may follow if the subject names none. */
  #partyOfSubject(
    verbAt: number,
    list: QuantityList,
    cut: number,
    previous: Statement | null,
  ): { party: Party; from: number } | null {
    const found = this.#partyBefore(verbAt, cut, previous);
    if (
      found !== null &&
      (found.party.owners.length > 0 || found.party.group?.size != null || found.party.nobody !== null)
    )
      return found;
    const { next } = this.#baseAfter(list, true);
    const word = this.#chunks[next];
    const isDeal = this.#clauseOf(this.#chunks[verbAt] as VerbGroup)?.subjects.some(
      subject => kindOfNoun(subject) === 'deal',
    );
    const follows = isDeal === true && word?.kind === 'preposition' && /^(?:from|to|by|with)$/.test(word.words);
    return (follows ? this.#partyAfter(next) : null) ?? found;
  }

  #anchorBefore(verbAt: number, cut: number): number | null {
    const chunks = this.#chunks;
    const verb = chunks[verbAt] as VerbGroup;
    let before = verbAt - 1;
    while (before >= cut && (chunks[before]?.kind === 'adverb' || chunks[before]?.kind === 'adjective')) before--;
    const left = chunks[before];
    if (left?.kind === 'noun' && !isAmount(left) && verb.form !== 'finite' && this.#canBeParty(left)) return before;
    const clause = this.#clauseOf(verb);
    const subject = clause?.subjects.find(phrase => this.#canBeParty(phrase));
    const at = subject === undefined ? -1 : chunks.indexOf(subject);
    if (at >= 0 && at < verbAt) return at;
    for (let place = verbAt - 1; place >= cut; place--) {
      const chunk = chunks[place];
      if (chunk?.kind === 'stop') break;
      if (chunk?.kind === 'verb' && chunk.form === 'finite') {
        // `distributors, each of which sells our products, accounted for`: the relative clause is passed over.
        const relative = this.#relativeOf(place);
        if (relative === null) break;
        place = relative;
      } else if (
        chunk?.kind === 'noun' &&
        this.#canBeParty(chunk) &&
        !/^(?:in|for|at|on|of)$/.test(this.#governingOf(place) ?? '')
      )
        return place;
    }
    return null;
  }

  /** The place of the relative pronoun of a verb; null if it is in no relative clause. */
  #relativeOf(verbAt: number): number | null {
    for (let at = verbAt - 1; at >= 0; at--) {
      const chunk = this.#chunks[at];
      if (chunk?.kind === 'relative') return at;
      if (chunk === undefined || chunk.kind === 'stop' || (chunk.kind === 'verb' && chunk.form === 'finite'))
        return null;
    }
    return null;
  }

  #canBeParty(phrase: NounPhrase): boolean {
    if (isTemporal(phrase)) return false;
    return (
      kindOfNoun(phrase) !== null ||
      phrase.tokens.some(token => /^\p{Lu}/u.test(token.text)) ||
      /^(?:each|both|none|they|these|those|two|three|another|neither|one|that|which|who|all)$/.test(phrase.head.lower)
    );
  }

  /** `isMarked`: the verb says that its subject is a counterparty. */
  #partyAt(
    anchor: number,
    cut: number,
    to: number,
    previous: Statement | null,
    isMarked = false,
  ): { party: Party; from: number } | null {
    const phrase = this.#chunks[anchor] as NounPhrase;
    if (previous !== null && /^(?:another|other)$/.test(phrase.head.lower)) {
      const label = `another ${previous.party.role ?? 'customer'}`;
      return { party: { ...previous.party, owners: [], group: { label, size: 1 } }, from: anchor };
    }
    const range = clusterAround(this.#chunks, anchor, { from: Math.min(cut, anchor), to });
    const party = readParty(
      this.#chunks,
      range,
      this.#quote,
      this.#context,
      isMarked ? 'by' : this.#governingOf(range.from),
    );
    return party === null ? null : { party: this.#withGroup(party), from: range.from };
  }

  #governingOf(at: number): string | null {
    const before = this.#chunks[at - 1];
    return before?.kind === 'preposition' ? before.words : null;
  }

  /** The party after a verb or a base: `from X`, `from sales to X`. */
  #partyAfter(from: number): { party: Party; from: number } | null {
    for (let at = from; at < this.#chunks.length; at++) {
      const chunk = this.#chunks[at];
      if (chunk === undefined || chunk.kind === 'stop' || chunk.kind === 'subordinator') return null;
      if (chunk.kind === 'verb' && chunk.form === 'finite') return null;
      if (chunk.kind !== 'noun') continue;
      if (isTemporal(chunk, this.#chunks[at + 1], this.#chunks[at + 2])) continue;
      const governing = this.#governingOf(at);
      const isDeal = kindOfNoun(chunk) === 'deal';
      if (governing !== null && !/^(?:from|to|by|with|through|among|of)$/.test(governing)) continue;
      const range = clusterAround(this.#chunks, at, { from: at, to: this.#endOfSegment(at) });
      const party = readParty(this.#chunks, range, this.#quote, this.#context, governing ?? (isDeal ? null : 'to'));
      if (party !== null) return { party: this.#withGroup(party), from };
      if (governing !== null && !isDeal) return null;
    }
    return null;
  }

  #endOfSegment(from: number): number {
    const end = this.#chunks.findIndex(
      (chunk, at) =>
        at > from &&
        (chunk.kind === 'stop' ||
          chunk.kind === 'subordinator' ||
          chunk.kind === 'relative' ||
          (chunk.kind === 'verb' && chunk.form === 'finite')),
    );
    return end < 0 ? this.#chunks.length : end;
  }

  /** Where a statement begins: after the last conjunction or stop before its subject. */
  #boundaryBefore(from: number, cut: number): number {
    for (let at = from - 1; at >= cut; at--) {
      const chunk = this.#chunks[at];
      if (chunk?.kind === 'stop' || chunk?.kind === 'subordinator') return at + 1;
      if (chunk?.kind === 'coordinator' && !this.#isBetweenYears(at)) return at + 1;
    }
    return cut;
  }

  /** `December 31, 2023 and 2024` */
  #isBetweenYears(at: number): boolean {
    const next = this.#chunks[at + 1];
    return next?.kind === 'noun' && isTemporal(next);
  }

  /** Resolves `these customers` to the group of the sentence before. */
  #withGroup(party: Party): Party {
    if (!party.isMeant || party.owners.length > 0 || (party.group !== null && party.group.size !== null)) return party;
    const before = this.#sentence.previous;
    const group = before === null ? null : readMeantGroup(parseSentence(before).phrases, before.quote);
    return { ...party, group };
  }

  /** Statements without a base of their own have that of the next, else that of the last, else that of the sentence. */
  #shareBases(statements: Statement[]): void {
    const fronted = this.#frontedBase();
    for (const [place, statement] of statements.entries()) {
      if (statement.base !== null) continue;
      const next = statements.slice(place + 1).find(other => other.base !== null);
      const last = statements.slice(0, place).findLast(other => other.base !== null);
      statement.base = fronted ?? next?.base ?? last?.base ?? null;
    }
  }

  /** `Of total receivables, …`, `as a percentage of net sales` */
  #frontedBase(): Base | null {
    for (const [at, chunk] of this.#chunks.entries()) {
      if (chunk.kind !== 'preposition' || chunk.words !== 'of') continue;
      const before = this.#chunks[at - 1];
      const isFronted = before === undefined;
      const isPercentage = before?.kind === 'noun' && /^(?:percentage|percent)$/.test(before.head.lemma);
      if (!isFronted && !isPercentage) continue;
      const phrase = this.#chunks[at + 1];
      if (phrase?.kind === 'noun') return readBase(baseWordsAt(this.#chunks, at + 1, this.#quote, false).words);
    }
    return null;
  }

  /** The words of a range, without what is in parentheses. */
  #text({ from, to }: Range): string {
    const start = this.#chunks[from]?.start;
    const end = this.#chunks[to - 1]?.end;
    if (start === undefined || end === undefined || end <= start) return '';
    return this.#quote
      .slice(start, end)
      .replace(/\([^()]*\)/g, '')
      .replace(/\s+/g, ' ');
  }

  /** The periods of each statement: its own words, else those that open the sentence, else the next’s, else the last’s. */
  #spansOf(statements: readonly Statement[]): (Span[] | null)[] {
    const { calendar } = this.#context;
    const own = statements.map(({ parts, before }) => {
      const after = { from: parts[0]?.after.from ?? 0, to: parts.at(-1)?.after.to ?? 0 };
      return [this.#text(after), this.#text(before)].find(statesPeriod) ?? null;
    });
    const [first] = statements;
    const opening = first === undefined ? '' : this.#text({ from: 0, to: first.before.to });
    return statements.map((_, place) => {
      const words =
        own[place] ?? (statesPeriod(opening) ? opening : null) ?? own.slice(place + 1).find(value => value !== null);
      if (words !== undefined && words !== null) return readPeriods(words, calendar);
      const last = own.slice(0, place).findLast(value => value !== null);
      const spans = readPeriods(last ?? this.#quote.replace(/\s+/g, ' '), calendar);
      return last === undefined || spans?.length === 1 ? spans : [calendar.own];
    });
  }

  /** `17% in 2024 and 16% in each of 2023 and 2022`: each list has the periods that follow it. */
  #assignParts(statement: Statement, spans: readonly Span[] | null): StatedShare[] {
    const { parts } = statement;
    const words = parts.map(part => this.#text(part.after));
    if (parts.length === 1 || !words.every(statesPeriod))
      return this.#assign(
        statement,
        parts.flatMap(part => part.quantities),
        spans,
      );
    return parts.flatMap((part, place) =>
      this.#assign(statement, part.quantities, readPeriods(words[place] ?? '', this.#context.calendar)),
    );
  }

  /** `Brook (15%) and Elm (12% of net sales)` */
  #readParentheses(): Statement[] {
    const found: Statement[] = [];
    const stated = this.#statedBase();
    for (const { index, groups = {} } of this.#quote.matchAll(IN_PARENTHESES)) {
      const at = this.#chunks.findLastIndex(chunk => chunk.end <= index);
      const chunk = this.#chunks[at];
      if (chunk === undefined || this.#quote.slice(chunk.end, index).trim() !== '') continue;
      const letterAt = chunk.kind === 'other' ? at - 1 : at;
      const phrase = this.#chunks[letterAt];
      if (phrase?.kind !== 'noun') continue;
      const base = groups.base === undefined ? stated : readBase(groups.base);
      const isAmountOf = isAmount(phrase);
      const verbAt = isAmountOf
        ? this.#chunks.findLastIndex((candidate, place) => place < at && candidate.kind === 'verb')
        : -1;
      const party = isAmountOf
        ? verbAt < 0
          ? null
          : this.#partyBefore(verbAt, 0, null)
        : this.#partyOfOne(phrase, letterAt, at);
      if (party === null || base === null || party.party.nobody !== null) continue;
      const nowhere = { from: this.#chunks.length, to: this.#chunks.length };
      const part: Part = { quantities: [{ pct: Number(groups.pct), bound: 'exact' }], after: nowhere };
      found.push({ party: party.party, parts: [part], base, before: nowhere, isSupplier: false });
    }
    return found;
  }

  /** A party without those it is joined with. In a sentence about customers or suppliers, a name is one of them. */
  #partyOfOne(phrase: NounPhrase, from: number, last: number): { party: Party; from: number } | null {
    const isMarked = this.#parsed.phrases.some(nounPhrase => isParty(nounPhrase));
    const governing = this.#governingOf(from) ?? (isMarked ? 'by' : null);
    if (!this.#canBeParty(phrase)) return null;
    const party = readParty(this.#chunks, { from, to: last + 1 }, this.#quote, this.#context, governing);
    return party === null ? null : { party, from };
  }

  /** The base that the sentence states anywhere. */
  #statedBase(): Base | null {
    const bases = this.#lists.flatMap(list => this.#baseAfter(list, false).base ?? []);
    return bases[0] ?? this.#frontedBase();
  }

  /** Assigns each percentage to its owner and period. Lists of different lengths are ambiguous and yield nothing. */
  #assign(statement: Statement, quantities: readonly Quantity[], spans: readonly Span[] | null): StatedShare[] {
    const { party, base } = statement;
    if (base === null || party.isUnmarked || spans === null || spans.length === 0) return [];
    const role = this.#roleOf(statement, base);
    const common = { concentrationType: role, thresholdPct: null, of: base.of, narrowed: base.narrowed };
    return pair(party, quantities, spans).flatMap(({ owner, quantity, span, groupSize }) =>
      quantity.bound === 'most' || span === undefined
        ? []
        : [{ ...common, ...owner, groupSize, pct: quantity.pct, isAtLeast: quantity.bound === 'least', span }],
    );
  }

  /** `39% of receivables (38% at December 31, 2023)`: another period in parentheses. */
  #compared(statement: Statement): StatedShare[] {
    const [first] = statement.parts;
    const last = statement.parts.at(-1);
    if (first === undefined || last === undefined) return [];
    const from = this.#chunks[first.after.from - 1]?.end ?? 0;
    const to = this.#chunks[last.after.to]?.start ?? this.#quote.length;
    const [, inside = '', digits = ''] =
      /\((?=[^()]*\b(?:19|20)\d\d)([^()]*?(\d{1,3}(?:\.\d+)?) ?(?:%|per ?cent)[^()]*)\)/i.exec(
        this.#quote.slice(from, to),
      ) ?? [];
    if (inside === '' || /\p{Lu}\p{Ll}+ \(/u.test(inside)) return [];
    const spans = readPeriods(inside.replace(/\s+/g, ' '), this.#context.calendar);
    return this.#assign(statement, [{ pct: Number(digits), bound: 'exact' }], spans);
  }

  #roleOf({ party, isSupplier }: Statement, base: Base): 'customer' | 'supplier' {
    if (party.role === 'customer' && base.of !== 'purchases') return 'customer';
    // Makers can be customers; of revenue, only suppliers, vendors and licensors have another share.
    const isSupplierNoun = party.role === 'supplier' && (base.of === 'purchases' || SELLERS.test(party.noun ?? ''));
    if (isSupplierNoun || isSupplier || base.isOfSuppliers) return 'supplier';
    return 'customer';
  }

  /** `No customer accounted for 10 % or more of net sales`, `each customer is below 10 %`. */
  #readNobody(): StatedShare[] {
    if (EXCEPTED.test(this.#quote)) return [];
    const lists = this.#lists.filter(list => list.quantities.every(({ pct }) => pct !== null));
    return lists.flatMap((list, place) => {
      const [quantity, ...more] = list.quantities;
      if (quantity?.pct == null || more.length > 0) return [];
      const noun = this.#nobodyBefore(list, quantity);
      const own = this.#baseAfter(list, false).base;
      const base = own ?? (lists.length === 1 ? (this.#frontedBase() ?? this.#anyBase()) : null);
      if (noun === null || base === null) return [];
      const after = this.#text({ from: list.last + 1, to: lists[place + 1]?.first ?? this.#chunks.length });
      const words = lists.length > 1 && statesPeriod(after) ? after : this.#quote.replace(/\s+/g, ' ');
      return (readPeriods(words, this.#context.calendar) ?? []).map(span => ({
        concentrationType:
          kindOfNoun(noun) === 'supplier' || base.isOfSuppliers ? ('supplier' as const) : ('customer' as const),
        name: null,
        label: `no ${noun.head.lemma}`,
        groupSize: null,
        pct: null,
        thresholdPct: quantity.pct,
        isAtLeast: false,
        of: base.of,
        narrowed: base.narrowed,
        span,
      }));
    });
  }

  /** The base of a threshold in other words: `no customer with sales exceeding 10 %`. */
  #anyBase(): Base | null {
    for (const [at, chunk] of this.#chunks.entries()) {
      if (chunk.kind !== 'noun' || kindOfNoun(chunk) !== 'deal') continue;
      const base = readBase(baseWordsAt(this.#chunks, at, this.#quote, false).words);
      if (base !== null) return { ...base, narrowed: null };
    }
    return null;
  }

  #nobodyBefore(list: QuantityList, { bound }: Quantity): NounPhrase | null {
    let denied: NounPhrase | null = null;
    for (let at = list.first - 1; at >= 0; at--) {
      const chunk = this.#chunks[at];
      if (chunk === undefined || chunk.kind === 'stop') return null;
      if (chunk.kind === 'subordinator' && chunk.words !== 'that') return null;
      if (chunk.kind === 'verb') {
        if (chunk.modal !== null) return null;
        if (chunk.isNegated && denied !== null) return denied;
      }
      if (chunk.kind !== 'noun') continue;
      const first = chunk.tokens[0]?.lower ?? '';
      const next = this.#chunks[at + 2];
      const partitive =
        this.#chunks[at + 1]?.kind === 'preposition' && next?.kind === 'noun' && isParty(next) ? next : null;
      if (/^(?:no|none|neither|not)$/.test(first)) {
        const noun = isParty(chunk) ? chunk : partitive;
        return noun ?? denied;
      }
      if (bound === 'most' && /^(?:each|every|all)$/.test(first) && (isParty(chunk) || partitive !== null))
        return isParty(chunk) ? chunk : partitive;
      const isAny =
        /^(?:any|a|an|one|single|individual)$/.test(first) || !chunk.tokens.some(token => token.pos === 'DET');
      if (isParty(chunk) && isAny) denied ??= chunk;
    }
    return null;
  }
}

/** Without a number, few customers are a concentration, and customers in general are not. */
const FEW = /\b(?:few|limited|small|handful|top|largest|larger|major|principal|key|significant|primary)\b/i;
const SELLERS = /^(?:supplier|vendor|licensor|reinsurer)$/;

const IN_PARENTHESES =
  /\((?:approximately |about |or )?(?<pct>\d{1,3}(?:\.\d+)?) ?(?:%|per ?cent)(?: of (?<base>[^()]{3,80}))?\)/gi;

/** Exceptions that turn `no customer` into `no other customer`. */
const EXCEPTED = /\b(?:no other|other than|except|aside from|apart from|besides|but for|all other|others?)\b/i;

type Predicate =
  | { kind: 'subject' | 'object' | 'reverse'; verb: number }
  | { kind: 'gap'; at: number }
  | { kind: 'continued' };

/** `we purchased 45 % of our lumber from X`: the goods are the base. */
function goodsBase(words: string, isBought: boolean): Base | null {
  const goods = words.replace(/\s+/g, ' ').trim();
  if (goods === '' || /\b(?:shares?|stock|equity|interests?|units?|notes?|assets|business|company)\b/i.test(goods))
    return null;
  const isAll = /^(?:our|its|the|all|total) (?:products?|goods|merchandise)$/i.test(goods);
  const narrowed = isAll ? null : goods.replace(/^(?:the|our|its|their) /i, '');
  return { of: isBought ? 'purchases' : 'revenue', narrowed, isOfSuppliers: isBought };
}

function isAmount({ tokens }: NounPhrase): boolean {
  return tokens.some(token => /^[$€£¥]/.test(token.text) || /^(?:million|billion|thousand)$/.test(token.lower));
}

interface Paired {
  owner: { name: string | null; label: string };
  groupSize: number | null;
  quantity: Quantity;
  span: Span | undefined;
}

function pair(party: Party, quantities: readonly Quantity[], spans: readonly Span[]): Paired[] {
  const [quantity, ...moreQuantities] = quantities;
  if (quantity === undefined) return [];
  const isSingle = moreQuantities.length === 0;
  if (party.owners.length > 0) {
    const [owner, ...moreOwners] = party.owners;
    if (owner === undefined) return [];
    const groupSize = null;
    if (moreOwners.length === 0) {
      if (quantities.length === spans.length)
        return quantities.map((candidate, place) => ({ owner, groupSize, quantity: candidate, span: spans[place] }));
      return isSingle ? spans.map(span => ({ owner, groupSize, quantity, span })) : [];
    }
    if (quantities.length === party.owners.length && spans.length === 1)
      return party.owners.map((candidate, place) => ({
        owner: candidate,
        groupSize,
        quantity: quantities[place] ?? quantity,
        span: spans[0],
      }));
    // A joint percentage is not the share of any one owner: the relation stays, without a percentage.
    const isOwn = party.isEach || quantity.bound === 'least';
    const shown: Quantity = isOwn ? quantity : { pct: null, bound: 'exact' };
    const isJoint = quantities.length === spans.length && quantities.length !== party.owners.length;
    if (!isSingle && (!isJoint || isOwn)) return [];
    return party.owners
      .filter(candidate => shown.pct !== null || candidate.name !== null)
      .flatMap(candidate => spans.map(span => ({ owner: candidate, groupSize, quantity: shown, span })));
  }
  const { group } = party;
  if (group === null) return [];
  const { size, label } = group;
  if (size !== null && size > 1 && quantities.length === size && spans.length === 1 && !party.isEach)
    return quantities.map((candidate, place) => ({
      owner: { name: null, label: `${label} (${place + 1} of ${size})` },
      groupSize: null,
      quantity: candidate,
      span: spans[0],
    }));
  // A percentage of an uncounted group says nothing of one customer.
  if (size === null && (quantity.pct !== null || !FEW.test(label))) return [];
  const isOfEach = size !== null && size > 1 && (party.isEach || quantity.bound === 'least');
  const owner = { name: null, label: isOfEach ? `${label}, each` : label };
  const groupSize = size !== null && size > 1 && !isOfEach ? size : null;
  if (quantities.length === spans.length)
    return quantities.map((candidate, place) => ({ owner, groupSize, quantity: candidate, span: spans[place] }));
  return isSingle ? spans.map(span => ({ owner, groupSize, quantity, span })) : [];
}
