/** Rows as comma-separated text (RFC 4180). */
export function toCsvText(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return rows.map(row => row.map(csvField).join(',')).join('\r\n');
}

/** Spreadsheets execute text that looks like a formula, so such text is quoted. Numbers are unchanged. */
function csvField(field: string | number | null | undefined): string {
  if (field === null || field === undefined) return '';
  const text = String(field);
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+(?:e[+-]?\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
