import type { Clause } from '../../../formats/prose/clauses.ts';
import type { Assertion } from '../../../formats/prose/frames.ts';
import type { DocumentNames } from '../../../formats/prose/names.ts';
import type { NounPhrase } from '../../../formats/prose/phrases.ts';
import type { Region } from './change-regions.ts';
import { isIssuer } from './named-offices.ts';
import type { Change } from './office-changes.ts';
import type { PersonFamily } from './person-frames.ts';
import type { MaskedSentence } from './sentence-entities.ts';

export function eventOf(
  { family, form, clause, trigger, parsed, status }: Assertion<PersonFamily>,
  { text, offices }: Region,
  masked: MaskedSentence,
  names: DocumentNames,
): Change['event'] | null {
  const lemma = clause?.verb.main.lemma ?? '';
  switch (family) {
    case 'appoints':
      if (FOR_OTHERS.test(text)) return null;
      return isByHolders(clause) ? 'holds' : 'begins';
    case 'replaces':
      return 'begins';
    case 'enters':
      if (lemma === 'take' && !/^\w+\s+(?:over|on|up)\b/i.test(text)) return null;
      return /^(?:re)?join$/.test(lemma) && clause !== null && !isOfIssuer(clause, masked, names) ? null : 'begins';
    case 'holds':
      // `will cease to serve`: the governing verb states the change.
      if (/^(?:cease|stop|discontinue)$/.test(clause?.governor?.lemma ?? '')) return null;
      // `will begin serving as President`
      if (/^(?:begin|commence|start)$/.test(clause?.governor?.lemma ?? '')) return 'begins';
      return lemma === 'be' && clause?.objects[0]?.head.lower !== 'treasurer' ? null : 'holds';
    case 'leaves':
      if (lemma === 'step' && !/^\w+\s+(?:down|aside|back|away)\b/i.test(text)) return null;
      if (lemma === 'pass' && !/^\w+\s+away\b/i.test(text)) return null;
      if (
        /^(?:stand|seek|run)$/.test(lemma) &&
        status !== 'negated' &&
        !NOT_TO.test(parsed.text.slice(0, trigger.start))
      )
        return null;
      if (form === 'verb' && HOLDS.test(lemma) && !NO_LONGER.test(parsed.text.slice(clause?.start ?? 0, trigger.end)))
        return null;
      if (lemma === 'leave' && LEAVES_BEHIND.test(text)) return null;
      if (lemma === 'leave' && !LEFT.test(text) && offices.length === 0) return null;
      return 'ends';
    case 'removes':
      if (lemma === 'employ' && !NO_LONGER.test(parsed.text.slice(clause?.start ?? 0, trigger.end))) return null;
      return isOfPerson(trigger.start, parsed.text) ? 'ends' : null;
    case 'owns':
    case 'changes':
      return null;
    case 'ends':
      return ENDED.test(parsed.text.slice(0, trigger.start)) ? 'ends' : null;
  }
}

/** Verbs of being in office, which `no longer` ends. */
const HOLDS = /^(?:serve|act|be|hold)$/;
const NO_LONGER = /\bno\s+longer\b/i;

/** `his decision not to stand` */
const NOT_TO = /\bnot\s+to\s*$/i;

/** Holders of shares mostly elect again who is there. */
function isByHolders(clause: Clause | null): boolean {
  return clause?.subjects.some(({ head }) => /^(?:stock|share|unit)?holder$|^member$/.test(head.lemma)) ?? false;
}

/** Persons who are appointed to act for somebody. */
const FOR_OTHERS = /\b(?:attorneys?|agents?|prox(?:y|ies)|representatives?)\b/i;

/** `tendered her resignation`, `announced the retirement of`: the noun is what the sentence reports. */
export function isHandedOver({ parsed, trigger }: Assertion<PersonFamily>): boolean {
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

/** `has left an indelible mark` */
const LEAVES_BEHIND =
  /^\w+\s+(?:behind\s+)?(?:an?|such an?)\s+(?:\p{L}+\s+){0,3}(?:mark|legacy|impression|imprint|impact|void|gap|foundation)\b/iu;

const ENDED = /\b(?:employment|service|tenure|term|appointment|roles?|positions?|duties)\b[^,;]*$/i;

/** Persons are dismissed and their employment is terminated; agreements and plans of persons are, too. */
function isOfPerson(at: number, text: string): boolean {
  const around = text.slice(Math.max(0, at - 120), at + 120);
  return !/\b(?:agreement|plan|arrangement|lease|contract|trust)s?\b/i.test(around);
}

/** Asserted or planned; null if the sentence does not say that it is so. */
export function certaintyOf(
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

/** `was President`, `had served`: somebody who is no longer in office. */
export function isOver(clause: Clause | null): boolean {
  if (clause === null || clause.verb.tense !== 'past') return false;
  return !clause.verb.tokens.some(token => /^(?:has|have|['’]s|['’]ve)$/.test(token.lower));
}
