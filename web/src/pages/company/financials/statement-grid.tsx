import { exactText } from '@asfiled/client';
import { useNavigate } from '@tanstack/react-router';
import {
  type FocusEvent,
  type KeyboardEvent,
  lazy,
  type PointerEvent,
  type RefObject,
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { copyText } from '../../../components/ui/announce.ts';
import { cellOf, focusGridCell } from '../../../keyboard/grid-keys.ts';
import { periodKey, type Vintage } from '../figures.ts';
import type { Source } from './source-popover.tsx';
import type { Statement, StatementCode } from './statement.ts';
import css from './statement-table.module.css';
import { StatementTable } from './statement-table.tsx';
import { targetCell } from './target-cell.ts';

interface StatementGridProps {
  statement: Statement;
  currency: string | null;
  company: string;
  vintage: Vintage;
  folded: readonly StatementCode[];
  onFold: (statement: StatementCode) => void;
  /** Key of the figure whose source is pinned, from the URL. */
  pinned: string | null;
  onPin: (cell: string | null) => void;
}

// Loaded with the first hovered figure.
const loadPopover = () => import('./source-popover.tsx');
const SourcePopover = lazy(loadPopover);

const PREVIEW_AFTER_MS = 300;

/** The statement table with source popovers: hover or focus previews a source, click or Enter pins it, Enter again opens the filing. */
export function StatementGrid({
  statement,
  currency,
  company,
  vintage,
  folded,
  onFold,
  pinned,
  onPin,
}: StatementGridProps) {
  const frame = useRef<HTMLElement>(null);
  const navigate = useNavigate();
  const [preview, setPreview] = usePreview();
  const shown = pinned ?? preview;
  const source = shown === null ? null : sourceOf(statement, shown);

  // Known after mounting; the rendered part of the table depends on its size.
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const reveal = useRef<((cell: string) => void) | null>(null);
  const goTo = useCellsFarAway(frame, reveal, source === null ? null : pinned);
  const open = source === null ? null : shown;
  const latestOpen = useRef(open);
  latestOpen.current = open;
  useEffect(() => markCells(frame.current, open));
  const markDrawn = useCallback(() => markCells(frame.current, latestOpen.current), []);
  const latestFold = useRef(onFold);
  latestFold.current = onFold;
  const foldStably = useCallback((group: StatementCode) => latestFold.current(group), []);

  const close = () => {
    const cell = pinned && findCell(frame.current, pinned);
    setPreview(null);
    onPin(null);
    if (cell) cell.focus();
  };
  const pin = (key: string) => {
    setPreview(null);
    onPin(key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && shown !== null) {
      event.preventDefault();
      return close();
    }
    const cell = cellOf(event.target);
    const key = cell?.dataset.cell;
    if (!cell || key === undefined) return;
    const of = sourceOf(statement, key);
    if (event.key === 'Enter') {
      if (pinned !== key) pin(key);
      else if (of)
        navigate({
          to: '/f/$filingId',
          params: { filingId: of.value.filing_id },
          search: { fact: of.value.element_id },
        });
    } else if (event.key === 'Tab' && !event.shiftKey && pinned === key) {
      frame.current?.querySelector<HTMLElement>('[data-source] button')?.focus();
    } else if (event.key === 'c' && of && !event.ctrlKey && !event.metaKey) {
      copyText(exactText(of.value, 'value') ?? '', 'The figure');
    } else if ((event.key === '+' || event.key === '-') && of) {
      if (folded.includes(of.item.statement_type) === (event.key === '+')) onFold(of.item.statement_type);
    } else {
      const beside = targetCell(statement, folded, key, event);
      if (beside === undefined) return;
      if (beside !== null) {
        setPreview(null);
        goTo(beside);
      }
    }
    event.preventDefault();
  };
  const point = (event: PointerEvent | FocusEvent) => {
    if (pinned === null && 'pointerType' in event && event.pointerType === 'touch') return;
    const key = cellOf(event.target)?.dataset.cell;
    if (key !== undefined) setPreview(key, PREVIEW_AFTER_MS);
    else if (!(event.target instanceof Element && event.target.closest('[data-source]')))
      setPreview(null, PREVIEW_AFTER_MS);
  };

  return (
    <section
      ref={frame}
      className={css.frame}
      aria-label={`Financial statements, ${company}`}
      onKeyDown={onKeyDown}
      onPointerEnter={loadPopover}
      onPointerOver={point}
      onPointerLeave={() => setPreview(null, PREVIEW_AFTER_MS)}
      onFocus={point}
      onClick={event => {
        const key = cellOf(event.target)?.dataset.cell;
        if (key !== undefined) pin(key);
      }}
    >
      <div className={css.scroll} ref={setScroller}>
        <StatementTable
          statement={statement}
          currency={currency}
          company={company}
          folded={folded}
          onFold={foldStably}
          scroller={scroller}
          reveal={reveal}
          onDrawn={markDrawn}
        />
      </div>
      {source && shown !== null && (
        <Suspense>
          <SourcePopover
            source={source}
            cellKey={shown}
            scale={statement.scale}
            vintage={vintage}
            isPinned={pinned !== null}
            onClose={close}
            onOpenCode={code => pin(`${code}.${periodKey(source.period)}`)}
          />
        </Suspense>
      )}
    </section>
  );
}

/** Animation frames within which a distant cell is rendered. */
const DRAWING_FRAMES = 20;

/**
 * Returns a function that focuses a cell even if it is not rendered yet, and keeps the cell of the pinned source
 * rendered.
 */
function useCellsFarAway(
  frame: RefObject<HTMLElement | null>,
  reveal: RefObject<((cell: string) => void) | null>,
  pinned: string | null,
): (cell: string) => void {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    if (pinned === null || findCell(frame.current, pinned)) return;
    reveal.current?.(pinned);
    whenDrawn(frame, pinned, drawAgain);
  }, [frame, reveal, pinned]);
  return key => {
    const cell = findCell(frame.current, key);
    if (cell) return focusGridCell(cell);
    reveal.current?.(key);
    whenDrawn(frame, key, focusGridCell);
  };
}

function whenDrawn(
  frame: RefObject<HTMLElement | null>,
  key: string,
  act: (cell: HTMLElement) => void,
  frames = DRAWING_FRAMES,
): void {
  const cell = findCell(frame.current, key);
  if (cell) act(cell);
  else if (frames > 0) requestAnimationFrame(() => whenDrawn(frame, key, act, frames - 1));
}

function findCell(frame: HTMLElement | null, key: string): HTMLElement | null {
  return frame?.querySelector<HTMLElement>(`td[data-cell="${CSS.escape(key)}"]`) ?? null;
}

/** Marks the cell of the shown source as the Tab stop, or else the first cell. */
function markCells(frame: HTMLElement | null, shown: string | null): void {
  if (!frame) return;
  for (const open of frame.querySelectorAll('td[data-open]')) delete (open as HTMLElement).dataset.open;
  const cell = shown === null ? null : findCell(frame, shown);
  if (cell) cell.dataset.open = '';
  if (frame.querySelector('td[data-cell][tabindex="0"]')) return;
  const entry = cell ?? frame.querySelector<HTMLElement>('td[data-cell]');
  if (entry) entry.tabIndex = 0;
}

/** A preview that opens and closes with a delay, so that a passing pointer does not trigger it. */
function usePreview(): [string | null, (key: string | null, afterMs?: number) => void] {
  const [preview, setPreview] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = (key: string | null, afterMs = 0) => {
    clearTimeout(timer.current);
    if (afterMs === 0) setPreview(key);
    else timer.current = setTimeout(() => setPreview(key), afterMs);
  };
  return [preview, set];
}

/** The figure of a cell key; null if it is not in the table. */
function sourceOf(statement: Statement, key: string): Source | null {
  const [code, periodName] = key.split('.');
  const line = statement.groups.flatMap(({ lines }) => lines).find(({ item }) => item.code === code);
  const index = statement.columns.findIndex(period => periodKey(period) === periodName);
  const [period, cell] = [statement.columns[index], line?.cells[index]];
  return line && period && cell?.value
    ? { item: line.item, period, value: cell.value, basis: cell.basis, converted: cell.converted }
    : null;
}
