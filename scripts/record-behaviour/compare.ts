import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Json } from './normalise.ts';

export const FILES = ['export.json', 'openapi.json', 'mcp-tools.json', 'answers.json'] as const;
const MAX_SHOWN = 200;

/** The differences between two recordings, one per line. */
export function compareRecordings(before: string, after: string): string[] {
  const lines = FILES.flatMap(name => {
    const differences: string[] = [];
    compare(read(join(before, name)), read(join(after, name)), name, differences);
    return differences;
  });
  const rest = lines.length - MAX_SHOWN;
  return rest > 0 ? [...lines.slice(0, MAX_SHOWN), `… and ${rest} more`] : lines;
}

function read(path: string): Json {
  return JSON.parse(readFileSync(path, 'utf8'));
}

function compare(before: Json | undefined, after: Json | undefined, path: string, differences: string[]): void {
  if (JSON.stringify(before) === JSON.stringify(after)) return;
  const [a, b] = [membersOf(before), membersOf(after)];
  if (a === null || b === null) {
    differences.push(`${path}: ${shown(before)} → ${shown(after)}`);
    return;
  }
  for (const key of new Set([...Object.keys(a), ...Object.keys(b)]))
    compare(a[key], b[key], `${path} ${key}`, differences);
}

function membersOf(value: Json | undefined): Record<string, Json> | null {
  if (value === null || typeof value !== 'object') return null;
  return Array.isArray(value) ? Object.fromEntries(value.entries()) : value;
}

function shown(value: Json | undefined): string {
  const text = JSON.stringify(value) ?? 'absent';
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
