import Bowser from 'bowser';

/** `Firefox on Windows`, from what a browser says of itself; null where that says nothing known. */
export function describeBrowser(userAgent: string): string | null {
  if (userAgent === '') return null;
  const { browser, os } = Bowser.parse(userAgent);
  const parts = [browser.name, os.name].filter(part => part !== undefined && part !== '');
  return parts.length === 0 ? null : parts.join(' on ');
}
