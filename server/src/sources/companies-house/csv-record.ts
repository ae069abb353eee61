/**
 * The fields of a record of comma-separated text (RFC 4180): a field in quotes may hold commas, and a quote written twice.
 * A quote that is not closed ends with the line.
 */
export function splitRecord(line: string): string[] {
  if (!line.includes('"')) return line.split(',');
  const fields: string[] = [];
  let at = 0;
  while (at <= line.length) {
    const { field, end } = line[at] === '"' ? quotedField(line, at + 1) : plainField(line, at);
    fields.push(field);
    at = end + 1;
  }
  return fields;
}

function plainField(line: string, start: number): { field: string; end: number } {
  const comma = line.indexOf(',', start);
  const end = comma < 0 ? line.length : comma;
  return { field: line.slice(start, end), end };
}

function quotedField(line: string, start: number): { field: string; end: number } {
  const parts: string[] = [];
  for (let from = start; ; ) {
    const quote = line.indexOf('"', from);
    if (quote < 0) return { field: parts.join('') + line.slice(from), end: line.length };
    parts.push(line.slice(from, quote));
    if (line[quote + 1] === '"') {
      parts.push('"');
      from = quote + 2;
      continue;
    }
    const rest = plainField(line, quote + 1);
    return { field: parts.join('') + rest.field, end: rest.end };
  }
}
