import type { Chunk, VerbForm, VerbGroup } from '../phrases.ts';
import type { Token } from '../tokens.ts';
import { PREPOSITIONS } from './function-words.ts';

const MODALS = new Set([
  'will',
  'would',
  'may',
  'might',
  'can',
  'could',
  'shall',
  'should',
  'must',
  "'ll",
  '’ll',
  "'d",
  '’d',
  'ca',
  'wo',
]);

const NEGATIONS = new Set(['not', "n't", 'n’t', 'never', 'neither', 'nor', 'no']);

function isVerbal(token: Token | undefined): boolean {
  return token !== undefined && (token.pos === 'AUX' || token.pos === 'VERB');
}

/** `no longer complies`, `never complied`: the number of words before a verb that deny it. */
function denialLength(tokens: readonly Token[], from: number): number {
  if (tokens[from]?.lower === 'never' && isVerbal(tokens[from + 1])) return 1;
  return tokens[from]?.lower === 'no' && tokens[from + 1]?.lower === 'longer' && isVerbal(tokens[from + 2]) ? 2 : 0;
}

export function readVerbGroup(tokens: readonly Token[], from: number, before: readonly Chunk[]): VerbGroup | null {
  const denial = tokens.slice(from, from + denialLength(tokens, from));
  const first = tokens[from + denial.length];
  if (first === undefined || PREPOSITIONS.has(first.lower)) return null;
  const second = skipAdverbs(tokens, from + 1);
  // `to related parties` is no infinitive.
  const isInfinitive =
    first.lower === 'to' &&
    (isBaseVerb(second) || (first.pos !== 'ADP' && !(second?.pos === 'VERB' && /(?:ed|ing)$/.test(second.lower))));
  if (!isInfinitive && !isVerbal(first)) return null;
  const group: Token[] = [...denial, first];
  let at = from + denial.length + 1;
  let mainAt = isInfinitive ? -1 : first.pos === 'VERB' ? from + denial.length : -1;
  for (; at < tokens.length; at++) {
    const token = tokens[at];
    if (token === undefined) break;
    if (isVerbal(token) && canContinue(group, token)) {
      group.push(token);
      mainAt = at;
    } else if (
      (token.pos === 'ADV' || NEGATIONS.has(token.lower)) &&
      (token.lower !== 'no' || tokens[at + 1]?.lower === 'longer') &&
      continuesAfterAdverbs(tokens, at, group)
    )
      group.push(token);
    else break;
  }
  const verbs = group.filter(token => isVerbal(token));
  const main = mainAt < 0 ? verbs.at(-1) : tokens[mainAt];
  if (main === undefined) return null;
  // A trailing `not` belongs to the group: `was not`, as in `was not effective`.
  while (isTrailingNegation(tokens, at)) {
    group.push(tokens[at] as Token);
    at++;
  }
  // `shut down its plant`, `wrote off $9 million`: the particle belongs to the verb, what follows is its object.
  if (PARTICLES.test(tokens[at]?.lower ?? '') && PHRASAL.has(main.lemma) && startsObject(tokens[at + 1])) {
    group.push(tokens[at] as Token);
  }
  return describeGroup(group, verbs, main, isInfinitive, before.at(-1));
}

const PARTICLES = /^(?:down|off|out|up)$/;

const PHRASAL = new Set(['shut', 'write', 'lay', 'spin', 'wind', 'phase', 'close', 'carry', 'pay', 'set', 'give']);

function startsObject(token: Token | undefined): boolean {
  return token !== undefined && /^(?:DET|PRON|NUM|SYM|PROPN|NOUN|ADJ|ADV)$/.test(token.pos) && token.lower !== 'to';
}

/** `was not effective`, `is no longer listed` */
function isTrailingNegation(tokens: readonly Token[], at: number): boolean {
  const lower = tokens[at]?.lower ?? '';
  if (lower === 'longer') return tokens[at - 1]?.lower === 'no';
  return NEGATIONS.has(lower) && (lower !== 'no' || tokens[at + 1]?.lower === 'longer');
}

function isBaseVerb(token: Token | undefined): boolean {
  return token !== undefined && (token.pos === 'VERB' || token.pos === 'AUX') && token.lower === token.lemma;
}

function skipAdverbs(tokens: readonly Token[], at: number): Token | undefined {
  let next = at;
  while (tokens[next]?.pos === 'ADV' || NEGATIONS.has(tokens[next]?.lower ?? '')) next++;
  return tokens[next];
}

function continuesAfterAdverbs(tokens: readonly Token[], at: number, group: readonly Token[]): boolean {
  const next = skipAdverbs(tokens, at);
  return next !== undefined && isVerbal(next) && canContinue(group, next);
}

/** Auxiliaries go on; a full verb ends the group. */
function canContinue(group: readonly Token[], next: Token): boolean {
  const last = group.filter(token => isVerbal(token) || token.lower === 'to').at(-1);
  if (last === undefined) return true;
  if (last.lower === 'to' || MODALS.has(last.lower)) return !MODALS.has(next.lower);
  if (last.lemma === 'have')
    return (
      (/(?:ed|en|n|t|d|ne|me|un|it|ut|ld|ent|ought|aught|ost|old|ome|ade)$/.test(next.lower) &&
        next.lower !== `${next.lemma}s`) ||
      next.lower === 'been' ||
      next.lower === 'had'
    );
  if (last.lemma === 'be')
    return (
      next.lower === 'being' ||
      next.lower === 'been' ||
      (next.pos === 'VERB' && next.lower !== next.lemma) ||
      (next.pos === 'VERB' && SAME_PARTICIPLE.has(next.lower))
    );
  if (last.lemma === 'do') return next.lower === next.lemma;
  return false;
}

/** Participles that equal the base form. */
const SAME_PARTICIPLE = new Set([
  'set',
  'cut',
  'put',
  'shut',
  'split',
  'cast',
  'let',
  'hit',
  'become',
  'come',
  'overcome',
  'run',
  'beset',
  'reset',
  'offset',
  'read',
  'bid',
]);

function describeGroup(
  group: readonly Token[],
  verbs: readonly Token[],
  main: Token,
  isInfinitive: boolean,
  before: Chunk | undefined,
): VerbGroup {
  const modal = verbs.find(token => MODALS.has(token.lower))?.lower ?? null;
  const auxiliaries = verbs.filter(token => token !== main);
  const last = auxiliaries.at(-1);
  const isPassive = last?.lemma === 'be' && !/ing$/.test(main.lower) && main.lemma !== 'be';
  const first = verbs[0];
  const isPast =
    auxiliaries.some(token => token.lemma === 'have') ||
    /^(?:was|were|did|had)$/.test(first?.lower ?? '') ||
    (auxiliaries.length === 0 && isPastForm(main));
  const form = formOf(main, auxiliaries, modal, isInfinitive, before);
  return {
    kind: 'verb',
    main,
    tokens: group,
    start: group[0]?.start ?? main.start,
    end: group.at(-1)?.end ?? main.end,
    form,
    voice: isPassive || (form === 'participle' && !/ing$/.test(main.lower)) ? 'passive' : 'active',
    tense: modal !== null && /^(?:will|shall|['’]ll|wo)$/.test(modal) ? 'future' : isPast ? 'past' : 'present',
    modal: modal !== null && /^(?:will|shall|['’]ll|wo)$/.test(modal) ? null : modal,
    isNegated: group.some(token => NEGATIONS.has(token.lower)),
  };
}

function isPastForm({ lower, lemma }: Token): boolean {
  if (/^(?:am|are|['’](?:re|m|ve))$/.test(lower)) return false;
  if (/^(?:shut|cut|hit)$/.test(lower)) return true;
  return lower !== lemma && !/(?:ing|s)$/.test(lower);
}

/** `participle` for a past form without auxiliary is settled by the clause (settle-form.ts). */
function formOf(
  main: Token,
  auxiliaries: readonly Token[],
  modal: string | null,
  isInfinitive: boolean,
  before: Chunk | undefined,
): VerbForm {
  if (isInfinitive) return 'infinitive';
  const first = auxiliaries[0] ?? main;
  if (modal !== null) return 'finite';
  if (/ing$/.test(first.lower) && first.lower !== first.lemma)
    return before?.kind === 'preposition' ? 'gerund' : 'participle';
  if (first.lower === 'been' || (first.lower === 'be' && auxiliaries.length === 0 && main === first))
    return 'participle';
  return 'finite';
}

export function isModal({ main }: VerbGroup): boolean {
  return MODALS.has(main.lower);
}
