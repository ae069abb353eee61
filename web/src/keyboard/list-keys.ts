import type { RefObject } from 'react';
import { useKeys } from './keys.ts';

/** `j` and `k` move between rows and focus the link marked `data-opens`, or else the first link. */
const ROW = '[data-row]';
const OPENS = '[data-opens] :is(a, button)';

/** `j` and `k` go to the next and the previous row of a list; Enter opens the focused link. */
export function useListKeys(list: RefObject<HTMLElement | null>): void {
  const go = (step: 1 | -1) => {
    const rows = [...(list.current?.querySelectorAll<HTMLElement>(ROW) ?? [])];
    const at = rows.findIndex(row => row.contains(document.activeElement));
    const next = rows[at === -1 ? (step === 1 ? 0 : rows.length - 1) : at + step];
    (next?.querySelector<HTMLElement>(OPENS) ?? next?.querySelector<HTMLElement>('a, button'))?.focus();
  };
  useKeys({ j: () => go(1), k: () => go(-1) });
}
