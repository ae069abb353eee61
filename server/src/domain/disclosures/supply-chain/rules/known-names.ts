import { paragraphsOf } from '../../../../formats/prose/sentences.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { addToList } from '../../../../kernel/lists.ts';
import { OPENING_WORDS } from './name-words.ts';
import { isName } from './names.ts';

/** Full names in a filing by their folded short form. */
export type KnownNames = Pick<ReadonlyMap<string, string>, 'get'>;

/** Like {@link readKnownNames}, but reads on the first lookup, since most filings name no company. */
export function readKnownNamesLazily(texts: readonly string[]): KnownNames {
  let known: KnownNames | null = null;
  return {
    get(key) {
      known ??= readKnownNames(texts);
      return known.get(key);
    },
  };
}

const FORM =
  /,? (?:(?:Inc|Corp|Co|Ltd|L\.L\.C|L\.P|N\.A|N\.V|S\.A\.S|S\.A|S\.p\.A|B\.V|K\.K)\b\.?|(?:Incorporated|Corporation|Company|Limited|LLC|LP|LLP|plc|PLC|AG|SE|GmbH|A\/S|AB|ASA)\b)(?:,? (?:(?:Ltd|Inc|L\.P)\b\.?|(?:Limited|LLC)\b))?/g;
const WORDS_BEFORE = /(?:(?:[\p{Lu}\d][\p{L}\p{N}&'’.-]*|of|&) ){0,6}[\p{Lu}\d][\p{L}\p{N}&'’-]*(?:\.com)?$/u;
const MAX_NAME_CHARS = 90;
/** Texts with more names are not company reports. */
const MAX_MENTIONS = 10_000;

/**
 * Reads the companies that texts name in full, with a legal form. The keys are the name without the legal form and the short form
 * that follows in brackets (`Micron Technology, Inc. (“Micron”)`). Short forms of two different names are omitted.
 */
export function readKnownNames(texts: readonly string[]): KnownNames {
  const found = new Map<string, string[]>();
  let mentions = 0;
  for (const text of texts.flatMap(paragraphsOf).map(paragraph => paragraph.replace(/\s+/g, ' '))) {
    for (const { index, 0: form } of text.matchAll(FORM)) {
      if (++mentions > MAX_MENTIONS) break;
      const name = nameBefore(text.slice(Math.max(0, index - MAX_NAME_CHARS), index));
      if (name === null) continue;
      const full = `${name}${form}`.trim();
      if (!isName({ name: full, hasLegalForm: true })) continue;
      const after = text.slice(index + form.length, index + form.length + 80);
      for (const short of [full, ...shortForms(after)]) addToList(found, nameKey(short), full);
    }
  }
  const known = new Map<string, string>();
  for (const [key, names] of found) {
    const keys = new Set(names.map(nameKey));
    const [first] = names;
    if (key.length > 1 && keys.size === 1 && first !== undefined) known.set(key, first);
  }
  return known;
}

function nameBefore(text: string): string | null {
  const words = (WORDS_BEFORE.exec(text)?.[0] ?? '').split(' ');
  // `STELARA. The Company`: a sentence ends within.
  const end = words.findLastIndex((word, at) => /\p{L}{4,}\.$/u.test(word) && OPENING_WORDS.has(words[at + 1] ?? ''));
  words.splice(0, end + 1);
  while (words.length > 0 && (OPENING_WORDS.has(words[0] ?? '') || /^(?:of|&|\d+)$/.test(words[0] ?? '')))
    words.shift();
  return words.length === 0 ? null : words.join(' ');
}

function shortForms(after: string): string[] {
  const bracket = /^\s*\([^()]{0,40}?[“"]([^”"()]{2,40})[”"]/.exec(after)?.[1];
  const or = /^,? or ([\p{Lu}][\p{L}\p{N}&-]*),/u.exec(after)?.[1];
  return [bracket, or].filter(short => short !== undefined);
}
