import { useLayoutEffect, useMemo, useRef } from 'react';
import { formatCredits } from '../../../api/prices.ts';
import { PART_CREDITS } from '../sections.ts';
import { PaperFrame } from './paper-frame.tsx';
import { safeBlocks } from './safe-blocks.ts';

/** Number of blocks that are laid out together when near the viewport. */
const CHUNK = 40;

interface DocumentViewProps {
  /** HTML of the loaded parts by number, from 1. */
  parts: ReadonlyMap<number, string>;
  /** Number of parts of the section. */
  total: number;
  title: string;
  isMarked: boolean;
  /** Called with the root element of the rendered document. */
  onShown: (paper: HTMLElement | null) => void;
  onFact: (elementId: string) => void;
  onLoad: (parts: readonly number[]) => void;
}

/**
 * A section as filed, in its own frame, on white in both colour schemes. Facts are clickable; N and P go through them by
 * keyboard.
 */
export function DocumentView({ parts, total, title, isMarked, onShown, onFact, onLoad }: DocumentViewProps) {
  const runs = useMemo(() => runsOf(parts), [parts]);
  return (
    <PaperFrame title={`${title}, as filed`}>
      <article ref={onShown} className={isMarked ? 'marked' : ''} aria-label={title}>
        {runs.map((run, index) => (
          <div key={run.from}>
            <Gap from={(runs[index - 1]?.to ?? 0) + 1} to={run.from - 1} onLoad={onLoad} />
            <Blocks html={run.html} onFact={onFact} />
          </div>
        ))}
        <Gap from={(runs.at(-1)?.to ?? 0) + 1} to={total} onLoad={onLoad} />
      </article>
    </PaperFrame>
  );
}

/** A button for the parts not loaded yet, since they cost credits. */
function Gap({ from, to, onLoad }: { from: number; to: number; onLoad: (parts: readonly number[]) => void }) {
  if (from > to) return null;
  const missing = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const isOne = missing.length === 1;
  return (
    <div className="gap">
      <p>
        {isOne ? 'One part of this section is not loaded.' : `${missing.length} parts of this section are not loaded.`}
      </p>
      {!isOne && (
        <button type="button" onClick={() => onLoad(missing.slice(0, 1))}>
          Load the next · {partsCost(1)}
        </button>
      )}
      <button type="button" onClick={() => onLoad(missing)}>
        {isOne ? 'Load it' : 'Load all'} · {partsCost(missing.length)}
      </button>
    </div>
  );
}

function partsCost(parts: number): string {
  return formatCredits(parts * PART_CREDITS);
}

function Blocks({ html, onFact }: { html: string; onFact: (elementId: string) => void }) {
  const holder = useRef<HTMLDivElement>(null);
  const act = useRef(onFact);
  act.current = onFact;
  useLayoutEffect(() => {
    const element = holder.current;
    element?.replaceChildren(...toChunks(html, element.ownerDocument));
  }, [html]);
  useLayoutEffect(() => {
    const element = holder.current;
    const onClick = ({ target }: MouseEvent) => {
      const fact = isElement(target) ? target.closest<HTMLElement>('[data-fact]') : null;
      if (fact?.dataset.fact !== undefined) act.current(fact.dataset.fact);
    };
    element?.addEventListener('click', onClick);
    return () => element?.removeEventListener('click', onClick);
  }, []);
  return <div ref={holder} />;
}

/** For elements of any document: those in a frame are not `instanceof` the page's classes. */
function isElement(target: EventTarget | null): target is Element {
  return target !== null && 'closest' in target;
}

/** Groups blocks, so that `content-visibility` defers layout of those far from the viewport. */
function toChunks(html: string, document: Document): HTMLElement[] {
  const blocks = safeBlocks(html, document);
  const chunks: HTMLElement[] = [];
  while (blocks.firstChild) {
    const chunk = document.createElement('div');
    chunk.className = 'chunk';
    for (let count = 0; count < CHUNK && blocks.firstChild; count++) chunk.appendChild(blocks.firstChild);
    chunks.push(chunk);
  }
  return chunks;
}

/** Joins consecutive parts, since the service splits anywhere between elements. */
interface Run {
  from: number;
  to: number;
  html: string;
}

function runsOf(parts: ReadonlyMap<number, string>): Run[] {
  const runs: Run[] = [];
  for (const [part, html] of [...parts].sort(([a], [b]) => a - b)) {
    const last = runs.at(-1);
    if (last?.to === part - 1) {
      last.to = part;
      last.html += html;
    } else runs.push({ from: part, to: part, html: isInsideTable(html) ? `<table>${html}` : html });
  }
  return runs;
}

/** Whether a run starts inside a table. */
function isInsideTable(html: string): boolean {
  return /^\s*<(?:tr|td|th|\/td|\/th|\/tr)\b/.test(html);
}
