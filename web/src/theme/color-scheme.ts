import { useSyncExternalStore } from 'react';

/** Colours of the app: as the system has them, or as somebody chose for this browser. */
export type ColorScheme = 'auto' | 'light' | 'dark';

const STORED_AS = 'asfiled.color-scheme';

let chosen: ColorScheme = 'auto';
const listeners = new Set<() => void>();

/** Shows what was chosen the last time; before the first paint. */
export function applyColorScheme(): void {
  show(read());
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(listen, () => chosen);
}

/** Shows it, here and in other tabs, and keeps it in this browser. */
export function chooseColorScheme(scheme: ColorScheme): void {
  show(scheme);
  try {
    if (scheme === 'auto') localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, scheme);
  } catch {
    // A browser that keeps nothing: chosen until the page is left.
  }
}

window.addEventListener('storage', ({ key }) => {
  if (key === STORED_AS || key === null) show(read());
});

function show(scheme: ColorScheme): void {
  chosen = scheme;
  if (scheme === 'auto') delete document.documentElement.dataset.colorScheme;
  else document.documentElement.dataset.colorScheme = scheme;
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function read(): ColorScheme {
  try {
    const stored = localStorage.getItem(STORED_AS);
    return stored === 'light' || stored === 'dark' ? stored : 'auto';
  } catch {
    return 'auto';
  }
}
