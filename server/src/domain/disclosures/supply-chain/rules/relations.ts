import { join } from 'node:path';
import type { Clause, ParsedSentence } from '../../../../formats/prose/clauses.ts';
import { parseSentence } from '../../../../formats/prose/grammar/parse-sentence.ts';
import { isOfClass, readLexicon } from '../../../../formats/prose/lexicon.ts';
import { type DocumentNames, partyOf } from '../../../../formats/prose/names.ts';
import type { Chunk, NounPhrase } from '../../../../formats/prose/phrases.ts';
import type { Sentence } from '../../../../formats/prose/sentences.ts';
import { CUSTOMER_NOUN, SUPPLIER_NOUN } from './counterparties.ts';
import { isParty, kindOfNoun } from './nouns.ts';
import { clusterAround, type Party, type PartyContext, readParty } from './parties.ts';
import { isStatedOrAgreed } from './statements.ts';

/** A customer or supplier that a sentence states without a percentage. */
export interface Relation {
  role: 'customer' | 'supplier';
  /** Null for sole sources and small groups without a name. */
  name: string | null;
  label: string;
}

export interface RelationContext extends PartyContext {
  names: DocumentNames;
}

const LEXICON = readLexicon(join(import.meta.dirname, 'supply-words.tsv'));
const GOODS = LEXICON.get('goods') ?? new Set<string>();
const NO_GOODS = LEXICON.get('no_goods') ?? new Set<string>();
const words = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** What the verbs of a row say of the party in a role: the company is the subject, or the owner of the object. */
interface RelationFrame {
  role: Relation['role'];
  verbs: ReadonlySet<string>;
  /** Prepositions before the party; `subject` and `object` are its places without one. */
  at: readonly string[];
  /** Who the verb's subject is: the company, its goods, or the party itself. */
  subject: 'company' | 'goods' | 'party';
  /**
   * `goods`: the object must be goods. `own`: the object or a phrase behind the verb must be the company's. `purpose`: the party is
   * a supplier by its noun, or the sentence says what for. `role`: only by its noun. `any`: no test.
   */
  object: 'goods' | 'own' | 'purpose' | 'role' | 'any';
}

const FRAMES: readonly RelationFrame[] = [
  {
    role: 'supplier',
    verbs: words('purchase buy obtain procure source acquire receive order import single-source license'),
    at: ['from'],
    subject: 'company',
    object: 'goods',
  },
  {
    role: 'supplier',
    verbs: words('purchase buy obtain procure source acquire supply import single-source sole-source'),
    at: ['from'],
    subject: 'goods',
    object: 'any',
  },
  {
    role: 'supplier',
    verbs: words(
      'manufacture produce supply fabricate assemble package provide make process refine build construct deliver host operate',
    ),
    at: ['by'],
    subject: 'goods',
    object: 'any',
  },
  { role: 'supplier', verbs: words('come originate'), at: ['from'], subject: 'goods', object: 'any' },
  { role: 'supplier', verbs: words('have'), at: ['object'], subject: 'company', object: 'role' },
  { role: 'supplier', verbs: words('cede reinsure'), at: ['to', 'with'], subject: 'company', object: 'any' },
  { role: 'customer', verbs: words('lease rent'), at: ['to'], subject: 'company', object: 'any' },
  { role: 'customer', verbs: words('distribute resell'), at: ['subject'], subject: 'party', object: 'own' },
  { role: 'supplier', verbs: words('rely depend'), at: ['on', 'upon'], subject: 'company', object: 'purpose' },
  {
    role: 'supplier',
    verbs: words('use utilize engage employ retain'),
    at: ['object'],
    subject: 'company',
    object: 'purpose',
  },
  {
    role: 'supplier',
    verbs: words('contract partner work engage outsource subcontract'),
    at: ['with', 'to'],
    subject: 'company',
    object: 'purpose',
  },
  { role: 'supplier', verbs: words('use utilize engage'), at: ['subject'], subject: 'goods', object: 'role' },
  {
    role: 'supplier',
    verbs: words('host deploy'),
    at: ['on', 'with'],
    subject: 'company',
    object: 'goods',
  },
  {
    role: 'supplier',
    verbs: words('manufacture produce supply fabricate assemble package provide process refine host'),
    at: ['subject'],
    subject: 'party',
    object: 'own',
  },
  {
    role: 'supplier',
    verbs: words('host deploy'),
    at: ['on', 'by', 'with', 'in'],
    subject: 'goods',
    object: 'any',
  },
  {
    role: 'customer',
    verbs: words('sell ship supply distribute market deliver license provide'),
    at: ['to', 'through'],
    subject: 'company',
    object: 'goods',
  },
  {
    role: 'customer',
    verbs: words('sell ship distribute market license'),
    at: ['to', 'through', 'by'],
    subject: 'goods',
    object: 'any',
  },
  { role: 'customer', verbs: words('purchase buy'), at: ['subject'], subject: 'party', object: 'own' },
];

const TRIGGER =
  /\b(?:purchas|buy|bought|obtain|procur|sourc|acquir|receiv|order|import|licens|suppl|manufactur|produc|fabricat|assembl|packag|provid|mak(?:e|ing)|made|process|refin|buil[dt]|deliver|host|operat|rel(?:y|ies|ied)|depend|us(?:e|es|ed|ing)\b|utiliz|engag|employ|retain|contract|partner|work|outsourc|distribut|market|sell|sold|ship|run\b|stor|deploy|customer|client|vendor|foundr|reseller|wholesaler|custodian|reinsurer|licensee|tenant|available)/i;

/** Returns the customers and suppliers that a sentence states; none that it denies, supposes or says of others. */
export function readRelations(sentence: Sentence, context: RelationContext): Relation[] {
  if (!TRIGGER.test(sentence.quote) || !mayState(sentence.quote, context.names)) return [];
  const reader = new RelationReader(sentence, parseSentence(sentence), context);
  return reader.read();
}

/** A name within the sentence or at its start, or a word for a small group. Other sentences are not parsed. */
function mayState(quote: string, { own }: DocumentNames): boolean {
  if (SCARCE.test(quote)) return true;
  if (!NAME_WITHIN.test(quote) && !NAME_AT_START.test(quote)) return false;
  return (
    OWN.test(quote) ||
    CUSTOMER_NOUN.test(quote) ||
    SUPPLIER_NOUN.test(quote) ||
    DEALING.test(quote) ||
    own.some(name => quote.toLowerCase().includes(name))
  );
}

/** A capital letter that begins neither the sentence nor a word that filings write so for other reasons. */
const NAME_WITHIN =
  /[^.!?]\s["“(]?(?!(?:Company|Registrant|Corporation|Note|Item|Part|Section|Form|Act|Board|Exchange|Securities|Commission|SEC|FASB|GAAP|January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}[\p{L}\d.]/u;
const NAME_AT_START =
  /^\p{Lu}[\p{L}&.]+(?:,? \p{Lu}\S*)* (?:is|are|was|supplies|manufactures|produces|provides|purchases|serves|distributes|and)\b/u;
const OWN = /\b(?:we|our|us|ours|its|company|registrant)\b/i;
const DEALING =
  /\b(?:purchased|obtained|sourced|procured|manufactured|produced|supplied|available|sold)\b[^.]{0,60} (?:from|by|to)\b/i;

/** A group that is worth stating without a name and a number. */
const SCARCE = /\b(?:sole|single|exclusive|limited|small|few|handful|sole-sourced?|single-sourced?)\b/i;
const SUPPOSED = /\b(?:if|may|might|could|would|should|will|plan|intend|not|competitors?)\b/i;
const SOLE = /\b(?:only|sole|exclusive|single) $/i;
const COUNTED = /^(?:one|two|three|four|five|a single|another)\b/i;
/** What was, and is no more. */
const ENDED = /\b(?:previously|formerly|no longer|former|historically|terminated|discontinued|ceased|expired)\b/i;

class RelationReader {
  readonly #quote: string;
  readonly #chunks: readonly Chunk[];
  readonly #parsed: ParsedSentence;
  readonly #context: RelationContext;
  readonly #found = new Map<string, Relation>();

  constructor(sentence: Sentence, parsed: ParsedSentence, context: RelationContext) {
    this.#quote = sentence.quote;
    this.#parsed = parsed;
    this.#chunks = parsed.chunks;
    this.#context = context;
  }

  read(): Relation[] {
    for (const clause of this.#parsed.clauses) {
      for (const frame of FRAMES) this.#readFrame(clause, frame);
      this.#readAvailable(clause);
      this.#readDependent(clause);
      this.#readBasis(clause);
      this.#readNetwork(clause);
    }
    this.#readNouns();
    this.#readAgreements();
    return [...this.#found.values()];
  }

  #readFrame(clause: Clause, frame: RelationFrame): void {
    const { verb } = clause;
    if (!frame.verbs.has(verb.main.lemma)) return;
    const isPassive = clause.voice === 'passive';
    const needsPassive = frame.subject === 'goods' && !COMES.has(verb.main.lemma);
    if (needsPassive ? !isPassive : isPassive) return;
    if (frame.subject === 'company' && !this.#isOwnSubject(clause)) return;
    if (frame.subject === 'goods' && !this.#areOwnGoods(clause, frame)) return;
    if (!this.#isStated(clause)) return;
    for (const place of frame.at) {
      const [phrase] =
        place === 'subject' ? clause.subjects : place === 'object' ? clause.objects : this.#behind(clause, place);
      if (phrase === undefined) continue;
      if (frame.object === 'goods' && !this.#isOfGoods(clause, phrase)) continue;
      if (frame.object === 'own' && !this.#hasOwnObject(clause)) continue;
      const at = this.#chunks.indexOf(phrase);
      const isVague = place === 'subject' && VAGUE.has(verb.main.lemma);
      if (phrase.head.lemma === 'source' && isNoGoods(phrase)) continue;
      const party = this.#partyAt(at, isVague ? null : place === 'subject' || place === 'object' ? 'by' : place);
      if (party === null) continue;
      if (frame.object === 'role' && party.role !== frame.role) continue;
      if (frame.object === 'purpose' && !this.#hasPurpose(clause, party)) continue;
      this.#add(frame.role, party, frame.object === 'own');
    }
  }

  /** `components are procured on a sole-source basis` */
  #readBasis(clause: Clause): void {
    if (!/^(?:purchase|buy|procure|obtain|source|supply|subcontract)$/.test(clause.verb.main.lemma)) return;
    if (!this.#isStated(clause) || (!this.#isAboutUs() && this.#isAboutOthers())) return;
    for (const { head, start, end } of this.#behind(clause, 'on')) {
      const words = this.#quote.slice(start, end).replace(/^an? /i, '');
      if (head.lemma !== 'basis' || !/\b(?:sole|single)[- ]sourced?\b/i.test(words)) continue;
      const label = words.replace(/\s+/g, ' ').toLowerCase();
      this.#found.set(`supplier ${label}`, { role: 'supplier', name: null, label });
    }
  }

  /** `we are dependent on X` */
  #readDependent(clause: Clause): void {
    if (!clause.adjectives.some(adjective => /^(?:dependent|reliant)$/.test(adjective.lower))) return;
    if (!this.#isOurDoing(clause) || !this.#isStated(clause)) return;
    const [phrase] = [...this.#behind(clause, 'on'), ...this.#behind(clause, 'upon')];
    const party = phrase === undefined ? null : this.#partyAt(this.#chunks.indexOf(phrase), 'on');
    if (party === null || !this.#hasPurpose(clause, party)) return;
    this.#add('supplier', party, false);
  }

  /** `our lenses are available only from X` */
  #readAvailable(clause: Clause): void {
    if (
      !clause.adjectives.some(adjective =>
        /^(?:available|obtainable|single-sourced|sole-sourced)$/.test(adjective.lower),
      )
    )
      return;
    const [subject] = clause.subjects;
    if (subject === undefined || isNoGoods(subject) || !this.#isStated(clause)) return;
    if (!this.#isAboutUs() && this.#isAboutOthers()) return;
    if (!isOfClass(subject, GOODS) && !isOwnedBy(subject, this.#context.names)) return;
    const [phrase] = this.#behind(clause, 'from');
    const party = phrase === undefined ? null : this.#partyAt(this.#chunks.indexOf(phrase), 'from');
    if (party !== null) this.#add('supplier', party, false);
  }

  /** `we offer our services using X’s network` */
  #readNetwork(clause: Clause): void {
    if (!/^(?:use|utilize)$/.test(clause.verb.main.lemma) || !this.#isAboutUs()) return;
    // `allows us to offer our services using X’s network`: what one is able to do.
    if (clause.verb.isNegated || clause.verb.modal !== null || SUPPOSED.test(this.#quote.slice(0, clause.start)))
      return;
    for (const object of clause.objects) {
      const { head, tokens, start } = object;
      const at = tokens.findIndex(token => /^['’]s?$/.test(token.text));
      const owner = at > 0 && NETWORKS.has(head.lemma) ? this.#partyOf(tokens.slice(0, at), start) : null;
      if (owner === null) continue;
      this.#addNamed('supplier', owner);
      // `Newco and Oldco’s networks`
      const place = this.#chunks.indexOf(object);
      const joined = this.#chunks[place - 1]?.kind === 'coordinator' ? this.#chunks[place - 2] : undefined;
      const other = joined?.kind === 'noun' ? this.#partyOf(joined.tokens, joined.start) : null;
      if (other !== null) this.#addNamed('supplier', other);
    }
  }

  #partyOf(tokens: NounPhrase['tokens'], start: number): Party | null {
    const head = tokens.at(-1);
    if (head === undefined) return null;
    const phrase: NounPhrase = { kind: 'noun', head, tokens, start, end: head.end, preps: [] };
    if (!isProper(phrase) || this.#isOwn(phrase)) return null;
    return readParty([phrase], { from: 0, to: 1 }, this.#quote, this.#context, 'by');
  }

  /** The phrases behind a verb with a preposition, in text order: `from X`, `from only one source`. */
  #behind({ verb }: Clause, preposition: string): NounPhrase[] {
    const found: NounPhrase[] = [];
    const start = this.#chunks.findIndex(chunk => chunk.start >= verb.end);
    for (let at = start < 0 ? this.#chunks.length : start; at < this.#chunks.length; at++) {
      const chunk = this.#chunks[at];
      if (chunk === undefined || chunk.kind === 'stop' || chunk.kind === 'subordinator' || chunk.kind === 'relative')
        break;
      if (chunk.kind === 'verb' && chunk.main.lemma !== 'end') break;
      if (chunk.kind !== 'preposition' || chunk.words !== preposition) continue;
      const next = this.#chunks.slice(at + 1, at + 4).find(candidate => candidate.kind !== 'adverb');
      if (next?.kind === 'noun') found.push(next);
    }
    return found;
  }

  #partyAt(at: number, governing: string | null): Party | null {
    if (at < 0) return null;
    const range = clusterAround(this.#chunks, at, { from: at, to: this.#endOfPhrases(at) });
    return readParty(this.#chunks, range, this.#quote, this.#context, governing);
  }

  #endOfPhrases(from: number): number {
    const end = this.#chunks.findIndex(
      (chunk, at) =>
        at > from &&
        (chunk.kind === 'stop' || chunk.kind === 'subordinator' || chunk.kind === 'relative' || chunk.kind === 'verb'),
    );
    return end < 0 ? this.#chunks.length : end;
  }

  #isStated(clause: Clause): boolean {
    if (!isStatedOrAgreed(clause, this.#parsed)) return false;
    return !ENDED.test(this.#quote.slice(clause.start, clause.end));
  }

  #isOwn(phrase: NounPhrase): boolean {
    const party = partyOf(phrase, this.#context.names);
    return (party === 'registrant' || party === 'subsidiary') && kindOfNoun(phrase) !== 'customer';
  }

  #isOwnSubject({ subjects }: Clause): boolean {
    return subjects.some(subject => this.#isOwn(subject) || subject.head.lower === 'it');
  }

  /** `our products`, `the Company’s chips`, `certain components`: goods that are not somebody else's. */
  #areOwnGoods(clause: Clause, frame: RelationFrame): boolean {
    const subject = clause.subjects[0] ?? clause.preps.find(prep => prep.phrase.end <= clause.verb.start)?.phrase;
    if (subject === undefined) return false;
    if (frame.at.includes('subject')) return true;
    const isOwned = isOwnedBy(subject, this.#context.names);
    const parent = clause.form === 'participle' ? clause.parent?.verb.main.lemma : undefined;
    if (!isOwned && parent !== undefined && !DEALS.has(parent)) return false;
    return (
      (isOwned || (isOfClass(subject, GOODS) && (this.#isAboutUs() || !this.#isAboutOthers()))) && !isNoGoods(subject)
    );
  }

  /** Without any other party in the sentence, a filing speaks of its own goods. */
  #isAboutOthers(): boolean {
    return this.#parsed.phrases.some(
      ({ head, tokens }) =>
        /^(?:customer|competitor|industry|market|licensee|they|consumer|patient|person)$/.test(head.lemma) ||
        /^(?:their|his|her)$/.test(tokens[0]?.lower ?? ''),
    );
  }

  #isAboutUs(): boolean {
    return this.#parsed.phrases.some(
      phrase => partyOf(phrase, this.#context.names) === 'registrant' || isOwnedBy(phrase, this.#context.names),
    );
  }

  /** The object of a purchase or a sale is goods: neither shares nor a loan. */
  #isOfGoods(clause: Clause, party: NounPhrase): boolean {
    const objects = clause.objects.filter(object => object !== party);
    const needsGoods = /^(?:acquire|receive|obtain|order|license|provide|deliver|market|host|deploy)$/.test(
      clause.verb.main.lemma,
    );
    const parts = clause.preps.some(
      ({ preposition, phrase }) => preposition === 'of' && phrase.end < party.start && isOfClass(phrase, GOODS),
    );
    if (objects.length === 0 && parts) return true;
    if (objects.length === 0) return !needsGoods && /^(?:buy|purchase|sell|source|ship)$/.test(clause.verb.main.lemma);
    const isNone = objects.some(isNoGoods);
    if (isNone) return false;
    return !needsGoods || objects.some(object => isOfClass(object, GOODS));
  }

  #hasOwnObject(clause: Clause): boolean {
    const behind = [
      ...clause.objects,
      ...clause.preps.filter(prep => prep.phrase.start > clause.verb.start).map(prep => prep.phrase),
    ];
    return behind.some(
      phrase =>
        (isOwnedBy(phrase, this.#context.names) &&
          !isParty(phrase) &&
          (isOfClass(phrase, GOODS) || MAKES.has(clause.verb.main.lemma)) &&
          !isNoGoods(phrase)) ||
        (/^(?:us|company)$/.test(phrase.head.lower) &&
          clause.objects.some(object => isOfClass(object, GOODS) || object === phrase)),
    );
  }

  /** `depend on X to manufacture`, `for our chips`, or a noun that says what X is. */
  #hasPurpose(clause: Clause, party: Party): boolean {
    if (party.role === 'supplier' || /^(?:outsource|subcontract)$/.test(clause.verb.main.lemma)) return true;
    const isFew = party.group !== null && SCARCE.test(party.group.label);
    if (party.role === 'customer' || (party.owners.length === 0 && !isFew)) return false;
    const purposes = this.#parsed.clauses.filter(
      other => other.form === 'infinitive' && other.start > clause.verb.start && PURPOSES.has(other.verb.main.lemma),
    );
    const goods = this.#behind(clause, 'for').some(phrase => isOfClass(phrase, GOODS));
    return purposes.length > 0 || goods;
  }

  /** `we have a manufacturing agreement with X`, `a supply agreement with X for the production of our lenses` */
  #readAgreements(): void {
    for (const phrase of this.#parsed.phrases) {
      if (!/^(?:agreement|contract|arrangement)$/.test(phrase.head.lemma)) continue;
      const [first] = phrase.preps;
      if (first?.preposition !== 'with' || !isProper(first.phrase) || !this.#isAboutUs()) continue;
      const kinds = phrase.tokens.map(token => token.lower);
      const isMade = kinds.some(kind => /^(?:manufacturing|foundry|hosting|fabrication|tolling)$/.test(kind));
      const isForUs = phrase.preps.some(
        prep =>
          prep.preposition === 'for' &&
          /^(?:supply|production|manufacture|manufacturing|purchase)$/.test(prep.phrase.head.lower),
      );
      if (!isMade && !(kinds.includes('supply') && isForUs)) continue;
      const clause = this.#clauseHolding(phrase);
      if (clause === null || !this.#isStated(clause)) continue;
      const party = this.#partyAt(this.#chunks.indexOf(first.phrase), 'with');
      if (party !== null) this.#addNamed('supplier', party);
    }
  }

  #clauseHolding(phrase: NounPhrase): Clause | null {
    return (
      this.#parsed.clauses.find(
        clause =>
          clause.subjects.includes(phrase) ||
          clause.objects.includes(phrase) ||
          clause.preps.some(prep => prep.phrase === phrase),
      ) ?? null
    );
  }

  /** Nouns for customers and suppliers, and the names that stand with them. */
  #readNouns(): void {
    for (const phrase of this.#parsed.phrases) {
      const kind = kindOfNoun(phrase);
      if (kind !== 'customer' && kind !== 'supplier') continue;
      const at = this.#chunks.indexOf(phrase);
      if (at < 0) continue;
      this.#readList(phrase, at, kind);
      this.#readCopula(phrase, kind);
      this.#readApposition(phrase, at, kind);
    }
  }

  /** `our customers such as X`, `distributors, including X and Y` */
  #readList(phrase: NounPhrase, at: number, kind: Relation['role']): void {
    if (!this.#isOurs(phrase, at)) return;
    let next = at + 1;
    const colon = this.#chunks[next];
    if (at === 0 && colon?.kind === 'stop' && colon.words === ':') {
      const listed = this.#partyAt(next + 1, 'such as');
      if (listed !== null) this.#addNamed(kind, listed);
      return;
    }
    if (this.#chunks[next]?.kind === 'coordinator' && this.#isCounterparty(next + 1)) next += 2;
    while (next < at + 8) {
      const [word, noun] = [this.#chunks[next], this.#chunks[next + 1]];
      if (word?.kind === 'preposition' && noun?.kind === 'noun' && !/^(?:including|such as|like)$/.test(word.words))
        next += 2;
      else if (word?.kind === 'comma') next++;
      else break;
    }
    const word = this.#chunks[next];
    if (word?.kind !== 'preposition' || !/^(?:including|such as|like)$/.test(word.words)) return;
    if (!this.#isInStatement(phrase)) return;
    const party = this.#partyAt(next + 1, word.words);
    if (party === null) return;
    this.#addNamed(this.#isUsed(phrase) ? 'supplier' : kind, party);
    // `our suppliers, including single-source suppliers`
    if (party.group !== null && SCARCE.test(party.group.label) && party.role === kind) this.#add(kind, party, false);
  }

  #isCounterparty(at: number): boolean {
    const chunk = this.#chunks[at];
    return chunk?.kind === 'noun' && isParty(chunk);
  }

  /** `we utilize ODMs`: whom the company uses or depends on supplies it. */
  #isUsed(phrase: NounPhrase): boolean {
    const clause = this.#parsed.clauses.find(
      candidate =>
        candidate.objects.includes(phrase) ||
        candidate.preps.some(prep => prep.phrase === phrase && phrase.start > candidate.verb.start),
    );
    return clause !== undefined && USES.has(clause.verb.main.lemma) && this.#isOwnSubject(clause);
  }

  /** `our largest customers are X and Y`, `customers include X`, `X is our sole supplier of lenses` */
  #readCopula(phrase: NounPhrase, kind: Relation['role']): void {
    for (const clause of this.#parsed.clauses) {
      const { lemma } = clause.verb.main;
      if (!/^(?:be|include|comprise|consist|become|remain|serve|act)$/.test(lemma) || clause.voice === 'passive')
        continue;
      if (!this.#isStated(clause) && !this.#isPlainList(clause, phrase)) continue;
      const at = this.#chunks.indexOf(phrase);
      const isAmong =
        lemma === 'be' && clause.preps.some(prep => prep.preposition === 'among' && prep.phrase === phrase);
      if (
        (clause.subjects.includes(phrase) || isAmong || this.#isBeforeRelative(at, clause)) &&
        this.#isOurs(phrase, at)
      ) {
        const object = lemma === 'consist' ? this.#behind(clause, 'of')[0] : this.#firstAfter(clause);
        const party = object === undefined ? null : this.#partyAt(this.#chunks.indexOf(object), 'by');
        if (party !== null && party.owners.length > 0) this.#addNamed(kind, party);
        else this.#readExamples(clause, kind);
      }
      const isPredicate = clause.objects.includes(phrase) || this.#behind(clause, 'as').includes(phrase);
      if (!isPredicate || lemma === 'include' || !this.#isOurs(phrase, at)) continue;
      const [subject] = clause.subjects;
      const party = subject === undefined ? null : this.#partyAt(this.#chunks.indexOf(subject), 'by');
      if (party !== null) this.#addNamed(this.#roleOfDistributor(phrase, kind), party);
    }
  }

  /** `customers include the largest wholesalers, such as X` */
  #readExamples(clause: Clause, kind: Relation['role']): void {
    const at = this.#chunks.findIndex(
      chunk =>
        chunk.start >= clause.verb.end && chunk.kind === 'preposition' && /^(?:such as|including)$/.test(chunk.words),
    );
    const isInside = at >= 0 && at < this.#endOfStatement(clause.verb.end);
    const party = isInside ? this.#partyAt(at + 1, 'such as') : null;
    if (party !== null) this.#addNamed(kind, party);
  }

  #endOfStatement(from: number): number {
    const end = this.#chunks.findIndex(
      chunk =>
        chunk.start >= from &&
        (chunk.kind === 'stop' || chunk.kind === 'subordinator' || (chunk.kind === 'verb' && chunk.form === 'finite')),
    );
    return end < 0 ? this.#chunks.length : end;
  }

  /** `Distributors include X`: not the definition of a term. */
  #isPlainList({ verb, subjects, relation }: Clause, phrase: NounPhrase): boolean {
    return (
      verb.main.lemma === 'include' &&
      subjects.includes(phrase) &&
      relation === 'main' &&
      verb.modal === null &&
      verb.tense !== 'future' &&
      !verb.isNegated
    );
  }

  /** `suppliers whose loss could harm us include X`: the only finite verb between is that of the relative clause. */
  #isBeforeRelative(at: number, { verb, form }: Clause): boolean {
    const next = this.#chunks[at + 1];
    const isRelative = next?.kind === 'relative' || (next?.kind === 'noun' && next.tokens[0]?.lower === 'whose');
    if (!isRelative || form !== 'finite' || at > 1) return false;
    const until = this.#chunks.findIndex(chunk => chunk.start === verb.start);
    return (
      this.#chunks.slice(at + 1, until).filter(chunk => chunk.kind === 'verb' && chunk.form === 'finite').length === 1
    );
  }

  /** The phrase after a verb, over adverbs and `, at this time,`. */
  #firstAfter({ verb }: Clause): NounPhrase | undefined {
    const start = this.#chunks.findIndex(chunk => chunk.start >= verb.end);
    for (let at = start < 0 ? this.#chunks.length : start; at < this.#chunks.length; at++) {
      const [chunk, next, closing] = this.#chunks.slice(at, at + 3);
      if (chunk?.kind === 'preposition' && next?.kind === 'noun' && closing?.kind === 'comma') at++;
      else if (chunk?.kind !== 'adverb' && chunk?.kind !== 'comma') return chunk?.kind === 'noun' ? chunk : undefined;
    }
    return undefined;
  }

  /** `Brook, our largest customer,`, `our largest customer, Brook,` */
  #readApposition(phrase: NounPhrase, at: number, kind: Relation['role']): void {
    if (!this.#isOurs(phrase, at) || !isSingular(phrase)) return;
    const [comma, noun] = [this.#chunks[at - 1], this.#chunks[at - 2]];
    if (comma?.kind === 'comma' && noun?.kind === 'noun' && isProper(noun)) {
      const party = readParty(this.#chunks, { from: at - 2, to: at - 1 }, this.#quote, this.#context, 'by');
      if (party !== null) this.#addNamed(kind, party);
    }
    const [next, after] = [this.#chunks[at + 1], this.#chunks[at + 2]];
    if (next?.kind === 'comma' && after?.kind === 'noun' && isProper(after) && this.#closes(at + 3)) {
      const party = readParty(this.#chunks, { from: at + 2, to: at + 3 }, this.#quote, this.#context, 'by');
      if (party !== null) this.#addNamed(kind, party);
    }
    // `our customer Brook`
    const party = readParty(this.#chunks, { from: at, to: at + 1 }, this.#quote, this.#context, 'by');
    if (party !== null) this.#addNamed(kind, party);
  }

  #closes(at: number): boolean {
    const chunk = this.#chunks[at];
    return chunk === undefined || chunk.kind === 'comma' || chunk.kind === 'stop' || chunk.kind === 'other';
  }

  /** A distributor of our products is a customer; a distributor for our restaurants is a supplier. */
  #roleOfDistributor(phrase: NounPhrase, kind: Relation['role']): Relation['role'] {
    if (phrase.head.lemma !== 'distributor') return kind;
    const isForUs = phrase.preps.some(prep => /^(?:for|to)$/.test(prep.preposition) && !isOfClass(prep.phrase, GOODS));
    return isForUs ? 'supplier' : kind;
  }

  /** True if customers or suppliers are the company's: `our customers`, `customers of the Company`, `we sell to customers`. */
  #isOurs(phrase: NounPhrase, at: number): boolean {
    if (
      phrase.tokens.some(token => /^(?:their|competitors?|potential|prospective|former|certain)$/.test(token.lower))
    ) {
      if (!phrase.tokens.some(token => token.lower === 'certain')) return false;
    }
    if (isOwnedBy(phrase, this.#context.names)) return true;
    if (
      phrase.preps.some(
        prep =>
          /^(?:of|to|for)$/.test(prep.preposition) &&
          (this.#isOwn(prep.phrase) ||
            /\bCompany\b/.test(this.#quote.slice(prep.phrase.start, prep.phrase.end)) ||
            isOwnedBy(prep.phrase, this.#context.names) ||
            /^(?:ours|us)$/.test(prep.phrase.head.lower)),
      )
    )
      return true;
    if (at === 0 && phrase.tokens.length <= 2 && !isSingular(phrase)) return true;
    const clause = this.#parsed.clauses.find(
      candidate =>
        candidate.objects.includes(phrase) ||
        candidate.preps.some(prep => prep.phrase === phrase && prep.phrase.start > candidate.verb.start),
    );
    const isPredicate = clause?.verb.main.lemma === 'be' && clause.objects.includes(phrase);
    if (clause !== undefined && !isPredicate && this.#isOurDoing(clause) && OWNS.has(clause.verb.main.lemma))
      return true;
    if (this.#isOfOurRelative(at)) return true;
    const isSole = SOLE.test(this.#quote.slice(Math.max(0, phrase.head.start - 20), phrase.head.start));
    if (isSole && isSingular(phrase) && this.#isAboutUs()) return true;
    // `we have agreements covering our products with the manufacturers`
    const parent = clause?.form === 'participle' ? clause.parent : null;
    if (parent != null && this.#isOurDoing(parent) && OWNS.has(parent.verb.main.lemma)) return true;
    const governing = this.#chunks[at - 2];
    return (
      governing?.kind === 'noun' &&
      isOwnedBy(governing, this.#context.names) &&
      /^(?:reliance|sale|dependence|relationship|agreement|contract)$/.test(governing.head.lemma)
    );
  }

  /** `the suppliers whose loss would harm the Company` */
  #isOfOurRelative(at: number): boolean {
    if (this.#chunks[at + 1]?.kind !== 'relative') return false;
    const end = this.#chunks.findIndex(
      (chunk, place) => place > at + 1 && (chunk.kind === 'comma' || chunk.kind === 'stop'),
    );
    return this.#chunks
      .slice(at + 2, end < 0 ? undefined : end)
      .some(chunk => chunk.kind === 'noun' && (this.#isOwn(chunk) || isOwnedBy(chunk, this.#context.names)));
  }

  #isOurDoing(clause: Clause): boolean {
    return this.#isOwnSubject(clause) || clause.subjects.some(subject => isOwnedBy(subject, this.#context.names));
  }

  /** A list hangs on a clause: a denied or supposed one states nothing. */
  #isInStatement(phrase: NounPhrase): boolean {
    const clause = this.#clauseHolding(phrase);
    if (clause === null) return true;
    if (ENDED.test(this.#quote.slice(clause.start, clause.end))) return false;
    return clause.relation === 'adverbial'
      ? !/^(?:if|unless|whether)$/.test(clause.marker ?? '')
      : !clause.verb.isNegated;
  }

  #addNamed(role: Relation['role'], party: Party): void {
    for (const { name, label } of party.owners) {
      if (name !== null) this.#found.set(`${role} ${label}`, { role, name, label });
    }
  }

  /** Names, or a small group that is not named. */
  #add(role: Relation['role'], party: Party, isDoer: boolean): void {
    this.#addNamed(role, party);
    const { group, nobody, isMeant } = party;
    if (party.owners.length > 0 || group === null || nobody !== null || isMeant || isDoer) return;
    const isRole = party.role === role || party.role === null;
    if (!isRole || !(SCARCE.test(group.label) || COUNTED.test(group.label))) return;
    this.#found.set(`${role} ${group.label}`, { role, name: null, label: group.label });
  }
}

const PURPOSES = words(
  'manufacture supply produce fabricate assemble provide host process package deliver make distribute operate fulfill perform support ship store test build',
);
const COMES = words('come originate');
const USES = words('use utilize engage purchase buy source procure contract outsource');
const OWNS = words(
  'sell have serve supply ship distribute market rely depend purchase buy use utilize work license provide derive contract run host build deploy operate engage partner be',
);
/** Verbs that also state other matters: their subject must be known as a company. */
const VAGUE = words('provide package process host distribute');
const MAKES = words('manufacture produce fabricate assemble supply');
const DEALS = words(
  'depend rely use utilize purchase buy sell offer distribute market incorporate include contain resell source obtain run',
);
const NETWORKS = words('network platform infrastructure technology cloud facility service system software center');

/** Shares, loans, rights: what one buys and sells that makes no supplier and no customer. */
function isNoGoods({ head, preps }: NounPhrase): boolean {
  const isPart = /^(?:amount|portion|number|majority|percentage|part|quantity|unit)$/.test(head.lemma);
  return (
    (NO_GOODS.has(head.lemma) && !(isPart && preps.some(prep => prep.preposition === 'of'))) ||
    preps.some(prep => prep.preposition === 'of' && NO_GOODS.has(prep.phrase.head.lemma) && !isParty(prep.phrase))
  );
}

/** `our products`, `the Company’s chips`, `products of the Company` */
export function isOwnedBy({ tokens, preps }: NounPhrase, names: DocumentNames): boolean {
  if (/^(?:our|its)$/.test(tokens[0]?.lower ?? '')) return true;
  const at = tokens.findIndex(token => /^['’]s?$/.test(token.text));
  if (at > 0) {
    const owner = tokens.slice(0, at);
    const head = owner.at(-1);
    if (head === undefined) return false;
    const phrase: NounPhrase = {
      kind: 'noun',
      head,
      tokens: owner,
      start: owner[0]?.start ?? 0,
      end: head.end,
      preps: [],
    };
    return partyOf(phrase, names) === 'registrant';
  }
  return preps.some(prep => prep.preposition === 'of' && isOwnedBy({ ...prep.phrase, preps: [] }, names));
}

function isSingular({ head }: NounPhrase): boolean {
  return head.lower === head.lemma || !/s$/.test(head.lower);
}

function isProper({ head }: NounPhrase): boolean {
  return /^\p{Lu}/u.test(head.text);
}
