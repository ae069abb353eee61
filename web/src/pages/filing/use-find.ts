import { type RefObject, useEffect, useMemo, useState } from 'react';
import { type Found, findWords, indexText, toRange } from './text-index.ts';
import { bringIntoView } from './use-place.ts';

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
export function useFind(
  root: RefObject<HTMLElement | null>,
  words: string,
  content: unknown,
  share: number | null,
): Find {
  const [state, setState] = useState<{ ranges: readonly Range[]; at: number }>({ ranges: [], at: -1 });
  useEffect(() => {
    const element = root.current;
    if (element === null || content === null || words.trim().length < 2) {
      setState({ ranges: [], at: -1 });
      return;
    }
    const index = indexText(element);
    const found = findWords(index, words);
    setState({ ranges: found.map(one => toRange(index, one)), at: nearest(found, (share ?? 0) * index.text.length) });
  }, [root, words, content, share]);
  const here = state.ranges[state.at];
  useEffect(() => {
    const highlights = CSS.highlights;
    if (state.ranges.length === 0) return;
    highlights?.set(FOUND, new Highlight(...state.ranges));
    return () => {
      highlights?.delete(FOUND);
    };
  }, [state.ranges]);
  useEffect(() => {
    if (here === undefined) return;
    const mark = new Highlight(here);
    mark.priority = 1;
    CSS.highlights?.set(FOUND_HERE, mark);
    const node = here.startContainer;
    const element = node instanceof Element ? node : node.parentElement;
    if (element) bringIntoView(element);
    return () => {
      CSS.highlights?.delete(FOUND_HERE);
    };
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

/** The first place from there on, or the last before. */
function nearest(found: readonly Found[], wanted: number): number {
  const after = found.findIndex(({ start }) => start >= wanted - TOLERANCE);
  return after < 0 ? found.length - 1 : after;
}
