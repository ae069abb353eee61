import { readFileSync } from 'node:fs';
import { splitCells, splitLines } from '../../formats/tsv.ts';

/**
 * Names of entity legal forms (ISO 20275) by code and language, from the code list that GLEIF publishes as version 1.4.1
 * (2023); `-` where the list names no language.
 */
const rows = splitLines(readFileSync(new URL('./legal-forms.tsv', import.meta.url), 'utf8'))
  .slice(1)
  .filter(line => line !== '')
  .map(splitCells);

const byCode = Map.groupBy(rows, ([code]) => code ?? '');

/** The form has a name but no code yet; the country's forms have no codes. */
const UNCODED = new Set(['8888', '9999']);

/**
 * What a legal form is called, in the language of the entity's name where it is called something there; null for codes
 * that say nothing, and for such as the list does not have.
 */
export function legalFormName(code: string, language: string | null): string | null {
  const names = byCode.get(code) ?? [];
  const own = names.find(([, of]) => of === language?.slice(0, 2));
  return (own ?? names[0])?.[2] ?? null;
}

/** True where the list has the code, or it is one of those that say nothing. */
export function isLegalFormCode(code: string): boolean {
  return UNCODED.has(code) || byCode.has(code);
}
