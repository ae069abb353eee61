import type { Frame } from '../frames.ts';
import type { Lexicon } from '../lexicon.ts';

/** A frame with its words divided and its tests read. */
export interface CompiledFrame<Row extends Frame> {
  frame: Row;
  verbs: ReadonlySet<string>;
  nouns: ReadonlySet<string>;
  adjectives: ReadonlySet<string>;
  tests: readonly RoleTest[];
  /** What a sentence must match besides a word of the frame: one pattern of each list. */
  required: readonly (readonly RegExp[])[];
}

export interface RoleTest {
  role: string;
  isNegative: boolean;
  isOptional: boolean;
  of: readonly string[];
}

/** The test of a proper name. */
export const NAMED = 'named';

/** The test of a name or of a noun with `the`. */
export const DEFINITE = 'definite';

export const PARTIES = new Set<string>(['registrant', 'subsidiary', 'counterparty', 'other', 'industry', 'unknown']);

/** Lemmas separated by spaces. */
export const lemmas = (text: string | undefined) => new Set((text ?? '').split(' ').filter(word => word !== ''));

/** Roles whose nouns are written out; in other roles a pronoun or a short name may stand for them. */
const WRITTEN_OUT = /^(?:self|clause|sentence)$/;

const STANDS_FOR_NOUN = /\b(?:it|its|they|their|them|which|that|who)\b|\b[A-Z]{2,}/;

/** Reads a row of a table. Throws if a test names an unknown class. */
export function compileFrame<Row extends Frame>(frame: Row, lexicon: Lexicon): CompiledFrame<Row> {
  const tests = Object.entries(frame.roles).map(([role, test]) => toTest(role, test, lexicon));
  return {
    frame,
    verbs: lemmas(frame.verbs),
    nouns: lemmas(frame.nouns),
    adjectives: lemmas(frame.adjectives),
    tests,
    required: [...(frame.pattern === undefined ? [] : [[frame.pattern]]), ...requiredOf(tests, lexicon)],
  };
}

/** The words that a sentence must have: one of each class that a role asks for. Parties have no words of their own. */
function requiredOf(tests: readonly RoleTest[], lexicon: Lexicon): RegExp[][] {
  return tests.flatMap(({ role, isNegative, isOptional, of }) => {
    if (isNegative || isOptional) return [];
    const classes = of.map(alternative => alternative.split('+').find(name => lexicon.has(name)));
    const words = classes.map(name => (name === undefined ? null : wordsOf(name, lexicon)));
    if (words.includes(null)) return [];
    const own = new RegExp(`\\b(?:${words.flat().join('|')})`, 'i');
    return [WRITTEN_OUT.test(role) ? [own] : [own, STANDS_FOR_NOUN]];
  });
}

/** Patterns for the words of a class: `related_party` begins with `related`. */
function wordsOf(name: string, lexicon: Lexicon): string[] {
  // `security` stands for `securities` as well.
  const begins = [...(lexicon.get(name) ?? [])].map(word => (word.split('_')[0] ?? word).replace(/(?<=...)y$/, ''));
  return [...new Set(begins)].map(word => word.replace(/[^\w]/g, '.'));
}

const FORMS_OF_BE = ['is', 'are', 'was', 'were', 'be', 'been'];

/** Patterns of the words that name a matter. `be` is in every sentence: the words of its first class stand for it. */
export function stemsOf(
  { verbs, nouns, adjectives, tests }: Omit<CompiledFrame<Frame>, 'required'>,
  lexicon: Lexicon,
): string[] {
  return [...verbs, ...nouns, ...adjectives].flatMap(lemma => {
    if (lemma !== 'be') return stemOf(lemma);
    const first = tests.find(({ isNegative, of }) => !isNegative && of.every(name => lexicon.has(name)));
    return first === undefined ? FORMS_OF_BE : first.of.flatMap(name => wordsOf(name, lexicon));
  });
}

function toTest(role: string, test: string, lexicon: Lexicon): RoleTest {
  const isNegative = test.startsWith('!');
  const isOptional = test.endsWith('?');
  const of = test.replace(/^!|\?$/g, '').split('|');
  for (const name of of.flatMap(alternative => alternative.split('+').map(part => part.replace('!', '')))) {
    if (name !== '' && name !== NAMED && name !== DEFINITE && !PARTIES.has(name) && !lexicon.has(name))
      throw new Error(`Unknown class ${name} of role ${role}.`);
  }
  return { role, isNegative, isOptional, of };
}

/** Forms that do not start like their base form. */
const IRREGULAR: Readonly<Record<string, string>> = {
  become: 'bec[oa]m',
  buy: 'b(?:uy|ought)',
  choose: 'cho[os]',
  hold: 'h(?:old|eld)',
  sell: 's(?:ell|old)',
  find: 'f(?:ind|ound)',
  take: 't(?:ak|ook)',
  bring: 'br(?:ing|ought)',
  leave: 'l(?:eav|eft)',
  seek: 's(?:eek|ought)',
  lend: 'len[dt]',
  withdraw: 'withdr[ae]w',
  begin: 'beg[aiu]n',
  write: 'wr(?:it|ote)',
  lose: 'los',
  pay: 'pa(?:y|id)',
  make: 'ma[dk]',
  send: 'sen[dt]',
  steal: 'st(?:eal|ole)',
  strike: 'str(?:ik|uck)',
  meet: 'me(?:e)?t',
  lay: 'la(?:y|id)',
  lead: 'le(?:ad|d)',
  give: 'g(?:iv|av)',
  spin: 'sp[iu]n',
  forbear: 'forb(?:ear|ore)',
  undergo: 'under(?:go|went)',
  uphold: 'uph(?:old|eld)',
  undertake: 'undert(?:ak|ook)',
  win: 'w(?:in|on)',
  wind: 'w(?:ind|ound)',
  stand: 'st(?:and|ood)',
  plead: 'ple(?:ad|d)',
  sue: 'su(?:e|ing)',
  die: 'd(?:ie|ying)',
  throw: 'thr[eo]w',
  break: 'br(?:eak|oke)',
};

function stemOf(lemma: string): string {
  const [first = lemma] = lemma.split(/[_-]/);
  return IRREGULAR[first] ?? first.replace(/(?<=...)(?:e|y)$/, '');
}
