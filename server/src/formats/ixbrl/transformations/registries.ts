import { DATES_1, DATES_2, DATES_3, DATES_4, DATES_5 } from './dates.ts';
import { SEC } from './sec.ts';
import { always, asciiDigits, matching, type Transformation, trimBlank } from './transformation.ts';

const DASH = /[-\u058A\u05BE\u2010-\u2015\uFE58\uFE63\uFF0D]/;

/** Transformation Registry 1 (2010-04-20): group separators are either required or forbidden. */
const NUMBERS_1: Record<string, Transformation> = {
  numcomma: decimalOf(/(?<whole>[0-9]+)(?:,(?<fraction>[0-9]+))?/),
  numcommadot: decimalOf(/(?<whole>[0-9]{1,3}(?:,[0-9]{3})*)(?:\.(?<fraction>[0-9]+))?/),
  numdash: matching(/-/, () => '0'),
  numdotcomma: decimalOf(/(?<whole>[0-9]{1,3}(?:\.[0-9]{3})*)(?:,(?<fraction>[0-9]+))?/),
  numspacecomma: decimalOf(/(?<whole>[0-9]{1,3}(?:[ \u00A0][0-9]{3})*)(?:,(?<fraction>[0-9]+))?/),
  numspacedot: decimalOf(/(?<whole>[0-9]{1,3}(?:[ \u00A0][0-9]{3})*)(?:\.(?<fraction>[0-9]+))?/),
};

/** Transformation Registry 2 (2011-07-31). */
const NUMBERS_2: Record<string, Transformation> = {
  booleanfalse: always('false'),
  booleantrue: always('true'),
  nocontent: always(''),
  numcommadecimal: decimalOf(/(?<whole>[0-9]{1,3}(?:[. \u00A0]?[0-9]{3})*)(?:,(?<fraction>[0-9]+))?/),
  numdotdecimal: decimalOf(/(?<whole>[0-9]{1,3}(?:[, \u00A0]?[0-9]{3})*)(?:\.(?<fraction>[0-9]+))?/),
  numunitdecimal: inTwoUnits(
    /(?<major>[0０]|[1-9１-９][0-9０-９]{0,2}(?:[.,，．]?[0-9０-９]{3})*)[^0-9０-９.,，．]+(?<hundredths>[0-9０-９]{1,2})[^0-9０-９.,，．]*/,
  ),
  zerodash: matching(DASH, () => '0'),
};

/** Transformation Registry 3 (2015-02-26): registry 2 plus the Indian grouping 2-2-3. */
const NUMBERS_3: Record<string, Transformation> = {
  ...NUMBERS_2,
  numdotdecimalin: decimalOf(
    /(?<whole>[0-9]+|(?:[0-9]{1,2}[, \u00A0])?(?:[0-9]{2}[, \u00A0])*[0-9]{3})(?:\.(?<fraction>[0-9]+))?/,
  ),
  numunitdecimalin: inTwoUnits(
    /(?<major>[0-9]+|(?:[0-9]{1,2}[, \u00A0])?(?:[0-9]{2}[, \u00A0])*[0-9]{3})[^0-9]+(?<hundredths>[0-9]{1,2})[^0-9]*/,
  ),
};

/** Transformation Registry 4 (2020-02-12). */
const NUMBERS_4: Record<string, Transformation> = {
  'fixed-empty': always(''),
  'fixed-false': always('false'),
  'fixed-true': always('true'),
  'fixed-zero': always('0'),
  'num-comma-decimal': decimalOf(/(?<whole>[. \u00A00-9]*)(?:,(?<fraction>[ \u00A00-9]+))?/),
  'num-dot-decimal': decimalOf(/(?<whole>[, \u00A00-9]*)(?:\.(?<fraction>[ \u00A00-9]+))?/),
  'num-unit-decimal': inTwoUnits(
    /(?<major>[0-9０-９.,，]+)[^0-9０-９.,，][^0-9０-９]*(?<hundredths>[0-9０-９]{1,2})[^0-9０-９]*/,
  ),
};

/** Transformation Registry 5 (2022-02-16): registry 4 plus apostrophes as group separators. */
const NUMBERS_5: Record<string, Transformation> = {
  ...NUMBERS_4,
  'num-comma-decimal-apos': decimalOf(/(?<whole>[.'`´’′ \u00A00-9]*)(?:,(?<fraction>[ \u00A00-9]+))?/),
  'num-dot-decimal-apos': decimalOf(/(?<whole>[,'`´’′ \u00A00-9]*)(?:\.(?<fraction>[ \u00A00-9]+))?/),
  'num-unit-decimal-apos': inTwoUnits(
    /(?<major>[0-9０-９.,，'`´’′＇]+)[^0-9０-９.,，'`´’′＇][^0-9０-９]*(?<hundredths>[0-9０-９]{1,2})[^0-9０-９]*/,
  ),
};

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

/** Digits without group separators and with a dot as decimal mark; null if no digit is left. */
function decimal(whole: string, fraction: string | undefined): string | null {
  const digits = whole.replace(/[^0-9]/g, '').replace(/^0+(?=[0-9])/, '');
  const decimals = (fraction ?? '').replace(/[^0-9]/g, '');
  if (digits === '' && decimals === '') return null;
  return decimals === '' ? digits : `${digits === '' ? '0' : digits}.${decimals}`;
}

function decimalOf(pattern: RegExp): Transformation {
  return matching(pattern, ({ whole = '', fraction }) => decimal(whole, fraction));
}

/** An amount in a major unit and its hundredths: `5 euro 10 cent`. */
function inTwoUnits(pattern: RegExp): Transformation {
  return matching(pattern, ({ major = '', hundredths = '' }) =>
    decimal(asciiDigits(major), asciiDigits(hundredths).padStart(2, '0')),
  );
}

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
