import { useEffect, useMemo, useState } from 'react';
import { scrollToCentre } from '../use-chosen-fact.ts';
import { type Found, findWords, indexText, passageFrom, toRange } from './text-index.ts';

export interface Find {
  /** Number of matches. */
  count: number;
  /** Index of the current match, from 0; -1 without any. */
  at: number;
  step: (by: 1 | -1) => void;
}

/** Tolerance in characters between an offset in the plain text and in the document. */
const TOLERANCE = 100;

/** Names of the CSS highlights. */
const FOUND = 'found';
const FOUND_HERE = 'found-here';
const PASSAGE = 'passage';

/** Words to find, and the length of the passage that they begin; 0 if they are all. */
export interface Wanted {
  words: string;
  length: number;
}

/**
 * Highlights the matches of words under `root` and scrolls to one of them: initially the first match from `share` on, the
 * relative start position, and marks the passage that it begins. Does not modify the document.
 */
export function useFind(
  root: HTMLElement | null,
  { words, length }: Wanted,
  content: unknown,
  share: number | null,
): Find {
  const [state, setState] = useState<State>(NOTHING);
  useEffect(() => {
    if (root === null || content === null || words.trim().length < 2) {
      setState(NOTHING);
      return;
    }
    const index = indexText(root);
    const found = findWords(index, words);
    const ranges = found.map(match => toRange(root.ownerDocument, index, match));
    const at = nearest(found, (share ?? 0) * index.text.length);
    const passage = passageFrom(found[at], length, index.text.length);
    setState({ ranges, at, passage: passage && toRange(root.ownerDocument, index, passage) });
  }, [root, words, length, content, share]);
  const here = state.ranges[state.at];
  useEffect(() => mark(PASSAGE, state.passage === undefined ? [] : [state.passage], 0), [state.passage]);
  useEffect(() => mark(FOUND, state.ranges, 1), [state.ranges]);
  useEffect(() => {
    if (here === undefined) return;
    const element = here.startContainer.parentElement;
    if (element) scrollToCentre(element);
    return mark(FOUND_HERE, [here], 2);
  }, [here]);
  return useMemo(
    () => ({
      count: state.ranges.length,
      at: state.at,
      step: by =>
        setState(({ ranges, at, passage }) => ({
          ranges,
          passage,
          at: ranges.length === 0 ? -1 : (at + by + ranges.length) % ranges.length,
        })),
    }),
    [state],
  );
}

interface State {
  ranges: readonly Range[];
  at: number;
  passage: Range | undefined;
}

const NOTHING: State = { ranges: [], at: -1, passage: undefined };

/** Highlights ranges in their own document's window; returns a function that removes the highlights. */
function mark(name: string, ranges: readonly Range[], priority: number): (() => void) | undefined {
  const view = ranges[0]?.startContainer.ownerDocument?.defaultView;
  // Not every browser supports CSS highlights.
  if (!view?.CSS.highlights) return undefined;
  const highlight = new view.Highlight(...ranges);
  highlight.priority = priority;
  view.CSS.highlights.set(name, highlight);
  return () => view.CSS.highlights.delete(name);
}

/** The first match at or after the position, else the last one before. */
function nearest(found: readonly Found[], wanted: number): number {
  const after = found.findIndex(({ start }) => start >= wanted - TOLERANCE);
  return after < 0 ? found.length - 1 : after;
}
