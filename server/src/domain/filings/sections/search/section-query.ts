import type { SearchConfiguration } from '../model/search-language.ts';
import { anyOf, isOneCharacter, parseTsquery, type QueryNode, quoted, toTsquery, toWord } from './tsquery.ts';

/** What a search asks the index, what it verifies afterwards, and what it ranks by; each as text of a tsquery. */
export interface SectionQuery {
  /** Matches every hit, and where nothing is verified nothing else. */
  candidates: string;
  /** All of it, in the query's language. */
  whole: string;
  /** Its words that are looked for, not those that must be absent, in the query's language. */
  wanted: string[];
  /** Any of them, as the index has them. */
  anyWord: string;
  /**
   * Roughly the share of sections that the candidates are, from the shares that have a word (null = not known): words of
   * one query stand together more often than chance would have it.
   */
  shareOf(shareOfWord: (lexeme: string) => number | null): number | null;
  /** To be found within a passage. */
  phrases: string[];
  /** Single words whose presence {@link isHit} must be told; empty where the candidates have it settled. */
  words: string[];
  /** Whether a candidate is a hit, by which of `phrases` and `words` it has. */
  isHit(phraseIsThere: readonly boolean[], wordIsThere: readonly boolean[]): boolean;
  /** Where the query is read in another language than the index: how the text of candidates is read again. */
  reread: Reread | null;
}

/** How `phrases` and `words` are told from the text itself. */
export interface Reread {
  configuration: SearchConfiguration;
  /** Passages that may have some of them, by the index; null = any may. */
  passages: string | null;
  /** As {@link SectionQuery.anyWord}, in the query's language. */
  anyWord: string;
}

/** The lexemes, or beginnings of such, that the index has of a word; null where it leaves the word out. */
export type IndexedForms = { lexemes: readonly string[]; beginning: string | null } | null;

/**
 * Reads the text form of a tsquery (PostgreSQL manual, 8.11.2) that `websearch_to_tsquery` gave. Null where it asks for
 * nothing that must be present: no words at all, or only such as must be absent.
 */
export function toSectionQuery(tsquery: string): SectionQuery | null {
  if (tsquery.trim() === '') return null;
  const tree = parseTsquery(tsquery);
  if (!asksForPresence(tree)) return null;
  const unsettled = (tree.kind === 'and' ? tree.parts : [tree]).filter(hasPhrase);
  const candidates = candidatesOf(tree) ?? tree;
  return {
    candidates: toTsquery(candidates),
    shareOf: shareOfWord => shareOfNode(candidates, shareOfWord),
    whole: toTsquery(tree),
    wanted: unique(wantedWords(tree)),
    anyWord: anyOf(wantedWords(tree)),
    ...settledBy(unsettled),
    reread: null,
  };
}

/**
 * Reads a tsquery of one language for an index of another: the index gives what may fit by the forms that it has of each
 * word, and all else is told from the text. Null where it asks for nothing that must be present and is indexed.
 */
export function toRereadQuery(
  tsquery: string,
  configuration: SearchConfiguration,
  formsOf: (lexeme: string) => IndexedForms,
): SectionQuery | null {
  if (tsquery.trim() === '') return null;
  const tree = parseTsquery(tsquery);
  const candidates = indexedCandidates(tree, formsOf);
  if (candidates === null) return null;
  const wanted = unique(wantedWords(tree));
  const passages = unique([...phrasesOf(tree), ...wordsOutsidePhrases(tree).map(toWord)]).map(leaf =>
    indexedCandidates(leaf, formsOf),
  );
  return {
    candidates,
    shareOf: () => null,
    whole: toTsquery(tree),
    wanted,
    anyWord: anyOf(wanted.flatMap(lexeme => formsOf(lexeme)?.lexemes.slice(0, 1) ?? [])),
    ...settledBy([tree]),
    reread: {
      configuration,
      passages: passages.includes(null) ? null : passages.map(passage => `(${passage})`).join(' | '),
      anyWord: anyOf(wanted),
    },
  };
}

function shareOfNode(node: QueryNode, shareOfWord: (lexeme: string) => number | null): number | null {
  if (node.kind === 'word') return shareOfWord(node.lexeme);
  if (node.kind === 'not') return without(shareOfNode(node.part, shareOfWord));
  const isAny = node.kind === 'or';
  const [wanted, excluded] = isAny ? [node.parts, []] : partition(node.parts, part => part.kind !== 'not');
  const shares = wanted.map(part => shareOfNode(part, shareOfWord));
  const left = excluded.map(part => shareOfNode(part, shareOfWord));
  const known = [...shares, ...left].every(share => share !== null);
  if (!known) return null;
  const sorted = shares.flatMap(share => share ?? []).toSorted((a, b) => a - b);
  if (isAny)
    return Math.min(
      1,
      sorted.reduce((sum, share) => sum + share, 0),
    );
  const together = sorted.reduce((all, share, place) => all * (place === 0 ? share : share ** TOGETHER), 1);
  return left.reduce<number>((all, share) => all * (share ?? 1), together);
}

function without(share: number | null): number | null {
  return share === null ? null : 1 - share ** TOGETHER;
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter(item => !isFirst(item))];
}

/** 1 where words stood together by chance alone, 0 where always; by what long texts and their topics come to. */
const TOGETHER = 0.35;

/** What must be in the index where the query is to fit; null where nothing must. */
function indexedCandidates(node: QueryNode, formsOf: (lexeme: string) => IndexedForms): string | null {
  switch (node.kind) {
    case 'word':
      return indexedWord(formsOf(node.lexeme));
    case 'not':
      // The index has the word's other forms too, which need not be absent.
      return null;
    case 'or': {
      const parts = node.parts.map(part => indexedCandidates(part, formsOf));
      return parts.includes(null) ? null : parts.map(part => `(${part})`).join(' | ');
    }
    default: {
      const parts = node.parts.flatMap(part => indexedCandidates(part, formsOf) ?? []);
      return parts.length === 0 ? null : parts.map(part => `(${part})`).join(' & ');
    }
  }
}

function indexedWord(forms: IndexedForms): string | null {
  if (forms === null) return null;
  const beginning = forms.beginning === null ? [] : [`${quoted(forms.beginning)}:*`];
  return [...forms.lexemes.map(quoted), ...beginning].join(' | ');
}

/** The words of a query's text form, those that must be absent too. */
export function lexemesOf(tsquery: string): string[] {
  if (tsquery.trim() === '') return [];
  const tree = parseTsquery(tsquery);
  return unique([...wordsOutsidePhrases(tree), ...phrasesOf(tree).flatMap(wordsOf)]);
}

function wordsOf(node: QueryNode): string[] {
  if (node.kind === 'word') return [node.lexeme];
  return node.kind === 'not' ? wordsOf(node.part) : node.parts.flatMap(wordsOf);
}

function settledBy(unsettled: readonly QueryNode[]): Pick<SectionQuery, 'phrases' | 'words' | 'isHit'> {
  const phrases = unique(unsettled.flatMap(phrasesOf).map(toTsquery));
  const words = unique(unsettled.flatMap(wordsOutsidePhrases));
  return {
    phrases,
    words: words.map(quoted),
    isHit: (phraseIsThere, wordIsThere) => {
      const isThere = (node: QueryNode): boolean =>
        node.kind === 'phrase'
          ? (phraseIsThere[phrases.indexOf(toTsquery(node))] ?? false)
          : node.kind === 'word' && (wordIsThere[words.indexOf(node.lexeme)] ?? false);
      return unsettled.every(node => evaluate(node, isThere));
    },
  };
}

function evaluate(node: QueryNode, isThere: (leaf: QueryNode) => boolean): boolean {
  switch (node.kind) {
    case 'and':
      return node.parts.every(part => evaluate(part, isThere));
    case 'or':
      return node.parts.some(part => evaluate(part, isThere));
    case 'not':
      return !evaluate(node.part, isThere);
    default:
      return isThere(node);
  }
}

/** Whether every text that fits must have some word: what the index can start from. */
function asksForPresence(node: QueryNode): boolean {
  switch (node.kind) {
    case 'and':
      return node.parts.some(asksForPresence);
    case 'or':
      return node.parts.every(asksForPresence);
    case 'not':
      return false;
    default:
      return true;
  }
}

function hasPhrase(node: QueryNode): boolean {
  if (node.kind === 'word') return false;
  if (node.kind === 'phrase') return true;
  return node.kind === 'not' ? hasPhrase(node.part) : node.parts.some(hasPhrase);
}

/** The query without the order of words; null where nothing is left (a phrase that must be absent excludes no word). */
function candidatesOf(node: QueryNode): QueryNode | null {
  switch (node.kind) {
    case 'word':
      return node;
    case 'phrase': {
      const words = unique(wantedWords(node));
      const pairs = words.filter(word => !isOneCharacter(word));
      return { kind: 'and', parts: (pairs.length > 0 ? pairs : words).map(toWord) };
    }
    case 'not':
      return hasPhrase(node.part) ? null : node;
    default: {
      const parts = node.parts.flatMap(part => candidatesOf(part) ?? []);
      return parts.length === 0 ? null : { kind: node.kind, parts };
    }
  }
}

function phrasesOf(node: QueryNode): QueryNode[] {
  if (node.kind === 'word') return [];
  if (node.kind === 'phrase') return [node];
  return node.kind === 'not' ? phrasesOf(node.part) : node.parts.flatMap(phrasesOf);
}

function wordsOutsidePhrases(node: QueryNode): string[] {
  if (node.kind === 'word') return [node.lexeme];
  if (node.kind === 'phrase') return [];
  return node.kind === 'not' ? wordsOutsidePhrases(node.part) : node.parts.flatMap(wordsOutsidePhrases);
}

function wantedWords(node: QueryNode): string[] {
  if (node.kind === 'not') return [];
  return node.kind === 'word' ? [node.lexeme] : node.parts.flatMap(wantedWords);
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
