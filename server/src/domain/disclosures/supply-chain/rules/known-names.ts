import { addToList } from '../../../../kernel/add-to-list.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { paragraphsOf } from '../../prose/rules/sentences.ts';
import { OPENING_WORDS } from './name-words.ts';
import { isName } from './names.ts';

/** Full names that a filing gives, by the folded short form under which it goes on to speak of them. */
export type KnownNames = Pick<ReadonlyMap<string, string>, 'get'>;

/** The same, read when somebody asks for the first name: most filings name nobody. */
export function readKnownNamesLater(texts: readonly string[]): KnownNames {
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
const LONGEST_NAME = 90;
/** A filing that names more is no report of a company. */
const MOST_MENTIONS = 10_000;

/**
 * The companies that texts name in full, with a legal form: by the name without it, and by the short form that is defined
 * behind it in brackets (`Micron Technology, Inc. (“Micron”)`). A short form of two different names is left out.
 */
export function readKnownNames(texts: readonly string[]): KnownNames {
  const found = new Map<string, string[]>();
  let mentions = 0;
  for (const text of texts.flatMap(paragraphsOf).map(paragraph => paragraph.replace(/\s+/g, ' '))) {
    for (const { index, 0: form } of text.matchAll(FORM)) {
      if (++mentions > MOST_MENTIONS) break;
      const name = nameBefore(text.slice(Math.max(0, index - LONGEST_NAME), index));
      if (name === null) continue;
      const full = `${name}${form}`.trim();
      if (!isName({ name: full, hasLegalForm: true })) continue;
      const behind = text.slice(index + form.length, index + form.length + 80);
      for (const short of [full, ...shortForms(behind)]) addToList(found, nameKey(short), full);
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
  while (words.length > 0 && (OPENING_WORDS.has(words[0] ?? '') || /^(?:of|&|\d+)$/.test(words[0] ?? '')))
    words.shift();
  return words.length === 0 ? null : words.join(' ');
}

function shortForms(behind: string): string[] {
  const bracket = /^\s*\([^()]{0,40}?[“"]([^”"()]{2,40})[”"]/.exec(behind)?.[1];
  const or = /^,? or ([\p{Lu}][\p{L}\p{N}&-]*),/u.exec(behind)?.[1];
  return [bracket, or].filter(short => short !== undefined);
}
