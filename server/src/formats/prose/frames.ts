import type { IsoDate } from '../../kernel/dates.ts';
import type { Clause, ParsedSentence } from './clauses.ts';
import type { DocumentNames, Party } from './names.ts';
import type { NounPhrase } from './phrases.ts';
import type { Sentence } from './sentences.ts';
import type { StatedSpan } from './stated-dates.ts';
import type { Status } from './status.ts';

/**
 * One row of a subject's table: words that name a matter, and tests of their roles. Active, passive, nominal and light-verb
 * forms of the words are grammar and need no rows.
 */
export interface Frame<Family extends string = string> {
  family: Family;
  /** Lemmas, separated by spaces. */
  verbs?: string;
  /** Lemmas of nouns; the words of a compound are joined by `_`. */
  nouns?: string;
  /** Lemmas of adjectives that `be`, `become` or `remain` joins to the subject. */
  adjectives?: string;
  /**
   * Test by role. A role is `agent`, `patient`, `self` (the words of the noun itself), `recipient`, `concerns` (what the noun concerns: `charges related to a closure`), `clause` (any noun of the
   * clause), `sentence` (any noun of the sentence) or a preposition (`against`), or several of them (`on/upon`). A test names classes of the lexicon or parties, separated by `|`: one of them must fit (`a+b`: both must, `a+!b`: only the first; `named`: a proper name; `definite`: a name or a noun with `the`);
   * `!` before it: none may. A test that ends with `?` only reads the role.
   */
  roles: Readonly<Record<string, string>>;
  /** `negative`: the matter is the denial of the words (`were not effective`, `failed to pay`). */
  polarity?: 'negative';
  /** `efforts to remediate the weaknesses`: a definite noun for what somebody is to end states that it exists. */
  isPresupposed?: boolean;
  /** Words that the sentence must have besides. */
  pattern?: RegExp;
  /** Lemmas of verbs by which this matter ends, besides the usual ones (settle, dismiss, waive …). */
  endedBy?: string;
  /** The role whose party the statement is about, or several, separated by `|`: the first that is stated. `agent` if absent. */
  of?: string;
}

/** A noun phrase in a role, with its offsets in the sentence's quote. */
export interface Role {
  text: string;
  start: number;
  end: number;
  party: Party;
  phrase: NounPhrase;
}

/** What a sentence states of one matter. */
export interface Assertion<Family extends string = string, Row extends Frame<Family> = Frame<Family>> {
  family: Family;
  frame: Row;
  form: 'verb' | 'noun' | 'adjective';
  status: Status;
  of: Party;
  roles: Readonly<Record<string, Role>>;
  tense: 'past' | 'present' | 'future' | null;
  /** The noun phrase that names the matter; null for verbs and adjectives. */
  phrase: NounPhrase | null;
  /** The word that named the matter. Offsets are in the sentence's quote; add `sentence.start` for those in the text. */
  trigger: { text: string; start: number; end: number };
  /** Dates of the clause; those of the sentence if the clause states none. */
  dates: StatedSpan[];
  clause: Clause | null;
  parsed: ParsedSentence;
  sentence: Sentence;
}

/** What the reader knows of the document. */
export interface DocumentContext {
  names: DocumentNames;
  /** Last day of the reporting period; null if unknown: then nothing is of an earlier period. */
  periodEnd: IsoDate | null;
}
