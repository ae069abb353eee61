import { useEffect, useRef } from 'react';
import type { Fact } from './facts.ts';
import { partAt, type Section, shareOf } from './sections.ts';
import type { SectionParts } from './use-section-parts.ts';

/** Maximum number of parts loaded to find one place, whose position is only estimated. */
const MAX_TRIES = 4;

/**
 * Scrolls to the selected fact and marks it. If its part is not loaded, loads the estimated part and then moves towards the
 * fact by comparing the facts of the loaded parts.
 */
export function useChosenFact(
  root: HTMLElement | null,
  { parts, total, isLoading, load }: SectionParts,
  section: Section,
  elementId: string | undefined,
  facts: readonly Fact[] | undefined,
): void {
  const tries = useRef({ of: '', count: 0 });
  useEffect(() => {
    const marks = [...(root?.querySelectorAll<HTMLElement>('[data-fact]') ?? [])];
    const chosen = marks.filter(mark => mark.dataset.fact === elementId);
    for (const mark of marks) mark.toggleAttribute('data-chosen', mark.dataset.fact === elementId);
    if (root === null || elementId === undefined) return;
    if (chosen[0]) {
      scrollToCentre(chosen[0]);
      return;
    }
    const fact = facts?.find(
      candidate => candidate.element_id === elementId && candidate.document === section.document,
    );
    if (fact === undefined || total === null || isLoading || parts.size >= total) return;
    if (tries.current.of !== elementId) tries.current = { of: elementId, count: 0 };
    if (tries.current.count++ >= MAX_TRIES) return;
    const next = partTowards(fact, section, total, parts);
    if (next !== null) load([next]);
  }, [root, parts, total, isLoading, load, section, elementId, facts]);
}

function partTowards(fact: Fact, section: Section, total: number, parts: SectionParts['parts']): number | null {
  const likely = partAt(shareOf(section, fact), total);
  const missing = Array.from({ length: total }, (_, index) => index + 1).filter(part => !parts.has(part));
  return missing.sort((a, b) => Math.abs(a - likely) - Math.abs(b - likely))[0] ?? null;
}

/** Animation frames during which content above may still change its height. */
const SETTLING_FRAMES = 3;

/** Centres an element, repeatedly while content near it is laid out for the first time. */
export function scrollToCentre(element: Element, frames = SETTLING_FRAMES): void {
  element.scrollIntoView({ block: 'center' });
  if (frames > 0) requestAnimationFrame(() => scrollToCentre(element, frames - 1));
}
