import { compareText } from '../../../kernel/compare-text.ts';
/**
 * The address of the answer to a form: that of the request, `@@`, and the form's fields sorted by name. One form has one
 * address, which is a URL still.
 */
export function formAddress(url: string, fields: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(fields).sort(([a], [b]) => compareText(a, b));
  return `${url}@@${pairs.map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join('&')}`;
}

/** Where a form was sent to, and its fields; null for an address that is no answer to a form. */
export function readFormAddress(address: string): { url: string; fields: Record<string, string> } | null {
  const at = address.indexOf('@@');
  if (at < 0) return null;
  return { url: address.slice(0, at), fields: Object.fromEntries(new URLSearchParams(address.slice(at + 2))) };
}
