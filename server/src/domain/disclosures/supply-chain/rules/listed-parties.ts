import type { Sentence } from '../../../../formats/prose/sentences.ts';
import { paragraphsOf, readTableRows, type TableRow } from '../../../../formats/prose/sentences.ts';
import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { CUSTOMER_NOUN, SUPPLIER_NOUN } from './counterparties.ts';
import { hasLegalForm, readNameList } from './names.ts';
import { isCommon } from './party-names.ts';
import { readRelations } from './relations/read-relations.ts';
import type { Relation, RelationContext } from './relations/relation-sentence.ts';

/** A customer or supplier that an item of a list or a row of a table names, with the place of the item. */
export interface ListedParty {
  relation: Relation;
  /** UTF-16 offsets in the text, end exclusive. */
  start: number;
  end: number;
}

/** The names of an item, in its words, with its place in the text. */
interface Item {
  names: string;
  start: number;
  end: number;
}

/**
 * Reads the customers and suppliers that a text names without a verb: items of a list below its lead-in (`Our customers include:`),
 * and cells of a table below a head that says what they are (`Supplier`).
 */
export function readListedParties(text: string, context: RelationContext): ListedParty[] {
  return [...readLists(text, context), ...readNameColumns(text, context.texts)];
}

const PARTY = new RegExp(`${CUSTOMER_NOUN.source}|${SUPPLIER_NOUN.source}`, 'i');
const MARKER = /^\s*(?:[•·●▪◦‣*–—-]|\(?(?:[a-z]|[ivx]{1,5}|\d{1,2})[.)])\s+/;
const LONGEST_LEAD = 400;
/** An item without a bullet is a name and little more. */
const LONGEST_PLAIN_ITEM = 100;
const MOST_ITEMS = 100;

/** An item completes the sentence of its lead-in, so both are read as one sentence. */
function readLists(text: string, context: RelationContext): ListedParty[] {
  const found: ListedParty[] = [];
  let lead: string | null = null;
  let count = 0;
  let from = 0;
  for (const paragraph of paragraphsOf(text)) {
    const start = text.indexOf(paragraph, from);
    from = start + paragraph.length;
    const items = lead === null || count > MOST_ITEMS ? [] : itemsOf(paragraph, start);
    if (lead === null || items.length === 0) {
      lead = leadOf(paragraph);
      count = 0;
      continue;
    }
    count += items.length;
    for (const { names, ...place } of items)
      for (const relation of readRelations(asSentence(`${lead} ${names}.`), context))
        if (relation.name !== null) found.push({ relation: asWritten(relation, names), ...place });
  }
  return found;
}

/** `We sell to the following customers:` → `We sell to the following customers, such as`. Null for other paragraphs. */
function leadOf(paragraph: string): string | null {
  if (!paragraph.trimEnd().endsWith(':')) return null;
  const last = (paragraph.split(/(?<=[.!?])\s+(?=\p{Lu})/u).at(-1) ?? '').replace(/\s+/g, ' ').trim();
  if (last.length > LONGEST_LEAD || !PARTY.test(last)) return null;
  const words = last.replace(/,? (?:as follows|the following(?: \p{L}+)?|listed below)\s*:$|\s*:$/iu, '');
  return /\b(?:includ(?:es?|ed|ing)|are|is|were|was|of|such as|comprises?|to|from|with)$/i.test(words)
    ? words
    : `${words}, such as`;
}

function itemsOf(paragraph: string, at: number): Item[] {
  const lines = paragraph.split('\n');
  let start = at;
  const items: Item[] = [];
  for (const line of lines) {
    const cells = line.split('|');
    let cellStart = start;
    start += line.length + 1;
    for (const cell of cells) {
      const place = cellStart;
      cellStart += cell.length + 1;
      const words = cell.replace(MARKER, '').trim();
      if (!/\p{L}/u.test(words)) continue;
      const isMarked = MARKER.test(cell) || /^\s*[•·●▪◦‣]\s*$/.test(cells[0] ?? '');
      const list = isMarked || words.length <= LONGEST_PLAIN_ITEM ? readNameList(words) : null;
      // Anything but a name ends the list.
      if (list === null || !/^\s*(?:$|[,;:.(–—-]|and$)/.test(words.slice(list.end))) return [];
      const offset = place + cell.indexOf(words);
      items.push({ names: words.slice(0, list.end), start: offset, end: offset + words.length });
    }
  }
  return items;
}

/** The full stop behind the last name of a sentence may be that of `Inc.` */
function asWritten(relation: Relation, names: string): Relation {
  const name = readNameList(names)?.mentions.find(mention => nameKey(mention.name) === nameKey(relation.label))?.name;
  return name === undefined ? relation : { ...relation, name, label: name };
}

function asSentence(words: string): Sentence {
  return { quote: words, text: words, start: 0, end: words.length, leadIn: null, previous: null };
}

/** Nouns that as the head of a column say that its cells are customers or suppliers of the filer. */
const HEAD =
  /^(?:names? of )?(?:the |our )?(?:(?:major|largest|principal|significant|top|key|primary|main|direct|contract) )*(?:(?<customer>customers?|clients?|tenants?|lessees?|distributors?|resellers?|wholesalers?)|(?<supplier>suppliers?|vendors?|(?<=contract )manufacturers?|subcontractors?|foundr(?:y|ies)))(?: names?)?$/i;
const MOST_HEADER_ROWS = 4;
const FOOTNOTES = /\s*\((?:\d|[a-z])\)|[*†‡]+$|(?<=\p{L}\.?)\d$/gu;
const NO_PARTY = /^(?:total|sub-?total|all others?|others?|remaining|balance|none|various|n\/?a)\b/i;

/** Columns of names by their heads: `Supplier`, `Name of tenant`. `texts` also write common words in lower case. */
function readNameColumns(text: string, texts: readonly string[]): ListedParty[] {
  const tables = Map.groupBy(readTableRows(text), row => row.table);
  return [...tables.values()].flatMap(rows => readNameColumn(rows, texts));
}

function readNameColumn(rows: readonly TableRow[], texts: readonly string[]): ListedParty[] {
  for (const [at, { cells }] of rows.slice(0, MOST_HEADER_ROWS).entries()) {
    const column = cells.findIndex(cell => HEAD.test(plain(cell.text)));
    if (column < 0) continue;
    const role = HEAD.exec(plain(cells[column]?.text ?? ''))?.groups?.customer === undefined ? 'supplier' : 'customer';
    const named = rows.slice(at + 1).flatMap(row => readCell(row, column, role, texts));
    // Single words alone may be kinds of customers or of products.
    return named.some(({ relation: { label } }) => label.includes(' ')) ? named : [];
  }
  return [];
}

function plain(text: string): string {
  return text.replace(FOOTNOTES, '').replace(/:$/, '').trim();
}

function readCell(
  { cells }: TableRow,
  column: number,
  role: Relation['role'],
  texts: readonly string[],
): ListedParty[] {
  const cell = cells[column];
  // A row without further cells is a heading.
  if (cell === undefined || (cells.length > 1 && cells.every(other => other === cell || other.text === ''))) return [];
  const words = plain(cell.text);
  if (words === '' || NO_PARTY.test(words)) return [];
  const list = readNameList(words);
  const [mention] = list?.mentions ?? [];
  if (list === null || mention === undefined || list.mentions.length > 1 || list.end < words.length) return [];
  const { name } = mention;
  if (!hasLegalForm(name) && isCommon(name, texts)) return [];
  return [{ relation: { role, name, label: name }, start: cell.start, end: cell.end }];
}
