import { readFileSync } from 'node:fs';

/** A number or ticker with what it is said to be: `CIK 320193`, `法人番号：1180301018771`, `Ticker: CVS`. */
export interface LabelledNumber {
  /** The scheme of an identifier, or `ticker`. */
  scheme: string;
  /** The market of a ticker, if its label implies one. */
  marketId: string | undefined;
  number: string;
}

const LABELS = readLabels(readFileSync(new URL('./number-labels.tsv', import.meta.url), 'utf8'));

function readLabels(text: string): ReadonlyMap<string, { scheme: string; marketId: string | undefined }> {
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.flatMap(line => {
      const [scheme = '', market = '', labels = ''] = line.split('\t');
      return labels.split('; ').map(label => [label, { scheme, marketId: market || undefined }] as const);
    }),
  );
}

const ANY_LABEL = [...LABELS.keys()]
  .sort((a, b) => b.length - a.length)
  .map(label => label.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&'))
  .join('|');
/** Words between a label and its number: `company no. 02714021`, `EDINETコード`. */
const LABELLED = new RegExp(
  `^(${ANY_LABEL})((?:[ _]?(?:(?:code|no|nr|number|id)\\b\\.?|コード|番号|代码|號碼))?)([ :#=.-]*)(\\S.*)$`,
  'iu',
);
/** Any other scheme before its number: `RA000242:HRB 7042`, `jurir_no 1301110006246`. */
const OTHER_SCHEME = /^([a-z][a-z\d_]*?)(?:[ ]?:[ ]?|[ ])(.+)$/i;

/** Splits a label and the number or ticker behind it; null if the text has none of the known form. */
export function labelledNumber(text: string): LabelledNumber | null {
  const plain = text.normalize('NFKC').trim().replace(/\s+/g, ' ');
  const [, label = '', word = '', separator = '', number = ''] = LABELLED.exec(plain) ?? [];
  const known = LABELS.get(label.toLowerCase());
  if (known !== undefined) {
    // `LEIA` is no LEI: letters directly behind a word of letters belong to it.
    const isApart = separator !== '' || /^\d/.test(number) || /\P{ASCII}/u.test(label + word);
    if (isApart) return { ...known, number };
  }
  const [, scheme, other = ''] = OTHER_SCHEME.exec(plain) ?? [];
  if (scheme === undefined || !/\d/.test(other)) return null;
  return { scheme: scheme.toLowerCase(), marketId: undefined, number: other };
}
