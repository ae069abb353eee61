import { useLayoutEffect, useMemo, useState } from 'react';

/** Larger tables are virtualised. */
const MAX_ROWS = 60;
const MAX_COLUMNS = 24;

/** Pixels rendered beyond the viewport, so that scrolling does not show gaps. */
const AROUND_PX = 500;
/** Pixels scrolled before the next render. */
const STEP_PX = 200;

/** A rendered row or column, or the space of skipped ones. */
export type Piece = { index: number } | { gapBefore: number; px: number; count: number };

export interface TableWindow {
  rows: readonly Piece[];
  columns: readonly Piece[];
  /** Whether columns are virtualised; then all have the same width. */
  isWide: boolean;
  /** Scrolls to a cell. */
  reveal: (row: number, column: number) => void;
}

export interface TableMeasures {
  rowPx: (index: number) => number;
  columnPx: number;
  /** Size of the sticky head and side column. */
  headPx: number;
  sidePx: number;
}

/**
 * The rows and columns of a large table to render. Those in `kept`, such as the focused cell's, are always rendered. A
 * library for this is as large as the whole financials page.
 */
export function useTableWindow(
  scroller: HTMLDivElement | null,
  [rowCount, columnCount]: readonly [number, number],
  [keptRow, keptColumn]: readonly [number, number],
  { rowPx, columnPx, headPx, sidePx }: TableMeasures,
): TableWindow {
  const isTall = rowCount > MAX_ROWS;
  const isWide = columnCount > MAX_COLUMNS;
  const view = useView(scroller, isTall || isWide);
  const rowEnds = useMemo(() => endsOf(rowCount, rowPx), [rowCount, rowPx]);
  const columnEnds = useMemo(() => endsOf(columnCount, () => columnPx), [columnCount, columnPx]);
  const rows = useMemo(() => toPieces(rowEnds, isTall ? view.y : null, keptRow), [rowEnds, isTall, view.y, keptRow]);
  const columns = useMemo(
    () => toPieces(columnEnds, isWide ? view.x : null, keptColumn),
    [columnEnds, isWide, view.x, keptColumn],
  );
  return {
    rows,
    columns,
    isWide,
    reveal: (row, column) => {
      const middle = (ends: readonly number[], index: number, px: number, restPx: number) =>
        Math.max(0, ((ends[index - 1] ?? 0) + (ends[index] ?? 0)) / 2 - (px - restPx) / 2);
      if (isTall && row >= 0) scroller?.scrollTo({ top: middle(rowEnds, row, scroller.clientHeight, headPx) });
      if (isWide && column >= 0) scroller?.scrollTo({ left: middle(columnEnds, column, scroller.clientWidth, sidePx) });
    },
  };
}

/** A range in pixels. */
interface Stretch {
  from: number;
  to: number;
}

interface View {
  x: Stretch;
  y: Stretch;
}

const NOWHERE: View = { x: { from: 0, to: 0 }, y: { from: 0, to: 0 } };

/** The range to render: the viewport and a margin, in steps. */
function useView(scroller: HTMLDivElement | null, isWanted: boolean): View {
  const [view, setView] = useState(NOWHERE);
  // Before paint, to prevent a layout shift.
  useLayoutEffect(() => {
    if (scroller === null || !isWanted) return;
    const look = () =>
      setView(before => {
        const x = around(before.x, scroller.scrollLeft, scroller.clientWidth);
        const y = around(before.y, scroller.scrollTop, scroller.clientHeight);
        return x === before.x && y === before.y ? before : { x, y };
      });
    look();
    scroller.addEventListener('scroll', look, { passive: true });
    const resizes = new ResizeObserver(look);
    resizes.observe(scroller);
    return () => {
      scroller.removeEventListener('scroll', look);
      resizes.disconnect();
    };
  }, [scroller, isWanted]);
  return view;
}

function around(before: Stretch, startPx: number, px: number): Stretch {
  const from = Math.max(0, Math.floor((startPx - AROUND_PX) / STEP_PX) * STEP_PX);
  const to = Math.ceil((startPx + px + AROUND_PX) / STEP_PX) * STEP_PX;
  return from === before.from && to === before.to ? before : { from, to };
}

/** The end position of each item. */
function endsOf(count: number, pxOf: (index: number) => number): number[] {
  let end = 0;
  return Array.from({ length: count }, (_, index) => {
    end += pxOf(index);
    return end;
  });
}

/** All items if `shown` is null. */
function toPieces(ends: readonly number[], shown: Stretch | null, kept: number): Piece[] {
  const pieces: Piece[] = [];
  let nextIndex = 0;
  const leaveOut = (to: number) => {
    if (to > nextIndex)
      pieces.push({ gapBefore: to, px: (ends[to - 1] ?? 0) - (ends[nextIndex - 1] ?? 0), count: to - nextIndex });
  };
  for (const [index, end] of ends.entries()) {
    const isShown = shown === null || index === kept || (end >= shown.from && (ends[index - 1] ?? 0) <= shown.to);
    if (!isShown) continue;
    leaveOut(index);
    pieces.push({ index });
    nextIndex = index + 1;
  }
  leaveOut(ends.length);
  return pieces;
}
