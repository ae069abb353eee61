import type { Clause } from '../../../../../formats/prose/clauses.ts';
import { isOfClass } from '../../../../../formats/prose/lexicon.ts';
import type { NounPhrase } from '../../../../../formats/prose/phrases.ts';
import { type Party, readParty } from '../parties.ts';
import { hasPurpose } from './relation-purpose.ts';
import {
  add,
  addDependence,
  addNamed,
  behind,
  clauseHolding,
  isAboutOthers,
  isAboutUs,
  isNotGoods,
  isOwn,
  isOwnAction,
  isOwnedBy,
  isProper,
  isStatedIn,
  partyAt,
  type RelationSentence,
} from './relation-sentence.ts';
import { WORDS } from './relation-words.ts';

const SUPPOSED = /\b(?:if|may|might|could|would|should|will|plan|intend|not|competitors?)\b/i;

/** `components are procured on a sole-source basis` */
export function readBasis(sentence: RelationSentence, clause: Clause): void {
  if (!/^(?:purchase|buy|procure|obtain|source|supply|subcontract)$/.test(clause.verb.main.lemma)) return;
  if (!isStatedIn(sentence, clause) || (!isAboutUs(sentence) && isAboutOthers(sentence))) return;
  for (const { head, start, end } of behind(sentence, clause, 'on')) {
    const words = sentence.quote.slice(start, end).replace(/^an? /i, '');
    if (head.lemma !== 'basis' || !/\b(?:sole|single)[- ]sourced?\b/i.test(words)) continue;
    const label = words.replace(/\s+/g, ' ').toLowerCase();
    sentence.found.set(`supplier ${label}`, { role: 'supplier', name: null, label });
  }
}

/** `we are dependent on X` */
export function readDependent(sentence: RelationSentence, clause: Clause): void {
  if (!clause.adjectives.some(adjective => /^(?:dependent|reliant)$/.test(adjective.lower))) return;
  if (!isOwnAction(sentence, clause) || !isStatedIn(sentence, clause)) return;
  const [phrase] = [...behind(sentence, clause, 'on'), ...behind(sentence, clause, 'upon')];
  const party = phrase === undefined ? null : partyAt(sentence, sentence.chunks.indexOf(phrase), 'on');
  if (party === null || !hasPurpose(sentence, clause, party)) return;
  add(sentence, 'supplier', party, false);
  addDependence(sentence, party);
}

/** `our lenses are available only from X` */
export function readAvailable(sentence: RelationSentence, clause: Clause): void {
  if (
    !/^(?:be|become|remain)$/.test(clause.verb.main.lemma) ||
    !clause.adjectives.some(adjective => /^(?:available|obtainable|single-sourced|sole-sourced)$/.test(adjective.lower))
  )
    return;
  const [first] = clause.subjects;
  // `some of these materials`
  const ofPart = clause.preps.find(
    ({ preposition, phrase }) => preposition === 'of' && phrase.end <= clause.verb.start,
  );
  const subject = /^(?:some|certain|many|several|most|all|one|few)$/.test(first?.head.lower ?? '')
    ? ofPart?.phrase
    : first;
  if (subject === undefined || isNotGoods(subject) || !isStatedIn(sentence, clause)) return;
  if (!isAboutUs(sentence) && isAboutOthers(sentence)) return;
  const isDefinite = /^(?:this|these|such|certain|some)$/.test(subject.tokens[0]?.lower ?? '');
  if (!isOfClass(subject, WORDS.goods) && !isOwnedBy(sentence, subject) && !isDefinite) return;
  const [phrase] = behind(sentence, clause, 'from');
  const party = phrase === undefined ? null : partyAt(sentence, sentence.chunks.indexOf(phrase), 'from');
  const sole = clause.adjectives.find(adjective => /^(?:sole|single)-sourced$/.test(adjective.lower));
  if (party !== null) add(sentence, 'supplier', party, false);
  else if (phrase === undefined && sole !== undefined)
    sentence.found.set(`supplier ${sole.lower}`, { role: 'supplier', name: null, label: sole.lower });
}

/** `we offer our services using X’s network` */
export function readNetwork(sentence: RelationSentence, clause: Clause): void {
  if (!/^(?:use|utilize)$/.test(clause.verb.main.lemma) || !isAboutUs(sentence)) return;
  // `allows us to offer our services using X’s network`: what one is able to do.
  if (clause.verb.isNegated || clause.verb.modal !== null || SUPPOSED.test(sentence.quote.slice(0, clause.start)))
    return;
  for (const object of clause.objects) {
    const { head, tokens, start } = object;
    const at = tokens.findIndex(token => /^['’]s?$/.test(token.text));
    const owner = at > 0 && WORDS.networks.has(head.lemma) ? partyOfTokens(sentence, tokens.slice(0, at), start) : null;
    if (owner === null) continue;
    addNamed(sentence, 'supplier', owner);
    // `Newco and Oldco’s networks`
    const place = sentence.chunks.indexOf(object);
    const joined = sentence.chunks[place - 1]?.kind === 'coordinator' ? sentence.chunks[place - 2] : undefined;
    const other = joined?.kind === 'noun' ? partyOfTokens(sentence, joined.tokens, joined.start) : null;
    if (other !== null) addNamed(sentence, 'supplier', other);
  }
}

function partyOfTokens(sentence: RelationSentence, tokens: NounPhrase['tokens'], start: number): Party | null {
  const head = tokens.at(-1);
  if (head === undefined) return null;
  const phrase: NounPhrase = { kind: 'noun', head, tokens, start, end: head.end, preps: [] };
  if (!isProper(phrase) || isOwn(sentence, phrase)) return null;
  return readParty([phrase], { from: 0, to: 1 }, sentence.quote, sentence.context, 'by');
}

/** `we have a manufacturing agreement with X`, `a supply agreement with X for the production of our lenses` */
export function readAgreements(sentence: RelationSentence): void {
  for (const phrase of sentence.parsed.phrases) {
    if (!/^(?:agreement|contract|arrangement)$/.test(phrase.head.lemma)) continue;
    // `a manufacturing agreement for our lenses with X`
    const first = phrase.preps.find(prep => prep.preposition === 'with');
    if (first === undefined || !isProper(first.phrase) || !isAboutUs(sentence)) continue;
    const kinds = phrase.tokens.map(token => token.lower);
    const isMade = kinds.some(kind => /^(?:manufacturing|foundry|hosting|fabrication|tolling)$/.test(kind));
    const isForUs = phrase.preps.some(
      prep =>
        prep.preposition === 'for' &&
        /^(?:supply|production|manufacture|manufacturing|purchase)$/.test(prep.phrase.head.lower),
    );
    if (!isMade && !(kinds.includes('supply') && isForUs)) continue;
    const clause = clauseHolding(sentence, phrase);
    if (clause === null || !isStatedIn(sentence, clause)) continue;
    const party = partyAt(sentence, sentence.chunks.indexOf(first.phrase), 'with');
    if (party !== null) addNamed(sentence, 'supplier', party);
  }
}
