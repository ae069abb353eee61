import { always, asciiDigits, matching, type Transformation } from './transformation.ts';

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

const DASH = /[-\u058A\u05BE\u2010-\u2015\uFE58\uFE63\uFF0D]/;

/** Transformation Registry 1 (2010-04-20): group separators are either required or forbidden. */
export const NUMBERS_1: Record<string, Transformation> = {
  numcomma: decimalOf(/(?<whole>[0-9]+)(?:,(?<fraction>[0-9]+))?/),
  numcommadot: decimalOf(/(?<whole>[0-9]{1,3}(?:,[0-9]{3})*)(?:\.(?<fraction>[0-9]+))?/),
  numdash: matching(/-/, () => '0'),
  numdotcomma: decimalOf(/(?<whole>[0-9]{1,3}(?:\.[0-9]{3})*)(?:,(?<fraction>[0-9]+))?/),
  numspacecomma: decimalOf(/(?<whole>[0-9]{1,3}(?:[ \u00A0][0-9]{3})*)(?:,(?<fraction>[0-9]+))?/),
  numspacedot: decimalOf(/(?<whole>[0-9]{1,3}(?:[ \u00A0][0-9]{3})*)(?:\.(?<fraction>[0-9]+))?/),
};

/** Transformation Registry 2 (2011-07-31). */
export const NUMBERS_2: Record<string, Transformation> = {
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
export const NUMBERS_3: Record<string, Transformation> = {
  ...NUMBERS_2,
  numdotdecimalin: decimalOf(
    /(?<whole>[0-9]+|(?:[0-9]{1,2}[, \u00A0])?(?:[0-9]{2}[, \u00A0])*[0-9]{3})(?:\.(?<fraction>[0-9]+))?/,
  ),
  numunitdecimalin: inTwoUnits(
    /(?<major>[0-9]+|(?:[0-9]{1,2}[, \u00A0])?(?:[0-9]{2}[, \u00A0])*[0-9]{3})[^0-9]+(?<hundredths>[0-9]{1,2})[^0-9]*/,
  ),
};

/** Transformation Registry 4 (2020-02-12). */
export const NUMBERS_4: Record<string, Transformation> = {
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
export const NUMBERS_5: Record<string, Transformation> = {
  ...NUMBERS_4,
  'num-comma-decimal-apos': decimalOf(/(?<whole>[.'`´’′ \u00A00-9]*)(?:,(?<fraction>[ \u00A00-9]+))?/),
  'num-dot-decimal-apos': decimalOf(/(?<whole>[,'`´’′ \u00A00-9]*)(?:\.(?<fraction>[ \u00A00-9]+))?/),
  'num-unit-decimal-apos': inTwoUnits(
    /(?<major>[0-9０-９.,，'`´’′＇]+)[^0-9０-９.,，'`´’′＇][^0-9０-９]*(?<hundredths>[0-9０-９]{1,2})[^0-9０-９]*/,
  ),
};
