let region: HTMLElement | null = null;

/** Where announcements are spoken from; {@link Shell} has the one place. */
export function setAnnouncer(element: HTMLElement | null): void {
  region = element;
}

/** Says something to those who do not see the page change. */
export function announce(text: string): void {
  if (region) region.textContent = text;
}

/** Copies, and says so; false where the browser does not allow it. */
export async function copyText(text: string, what: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    announce(`${what} copied.`);
    return true;
  } catch {
    announce(`${what} could not be copied: the browser does not allow it.`);
    return false;
  }
}
