import { compareText } from '../../../kernel/compare-text.ts';
/**
 * The address of the response to a form: the URL of the request, `@@`, and the fields sorted by name. Equal forms have equal
 * addresses. An address is a valid URL.
 */
export function formAddress(url: string, fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).sort(([a], [b]) => compareText(a, b));
  return `${url}@@${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

/** The URL and fields of a form; null for an address that is not that of a form. */
export function readFormAddress(address: string): { url: string; fields: Record<string, string> } | null {
  const at = address.indexOf('@@');
  if (at < 0) return null;
  return { url: address.slice(0, at), fields: Object.fromEntries(new URLSearchParams(address.slice(at + 2))) };
}
