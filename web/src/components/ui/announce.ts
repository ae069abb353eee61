let region: HTMLElement | null = null;

/** Sets the live region; {@link Shell} renders the only one. */
export function setAnnouncer(element: HTMLElement | null): void {
  region = element;
}

/** Announces a change to screen readers. */
export function announce(text: string): void {
  if (region) region.textContent = text;
}

/** Copies the text and announces it; false if the browser does not allow it. */
export async function copyText(text: string, label: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${label} copied.`);
    return true;
  } catch {
    announce(`${label} could not be copied: the browser does not allow it.`);
    return false;
  }
}
