import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bullets, paragraph, subHeading } from './layout.ts';

/** Values of the placeholders: `{{words.product}}` is `values.words.product`. */
type Values = Readonly<Record<string, unknown>>;

/**
 * The blocks of a Markdown page beside this file, with its placeholders filled. A block that is one placeholder becomes
 * as many blocks as its value has elements, and none if the value is undefined.
 */
export function readProse(page: string, values: Values): string[] {
  const text = readFileSync(join(import.meta.dirname, page), 'utf8');
  return text
    .trim()
    .split('\n\n')
    .flatMap(block => {
      const path = /^\{\{([\w.]+)\}\}$/.exec(block)?.[1];
      if (path === undefined) return block.replace(/\{\{([\w.]+)\}\}/g, (_, inner: string) => fillIn(values, inner));
      return [valueAt(values, path) ?? []].flat().map(String);
    });
}

/** Headings, lists and paragraphs as HTML; tables are HTML already. */
export function renderProse(blocks: readonly string[]): string {
  return blocks.map(renderBlock).join('\n');
}

function renderBlock(block: string): string {
  if (block.startsWith('## ')) return subHeading(block.slice(3));
  if (block.startsWith('- ')) return bullets(block.split('\n').map(line => line.slice(2)));
  return block.startsWith('<table') ? block : paragraph(block);
}

function fillIn(values: Values, path: string): string {
  const value = valueAt(values, path);
  if (typeof value !== 'string' && typeof value !== 'number') throw new RangeError(`no text for {{${path}}}`);
  return String(value);
}

function valueAt(values: Values, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => Object(value)[key], values);
}
