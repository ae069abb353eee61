import { readFileSync } from 'node:fs';

/** How a language writes the twelve months in the transformation registries. */
export interface MonthNames {
  /** Alternatives for a regular expression, longest first. */
  alternatives: string;
  /** Month number, 1 to 12, by the name as written. */
  monthOf: ReadonlyMap<string, number>;
}

/**
 * month-names.tsv: the twelve months by language, several spellings of a month separated by `|`. In lower case, except English
 * and Hindi. `cs-day` is Czech beside a day (genitive), `cs-year` and `cy-year` are Czech and Welsh beside a year (Welsh names
 * mutate after a preposition).
 */
const MONTHS = readTable(readFileSync(new URL('./month-names.tsv', import.meta.url), 'utf8'));

/** The months of a language whose names the registries accept in lower case, in capitals and with an initial capital. */
export function monthNames(language: string): MonthNames {
  return tabulate(language, inThreeCases);
}

export const CZECH_BESIDE_DAY: MonthNames = tabulate('cs-day', inThreeCases);
export const CZECH_BESIDE_YEAR: MonthNames = tabulate('cs-year', inThreeCases);
export const WELSH_BESIDE_YEAR: MonthNames = tabulate('cy-year', inThreeCases);
export const ENGLISH_LONG: MonthNames = tabulate('en', name => [name]);
export const ENGLISH_SHORT: MonthNames = tabulate('en', name => [name.slice(0, 3)]);
/** In full or with three letters, in capitals or with an initial capital. */
export const ENGLISH_ANY: MonthNames = tabulate('en', name => {
  const short = name.slice(0, 3);
  return [name, name.toUpperCase(), short, short.toUpperCase()];
});
export const HINDI_FULL: MonthNames = tabulate('hi', name => [name]);
export const ROMAN: MonthNames = tabulate('roman', name => [name, name.toLowerCase()]);

function tabulate(key: string, spellings: (name: string) => string[]): MonthNames {
  const monthOf = new Map<string, number>();
  for (const [index, names] of (MONTHS.get(key) ?? []).entries()) {
    for (const name of names.split('|').flatMap(spellings)) monthOf.set(name, index + 1);
  }
  const longestFirst = [...monthOf.keys()].sort((a, b) => b.length - a.length);
  return { alternatives: longestFirst.join('|'), monthOf };
}

function inThreeCases(name: string): string[] {
  const title = name.charAt(0).toUpperCase() + name.slice(1);
  return [name, name.toUpperCase(), title].flatMap(spelling => [spelling, withLatinCapital(spelling)]);
}

/** The Greek lists of the registries contain names that begin with the Latin capital of the same shape. */
function withLatinCapital(name: string): string {
  const index = 'ΑΙΟ'.indexOf(name.charAt(0));
  return index < 0 ? name : `${'AIO'.charAt(index)}${name.slice(1)}`;
}

function readTable(text: string): ReadonlyMap<string, readonly string[]> {
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.map(line => {
      const [key = '', ...months] = line.split('\t');
      return [key, months];
    }),
  );
}
