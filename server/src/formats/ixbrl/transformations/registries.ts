import { DATES_1, DATES_2, DATES_3, DATES_4, DATES_5 } from './dates.ts';
import { NUMBERS_1, NUMBERS_2, NUMBERS_3, NUMBERS_4, NUMBERS_5 } from './numbers.ts';
import { SEC } from './sec.ts';
import { type Transformation, trimBlank } from './transformation.ts';

const IXT = 'http://www.xbrl.org/inlineXBRL/transformation/';
const SEC_NAMESPACE = 'http://www.sec.gov/inlineXBRL/transformation/2015-08-31';

interface Registry {
  functions: ReadonlyMap<string, Transformation>;
  /** Registries 4 and 5 collapse white space in their input, the older ones trim it. */
  prepare: (text: string) => string;
}

const collapse = (text: string): string => trimBlank(text).replace(/[ \t\r\n]+/g, ' ');

function registry(prepare: Registry['prepare'], ...tables: Record<string, Transformation>[]): Registry {
  return { functions: new Map(tables.flatMap(table => Object.entries(table))), prepare };
}

const FIRST = registry(trimBlank, NUMBERS_1, DATES_1);

/** Newest first: for a name in several registries, the newest one is the most likely meaning. */
const REGISTRIES: ReadonlyMap<string, Registry> = new Map([
  [`${IXT}2022-02-16`, registry(collapse, NUMBERS_5, DATES_5)],
  [`${IXT}2020-02-12`, registry(collapse, NUMBERS_4, DATES_4)],
  [`${IXT}2015-02-26`, registry(trimBlank, NUMBERS_3, DATES_3)],
  [`${IXT}2011-07-31`, registry(trimBlank, NUMBERS_2, DATES_2)],
  [`${IXT}2010-04-20`, FIRST],
  ['http://www.xbrl.org/2008/inlineXBRL/transformation', FIRST],
  [SEC_NAMESPACE, registry(trimBlank, SEC)],
]);

export interface FoundTransformation {
  /** null if the function does not accept the text. */
  transform: Transformation;
  /** Whether the name was found in a registry other than the one of its prefix. */
  isOfOtherRegistry: boolean;
}

/**
 * Finds a transformation by namespace and name in XBRL International's registries 1 to 5 and the SEC's; null if no
 * registry has it. Filings mix names and namespaces of registries, so a name missing from the given registry is looked
 * up in the others, provided that the namespace is one of a registry.
 */
export function findTransformation(namespace: string, name: string): FoundTransformation | null {
  const stated = REGISTRIES.get(namespace);
  if (stated === undefined) return null;
  const own = stated.functions.get(name);
  if (own !== undefined) return { transform: text => own(stated.prepare(text)), isOfOtherRegistry: false };
  for (const other of REGISTRIES.values()) {
    const transform = other.functions.get(name);
    if (transform !== undefined) return { transform: text => transform(other.prepare(text)), isOfOtherRegistry: true };
  }
  return null;
}
