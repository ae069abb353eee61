import type { SearchConfiguration } from '../model/search-language.ts';
import { anyOf, isOneCharacter, parseTsquery, type QueryNode, quoted, toTsquery, toWord } from './tsquery.ts';

/**
 * A search as tsquery texts: what the index is searched for, what is verified afterwards, and what results are ranked
 * by.
 */
export interface SectionQuery {
  /** Matches every hit, and only hits if nothing has to be verified. */
  candidates: string;
  /** The whole query, in its language. */
  whole: string;
  /** Words to find (without excluded ones), in the query's language. */
  wanted: string[];
  /** Any of these words, as the index has them. */
  anyWord: string;
  /**
   * Estimates the share of sections that are candidates from the shares of sections that contain a word (null =
   * unknown). Words of one query occur together more often than by chance.
   */
  shareOf(shareOfWord: (lexeme: string) => number | null): number | null;
  /** Phrases to find within a passage. */
  phrases: string[];
  /** Single words that {@link isHit} needs; empty if the candidates decide. */
  words: string[];
  /** Whether a candidate is a hit, by the `phrases` and `words` that it contains. */
  isHit(phrasesFound: readonly boolean[], wordsFound: readonly boolean[]): boolean;
  /** How the text of candidates is read again if the query's language differs from the index's; null otherwise. */
  reread: Reread | null;
}

/** How `phrases` and `words` are found in the text itself. */
export interface Reread {
  configuration: SearchConfiguration;
  /** Passages that may contain some of them, by the index; null = any may. */
  passages: string | null;
  /** Like {@link SectionQuery.anyWord}, in the query's language. */
  anyWord: string;
}

/** The lexemes, or prefixes, that the index has for a word; null if it omits the word. */
export type IndexedForms = { lexemes: readonly string[]; beginning: string | null } | null;

/**
 * Reads the text form of a tsquery (PostgreSQL manual, 8.11.2) of `websearch_to_tsquery`. Null if it requires no word:
 * it is empty or has exclusions only.
 */
export function toSectionQuery(tsquery: string): SectionQuery | null {
  if (tsquery.trim() === '') return null;
  const tree = parseTsquery(tsquery);
  if (!requiresWord(tree)) return null;
  const unverified = (tree.kind === 'and' ? tree.parts : [tree]).filter(hasPhrase);
  const candidates = candidatesOf(tree) ?? tree;
  return {
    candidates: toTsquery(candidates),
    shareOf: shareOfWord => shareOfNode(candidates, shareOfWord),
    whole: toTsquery(tree),
    wanted: unique(includedWords(tree)),
    anyWord: anyOf(includedWords(tree)),
    ...verification(unverified),
    reread: null,
  };
}

/**
 * Reads a tsquery of one language for an index of another: the index returns candidates by its forms of each word, and
 * the text decides. Null if no word is both required and indexed.
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
  const wanted = unique(includedWords(tree));
  const passages = unique([...phrasesOf(tree), ...wordsOutsidePhrases(tree).map(toWord)]).map(leaf =>
    indexedCandidates(leaf, formsOf),
  );
  return {
    candidates,
    shareOf: () => null,
    whole: toTsquery(tree),
    wanted,
    anyWord: anyOf(wanted.flatMap(lexeme => formsOf(lexeme)?.lexemes.slice(0, 1) ?? [])),
    ...verification([tree]),
    reread: {
      configuration,
      passages: passages.includes(null) ? null : passages.map(passage => `(${passage})`).join(' | '),
      anyWord: anyOf(wanted),
    },
  };
}

function shareOfNode(node: QueryNode, shareOfWord: (lexeme: string) => number | null): number | null {
  if (node.kind === 'word') return shareOfWord(node.lexeme);
  if (node.kind === 'not') return shareWithout(shareOfNode(node.part, shareOfWord));
  const isAny = node.kind === 'or';
  const [wanted, excluded] = isAny ? [node.parts, []] : partition(node.parts, part => part.kind !== 'not');
  const shares = wanted.map(part => shareOfNode(part, shareOfWord));
  const excludedShares = excluded.map(part => shareOfNode(part, shareOfWord));
  const known = [...shares, ...excludedShares].every(share => share !== null);
  if (!known) return null;
  const sorted = shares.flatMap(share => share ?? []).toSorted((a, b) => a - b);
  if (isAny)
    return Math.min(
      1,
      sorted.reduce((sum, share) => sum + share, 0),
    );
  const together = sorted.reduce((all, share, place) => all * (place === 0 ? share : share ** INDEPENDENCE), 1);
  return excludedShares.reduce<number>((all, share) => all * (share ?? 1), together);
}

function shareWithout(share: number | null): number | null {
  return share === null ? null : 1 - share ** INDEPENDENCE;
}

function partition<T>(items: readonly T[], isFirst: (item: T) => boolean): [T[], T[]] {
  return [items.filter(isFirst), items.filter(item => !isFirst(item))];
}

/** 1 if words occurred together by chance only, 0 if always; measured on long texts and their topics. */
const INDEPENDENCE = 0.35;

/** What the index must contain for the query to match; null if nothing. */
function indexedCandidates(node: QueryNode, formsOf: (lexeme: string) => IndexedForms): string | null {
  switch (node.kind) {
    case 'word':
      return indexedWord(formsOf(node.lexeme));
    case 'not':
      // The index also has other forms of the word, which need not be absent.
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
  const prefix = forms.beginning === null ? [] : [`${quoted(forms.beginning)}:*`];
  return [...forms.lexemes.map(quoted), ...prefix].join(' | ');
}

/** The words of a query, including excluded ones. */
export function lexemesOf(tsquery: string): string[] {
  if (tsquery.trim() === '') return [];
  const tree = parseTsquery(tsquery);
  return unique([...wordsOutsidePhrases(tree), ...phrasesOf(tree).flatMap(wordsOf)]);
}

function wordsOf(node: QueryNode): string[] {
  if (node.kind === 'word') return [node.lexeme];
  return node.kind === 'not' ? wordsOf(node.part) : node.parts.flatMap(wordsOf);
}

function verification(unverified: readonly QueryNode[]): Pick<SectionQuery, 'phrases' | 'words' | 'isHit'> {
  const phrases = unique(unverified.flatMap(phrasesOf).map(toTsquery));
  const words = unique(unverified.flatMap(wordsOutsidePhrases));
  return {
    phrases,
    words: words.map(quoted),
    isHit: (phrasesFound, wordsFound) => {
      const isFound = (node: QueryNode): boolean =>
        node.kind === 'phrase'
          ? (phrasesFound[phrases.indexOf(toTsquery(node))] ?? false)
          : node.kind === 'word' && (wordsFound[words.indexOf(node.lexeme)] ?? false);
      return unverified.every(node => evaluate(node, isFound));
    },
  };
}

function evaluate(node: QueryNode, isFound: (leaf: QueryNode) => boolean): boolean {
  switch (node.kind) {
    case 'and':
      return node.parts.every(part => evaluate(part, isFound));
    case 'or':
      return node.parts.some(part => evaluate(part, isFound));
    case 'not':
      return !evaluate(node.part, isFound);
    default:
      return isFound(node);
  }
}

/** Whether every matching text must contain some word, which an index scan can start from. */
function requiresWord(node: QueryNode): boolean {
  switch (node.kind) {
    case 'and':
      return node.parts.some(requiresWord);
    case 'or':
      return node.parts.every(requiresWord);
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

/** The query without word order; null if nothing remains (an excluded phrase excludes no word). */
function candidatesOf(node: QueryNode): QueryNode | null {
  switch (node.kind) {
    case 'word':
      return node;
    case 'phrase': {
      const words = unique(includedWords(node));
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

function includedWords(node: QueryNode): string[] {
  if (node.kind === 'not') return [];
  return node.kind === 'word' ? [node.lexeme] : node.parts.flatMap(includedWords);
}

function unique<T>(items: readonly T[]): T[] {
  return [...new Set(items)];
}
