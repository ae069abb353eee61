import { readTable } from '../kit/read-table.ts';

/**
 * Names of entity legal forms (ISO 20275) by code and language, from the code list 1.4.1 (2023) that GLEIF publishes; `-` if
 * the list states no language.
 */
const byCode = Map.groupBy(readTable(new URL('./legal-forms.tsv', import.meta.url)), ([code]) => code ?? '');

/** The form has no code yet; the country's forms have no codes. */
const UNCODED = new Set(['8888', '9999']);

/** The name of a legal form, in the language of the entity's name if the list has it; null for unknown codes and those without a name. */
export function legalFormName(code: string, language: string | null): string | null {
  const names = byCode.get(code) ?? [];
  const own = names.find(([, of]) => of === language?.slice(0, 2));
  return (own ?? names[0])?.[2] ?? null;
}

/** True if the list has the code, or the code states that there is none. */
export function isLegalFormCode(code: string): boolean {
  return UNCODED.has(code) || byCode.has(code);
}
