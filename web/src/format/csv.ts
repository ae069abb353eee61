/** Rows as comma-separated text (RFC 4180). */
export function toCsvText(rows: readonly (readonly (string | number | null | undefined)[])[]): string {
  return rows.map(row => row.map(csvField).join(',')).join('\r\n');
}

/** Sheets run what begins like a formula: such text is kept text. Numbers are left as they are. */
function csvField(field: string | number | null | undefined): string {
  if (field === null || field === undefined) return '';
  const text = String(field);
  const safe = /^[=+\-@\t\r]/.test(text) && !/^-?[\d.]+(?:e[+-]?\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
