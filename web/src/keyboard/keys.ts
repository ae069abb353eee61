import { useEffect, useRef } from 'react';

/** What a key does, by the key as typed: `/`, `?`, `g h` for one after the other. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const CHORD_MS = 1_200;
const STORED_AS = 'asfiled.letters';

/** Whether single letters act; who dictates or uses other aids may switch them off. */
export function lettersAct(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== 'off';
  } catch {
    return true;
  }
}

export function setLettersAct(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, 'off');
  } catch {
    // A browser that keeps nothing: as it was at the next visit.
  }
}

/** Listens for keys while the component is on the page. In fields, and together with Ctrl, Alt or Meta, keys are left alone. */
export function useKeys(map: KeyMap): void {
  const current = useRef(map);
  current.current = map;
  useEffect(() => {
    let first = { key: '', atMs: 0 };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      // What is modal closes by itself.
      if (event.key === 'Escape' && document.querySelector('dialog:modal')) return;
      if (event.key !== 'Escape' && (isTyping(event.target) || !lettersAct())) return;
      const isChord = event.timeStamp - first.atMs < CHORD_MS;
      const action = (isChord && current.current[`${first.key} ${event.key}`]) || current.current[event.key];
      first = { key: event.key, atMs: event.timeStamp };
      if (!action) return;
      event.preventDefault();
      action(event);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** A `ref` of an element that scrolls: not every browser lets the keyboard into it by itself. */
export function reachByKeyboard(element: HTMLElement | null): void {
  if (element) element.tabIndex = 0;
}
