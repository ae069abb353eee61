import Bowser from 'bowser';

/** `Firefox on Windows`, from a User-Agent header; null if it names no known browser. */
export function describeBrowser(userAgent: string | null): string | null {
  if (userAgent === null || userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [browser.name, os.name].filter(part => part !== undefined && part !== '');
  return parts.length === 0 ? null : parts.join(' on ');
}
