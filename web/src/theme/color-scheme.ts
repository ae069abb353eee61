import { useSyncExternalStore } from 'react';

/** The app's colours: the system's, or the user's choice for this browser. */
export type ColorScheme = 'auto' | 'light' | 'dark';

const STORED_AS = 'asfiled.color-scheme';

let chosen: ColorScheme = 'auto';
const listeners = new Set<() => void>();

/** Applies the stored choice before the first paint. */
export function applyColorScheme(): void {
  show(read());
}

export function useColorScheme(): ColorScheme {
  return useSyncExternalStore(listen, () => chosen);
}

/** Applies and stores the choice; other tabs follow. */
export function chooseColorScheme(scheme: ColorScheme): void {
  show(scheme);
  try {
    if (scheme === 'auto') localStorage.removeItem(STORED_AS);
    else localStorage.setItem(STORED_AS, scheme);
  } catch {
    // Storage is unavailable: the choice lasts until the page is closed.
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
