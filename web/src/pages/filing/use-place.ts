import { useEffect, useRef } from 'react';
import type { Fact } from './facts.ts';
import { partAt, type Section, shareOf } from './sections.ts';
import type { SectionParts } from './use-section-parts.ts';

/** Parts that are read at most to find one place: where it lies is known but roughly before they are here. */
const MOST_TRIES = 4;

/**
 * Brings the chosen fact into view, and marks it; where its part is not here it is read: the one in which it should be,
 * then on towards it, judged by the facts that the part marks.
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
      bringIntoView(chosen[0]);
      return;
    }
    const fact = facts?.find(one => one.element_id === elementId && one.document === section.document);
    if (fact === undefined || total === null || isLoading || parts.size >= total) return;
    if (tries.current.of !== elementId) tries.current = { of: elementId, count: 0 };
    if (tries.current.count++ >= MOST_TRIES) return;
    const next = partTowards(fact, section, total, parts);
    if (next !== null) load([next]);
  }, [root, parts, total, isLoading, load, section, elementId, facts]);
}

function partTowards(fact: Fact, section: Section, total: number, parts: SectionParts['parts']): number | null {
  const likely = partAt(shareOf(section, fact), total);
  const missing = Array.from({ length: total }, (_, index) => index + 1).filter(part => !parts.has(part));
  return missing.sort((a, b) => Math.abs(a - likely) - Math.abs(b - likely))[0] ?? null;
}

/** Frames in which what stands above may still find its true height. */
const SETTLING_FRAMES = 3;

/** Into the middle of the view, and again while what comes near it is laid out for the first time. */
export function bringIntoView(element: Element, frames = SETTLING_FRAMES): void {
  element.scrollIntoView({ block: 'center' });
  if (frames > 0) requestAnimationFrame(() => bringIntoView(element, frames - 1));
}
