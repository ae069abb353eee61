import { useEffect, useMemo, useState } from 'react';
import { scrollToCentre } from '../use-chosen-fact.ts';
import { type Found, findWords, indexText, toRange } from './text-index.ts';

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

/**
 * Highlights the matches of words under `root` and scrolls to one of them: initially the first match from `share` on, the
 * relative start position. Does not modify the document.
 */
export function useFind(root: HTMLElement | null, words: string, content: unknown, share: number | null): Find {
  const [state, setState] = useState<{ ranges: readonly Range[]; at: number }>({ ranges: [], at: -1 });
  useEffect(() => {
    if (root === null || content === null || words.trim().length < 2) {
      setState({ ranges: [], at: -1 });
      return;
    }
    const index = indexText(root);
    const found = findWords(index, words);
    const ranges = found.map(match => toRange(root.ownerDocument, index, match));
    setState({ ranges, at: nearest(found, (share ?? 0) * index.text.length) });
  }, [root, words, content, share]);
  const here = state.ranges[state.at];
  useEffect(() => mark(FOUND, state.ranges, 0), [state.ranges]);
  useEffect(() => {
    if (here === undefined) return;
    const element = here.startContainer.parentElement;
    if (element) scrollToCentre(element);
    return mark(FOUND_HERE, [here], 1);
  }, [here]);
  return useMemo(
    () => ({
      count: state.ranges.length,
      at: state.at,
      step: by =>
        setState(({ ranges, at }) => ({
          ranges,
          at: ranges.length === 0 ? -1 : (at + by + ranges.length) % ranges.length,
        })),
    }),
    [state],
  );
}

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
