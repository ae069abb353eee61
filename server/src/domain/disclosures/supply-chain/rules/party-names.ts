import { readFileSync } from 'node:fs';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import type { KnownNames } from './known-names.ts';
import type { Mention } from './names.ts';

/** What the document says of names. */
export interface NameContext {
  known: KnownNames;
  /** The folded names that the document marks as customers or suppliers elsewhere. */
  marked: ReadonlySet<string>;
  /** The sections: words that they also write in lower case are no name. */
  texts: readonly string[];
}

/** Folded names of companies that many filings name as customers or suppliers, without a legal form. */
const WELL_KNOWN: ReadonlySet<string> = new Set(
  readFileSync(new URL('./well-known-companies.tsv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .flatMap(line => (line.split('\t')[1] ?? '').split('|').map(nameKey)),
);

/** The full name; null if the mention may be no counterparty. */
export function nameOf(
  { name, hasLegalForm }: Mention,
  { known, marked, texts }: NameContext,
  isMarked: boolean,
): string | null {
  const key = nameKey(name);
  const full = known.get(key);
  if (full !== undefined) return full;
  if (hasLegalForm) return name;
  return (isMarked || marked.has(key) || WELL_KNOWN.has(key)) && !isCommon(name, texts) ? name : null;
}

/** `Information Systems` is a heading or a title if the text also writes it in lower case. */
export function isCommon(name: string, texts: readonly string[]): boolean {
  // `CSP` beside `CSPs`, `Cardholder` beside `Cardholders`: common nouns.
  if (!name.includes(' ')) {
    const singular = /^\p{Lu}\p{Ll}+s$/u.test(name) ? name.slice(0, -1) : name;
    return texts.some(text => isWordIn(text, `${singular}s`) && (singular === name || isWordIn(text, singular)));
  }
  const lower = name.toLowerCase();
  return texts.some(text => text.includes(lower));
}

function isWordIn(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!/\p{L}/u.test(`${text[at - 1] ?? ''}${text[at + word.length] ?? ''}`)) return true;
  }
  return false;
}
