import { isJsonObject } from '../../../formats/json-object.ts';
import type { LocateFact } from '../../kit/source.ts';

/** A row of a concept in a unit: a flat object. */
const ROW = /\{[^{}]*\}/g;

/** The row of a companyfacts file that states a fact: its JSON path and its place in the text. */
export const locateFact: LocateFact = ({ bytes }, { concept, unit, periodStart, periodEnd, value, accession }) => {
  const text = bytes.toString('utf8');
  const colon = concept.indexOf(':');
  const [taxonomy, name] = [concept.slice(0, colon), concept.slice(colon + 1)];
  let from = text.indexOf('"facts"');
  for (const key of [taxonomy, name, 'units', unit]) {
    from = from < 0 ? from : indexOfKey(text, key, from);
  }
  if (from < 0) return null;
  const end = text.indexOf(']', from);
  ROW.lastIndex = from;
  for (let row = 0; ; row++) {
    const match = ROW.exec(text);
    if (match === null || match.index > end) return null;
    const stated = readRow(match[0]);
    if (stated === null || stated.accn !== accession || stated.end !== periodEnd) continue;
    if ((stated.start ?? null) !== periodStart || Number(stated.val) !== Number(value)) continue;
    const start = match.index;
    return { elementId: `facts.${taxonomy}.${name}.units.${unit}[${row}]`, start, end: start + match[0].length };
  }
};

/** The offset after a key of an object; -1 if the object lacks the key. */
function indexOfKey(text: string, key: string, from: number): number {
  const at = text.indexOf(`${JSON.stringify(key)}:`, from);
  return at < 0 ? -1 : at + key.length;
}

function readRow(text: string): Record<string, unknown> | null {
  try {
    const row: unknown = JSON.parse(text);
    return isJsonObject(row) ? row : null;
  } catch {
    return null;
  }
}
