import { readFileSync } from 'node:fs';
import { type Formula, parseFormulas } from '../values/formulas/formula.ts';

/** The concepts of a code in one accounting standard. */
export interface MappedCode {
  /** Concepts with their taxonomy, by priority. */
  readonly concepts: readonly string[];
  /** Formulas tried before those of all standards. */
  readonly formulas: readonly Formula[];
  /** Concepts filed with the opposite sign of the code. */
  readonly negated: ReadonlySet<string>;
  /** Concepts that filers state with either sign; the code is their magnitude. */
  readonly magnitudes: ReadonlySet<string>;
  /** Words that the filer's label of a concept must contain, if one account code is used for different lines. */
  readonly labels: ReadonlyMap<string, string>;
}

/** Concepts of one accounting standard, in addition to those of `line-items.tsv`. */
export interface ConceptMap {
  /** Name of the standard as periods state it. */
  readonly standard: string;
  readonly codes: ReadonlyMap<string, MappedCode>;
}

const FILES: readonly (readonly [standard: string, file: string])[] = [
  ['ifrs-full', 'jp-ifrs.tsv'],
  ['us-gaap', 'jp-us-gaap.tsv'],
  ['JGAAP', 'jgaap.tsv'],
  ['K-IFRS', 'k-ifrs.tsv'],
  ['UK FRS', 'uk-frs.tsv'],
  ['BR GAAP', 'br-gaap.tsv'],
  ['NL GAAP', 'nl-gaap.tsv'],
  ['DK GAAP', 'dk-gaap.tsv'],
];

/** All maps, read once from `concept-maps/`. */
export const CONCEPT_MAPS: readonly ConceptMap[] = FILES.map(([standard, file]) => ({
  standard,
  codes: readConceptMap(readFileSync(new URL(`./concept-maps/${file}`, import.meta.url), 'utf8')),
}));

const standards = new Map<string, string>();
const maps = new Map<string, ConceptMap>();
for (const map of CONCEPT_MAPS) {
  const { standard, codes } = map;
  for (const { concepts, formulas } of codes.values()) {
    const terms = formulas.flatMap(formula => formula.terms.map(term => term.concept));
    for (const concept of [...concepts, ...terms]) {
      if (concept === null) continue;
      standards.set(concept, standard);
      maps.set(concept, map);
    }
  }
}

/** The accounting standard of a concept, such as `JGAAP`; null for a filer's own concept that no map contains. */
export function standardOf(concept: string): string | null {
  const mapped = standards.get(concept) ?? standards.get(`filer:${concept.slice(concept.indexOf(':') + 1)}`);
  if (mapped !== undefined) return mapped;
  return concept.startsWith('us-gaap:') ? 'us-gaap' : concept.startsWith('ifrs-full:') ? 'ifrs-full' : null;
}

/** The map that contains a concept; null for concepts of `line-items.tsv` and a filer's own. */
export function mapOf(concept: string): ConceptMap | null {
  return maps.get(concept) ?? null;
}

/**
 * Parses a map: a row per code with its concepts, separated by blanks, and its formulas (formula.ts). A concept with
 * `-` is filed with the opposite sign, one with `~` with either; `{words}` after it are words that its label must
 * contain, in lower case, with `_` for a blank and `|` between alternatives. Throws if a row is malformed.
 */
export function readConceptMap(text: string): Map<string, MappedCode> {
  const [head = '', ...lines] = text.replace(/\n$/, '').split('\n');
  if (head !== 'code\tconcepts\tformulas') throw new Error('concept map: expected the columns code concepts formulas');
  const codes = new Map<string, MappedCode>();
  for (const line of lines) {
    const cells = line.split('\t');
    const [code = '', concepts = '', formulas = ''] = cells;
    if (cells.length !== 3 || codes.has(code)) throw new Error(`concept map: cannot read the row "${line}"`);
    const words = concepts.split(' ').filter(word => word !== '');
    codes.set(code, {
      concepts: words.map(conceptOf),
      formulas: parseFormulas(formulas),
      negated: marked(words, '-'),
      magnitudes: marked(words, '~'),
      labels: new Map(words.flatMap(word => labelOf(word))),
    });
  }
  return codes;
}

function marked(words: readonly string[], mark: string): Set<string> {
  return new Set(words.filter(word => word.startsWith(mark)).map(conceptOf));
}

function conceptOf(word: string): string {
  return word.replace(/^[-~]/, '').replace(/\{.*$/, '');
}

function labelOf(word: string): [string, string][] {
  const label = /\{(.+)\}$/.exec(word)?.[1];
  return label === undefined ? [] : [[conceptOf(word), label.replaceAll('_', ' ')]];
}
