import { useEffect, useRef } from 'react';

/** Actions by key: `/`, `?`, or `g h` for a sequence. */
export type KeyMap = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const CHORD_MS = 1_200;
const STORED_AS = 'asfiled.letters';

/** Whether single-letter shortcuts are enabled; users of speech input and similar aids can disable them (WCAG 2.1.4). */
export function hasLetterKeys(): boolean {
  try {
    return localStorage.getItem(STORED_AS) !== 'off';
  } catch {
    return true;
  }
}

export function setLetterKeys(isOn: boolean): void {
  try {
    if (isOn) localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, 'off');
  } catch {
    // Storage is unavailable: the setting lasts until the page is closed.
  }
}

/** Registers shortcuts while the component is mounted. Keys in fields, or with Ctrl, Alt or Meta, are ignored. */
export function useKeys(map: KeyMap): void {
  const current = useRef(map);
  current.current = map;
  useEffect(() => {
    let first = { key: '', atMs: 0 };
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return;
      // Modal dialogs handle Esc themselves.
      if (event.key === 'Escape' && document.querySelector('dialog:modal')) return;
      if (event.key !== 'Escape' && (isTyping(event.target) || !hasLetterKeys())) return;
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

/** A `ref` for scrollable elements: not every browser makes them focusable by default. */
export function makeFocusable(element: HTMLElement | null): void {
  if (element) element.tabIndex = 0;
}
