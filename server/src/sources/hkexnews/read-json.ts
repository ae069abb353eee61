import { foldedText, type JsonObject } from '../../formats/json-object.ts';

/** What stands between the brackets of `callback(…)`; the text itself where it is no call. */
export function withoutCallback(text: string): string {
  const [open, close] = [text.indexOf('('), text.lastIndexOf(')')];
  const isCall = open > 0 && close > open && /^\s*[A-Za-z_$][\w$.]*$/.test(text.slice(0, open).trimEnd());
  return isCall ? text.slice(open + 1, close) : text;
}

/** Text with its white space folded; `''` where there is none. */
export function textOf(row: JsonObject, field: string): string {
  return foldedText(row[field]) ?? '';
}
