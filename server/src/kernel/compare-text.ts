/** An order that does not depend on any language: by UTF-16 code units, as PostgreSQL's `C` has it for what is in the BMP. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
