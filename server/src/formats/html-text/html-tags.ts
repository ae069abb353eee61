/** The role of an element in the visible text. */
export interface Tag {
  name: string;
  kind: TagKind;
  /** Formatting of its content: bits of {@link Formatting}. */
  formatting: number;
  /** 1 … 6 for `h1` … `h6`, otherwise 0. */
  headingLevel: number;
  /** Whether it has neither content nor an end tag. */
  isVoid: boolean;
}

/**
 * `inline` flows with the text; `block` starts a paragraph; `skipped` is not visible; `field` is a line of the
 * submission's own markup (`<TYPE>10-K`), which is not text of the document.
 */
export type TagKind =
  | 'inline'
  | 'block'
  | 'anchor'
  | 'break'
  | 'rule'
  | 'list'
  | 'item'
  | 'table'
  | 'row'
  | 'cell'
  | 'skipped'
  | 'field';

/** Bits of a text's formatting. */
export const Formatting = {
  bold: 1,
  italic: 2,
  underlined: 4,
  centred: 8,
  hidden: 16,
  preformatted: 32,
  capitals: 64,
} as const;

const TAGS = new Map<string, Tag>();

function define(kind: TagKind, names: string, formatting = 0, headingLevel = 0): void {
  for (const name of names.split(' ')) TAGS.set(name, { name, kind, formatting, headingLevel, isVoid: false });
}

define(
  'block',
  'html body p div section article header footer main aside nav address blockquote dl dt dd form fieldset',
);
define('block', 'figure figcaption details summary caption center text document frameset', 0);
define('block', 'pre listing', Formatting.preformatted);
define('block', 'center', Formatting.centred);
define('block', 'h1', Formatting.bold, 1);
define('block', 'h2', Formatting.bold, 2);
define('block', 'h3', Formatting.bold, 3);
define('block', 'h4', Formatting.bold, 4);
define('block', 'h5', Formatting.bold, 5);
define('block', 'h6', Formatting.bold, 6);
define('list', 'ul ol dir menu');
define('item', 'li');
define('table', 'table');
define('row', 'tr');
define('cell', 'td th');
define('anchor', 'a');
define('break', 'br');
define('rule', 'hr page');
define('inline', 'b strong', Formatting.bold);
define('inline', 'i em cite var dfn', Formatting.italic);
define('inline', 'u ins', Formatting.underlined);
define(
  'skipped',
  'head script style title template noscript iframe object svg math select textarea ix:header ix:hidden',
);
define('field', 'type sequence filename description');

for (const name of ['br', 'hr', 'page', 'type', 'sequence', 'filename', 'description']) {
  const tag = TAGS.get(name);
  if (tag !== undefined) tag.isVoid = true;
}
for (const name of 'img input meta link col area base embed param wbr'.split(' ')) {
  TAGS.set(name, { name, kind: 'inline', formatting: 0, headingLevel: 0, isVoid: true });
}

const UNKNOWN: Tag = { name: '', kind: 'inline', formatting: 0, headingLevel: 0, isVoid: false };
const MAX_SPELLINGS = 5_000;

/** The tag of a name in any case. Unknown names flow with the text, as in browsers. */
export function tagOf(spelling: string): Tag {
  const known = TAGS.get(spelling);
  if (known !== undefined) return known;
  const name = spelling.toLowerCase();
  const tag = TAGS.get(name) ?? { ...UNKNOWN, name };
  if (TAGS.size < MAX_SPELLINGS && spelling.length < 64) TAGS.set(spelling, tag);
  return tag;
}
