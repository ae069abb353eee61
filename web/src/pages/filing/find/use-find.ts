import { useEffect, useMemo, useState } from 'react';
import { bringIntoView } from '../use-place.ts';
import { type Found, findWords, indexText, toRange } from './text-index.ts';

export interface Find {
  /** How many places there are. */
  count: number;
  /** The one that is in view, from 0; -1 without any. */
  at: number;
  step: (by: 1 | -1) => void;
}

/** Characters by which a place in the plain text may differ from the same in the document. */
const TOLERANCE = 100;

/** What highlights of the page are called in the style of the document. */
const FOUND = 'found';
const FOUND_HERE = 'found-here';

/**
 * Marks the places of some words in what stands under `root`, and brings one of them into view: at first the one from
 * `share` on, how far into the text the reader is to begin. The document itself is left as it is.
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
    const ranges = found.map(one => toRange(root.ownerDocument, index, one));
    setState({ ranges, at: nearest(found, (share ?? 0) * index.text.length) });
  }, [root, words, content, share]);
  const here = state.ranges[state.at];
  useEffect(() => mark(FOUND, state.ranges, 0), [state.ranges]);
  useEffect(() => {
    if (here === undefined) return;
    const element = here.startContainer.parentElement;
    if (element) bringIntoView(element);
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

/** Marks places of the document that they are in, whose own window keeps its marks; returns what takes them away. */
function mark(name: string, ranges: readonly Range[], priority: number): (() => void) | undefined {
  const view = ranges[0]?.startContainer.ownerDocument?.defaultView;
  // Not every browser has marks.
  if (!view?.CSS.highlights) return undefined;
  const highlight = new view.Highlight(...ranges);
  highlight.priority = priority;
  view.CSS.highlights.set(name, highlight);
  return () => view.CSS.highlights.delete(name);
}

/** The first place from there on, or the last before. */
function nearest(found: readonly Found[], wanted: number): number {
  const after = found.findIndex(({ start }) => start >= wanted - TOLERANCE);
  return after < 0 ? found.length - 1 : after;
}
