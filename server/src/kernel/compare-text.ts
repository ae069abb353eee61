/** Language-independent order by UTF-16 code units. Equals PostgreSQL's `C` collation for characters of the BMP. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
