import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { JsonText } from './operation.ts';

/** Bytes of rendered answers that one process keeps, over all operations that use this cache. */
const MAX_BYTES = 96 * 1024 * 1024;
/** An answer larger than this would push out too many others. */
const MAX_ANSWER_BYTES = 12 * 1024 * 1024;

const caches = new WeakMap<Database, LRUCache<string, JsonText>>();

/**
 * The answer that was rendered for a key before, or a new one. The key must hold everything that the answer depends on,
 * the version of its data among it: entries are never dropped because they are out of date, only unused.
 */
export async function renderedOnce(
  db: Database,
  key: readonly unknown[],
  render: () => Promise<object>,
): Promise<JsonText> {
  const cache = caches.get(db) ?? newCache(db);
  const name = JSON.stringify(key);
  const known = cache.get(name);
  if (known) return known;
  const text = JSON.stringify(await render());
  const answer = new JsonText(text, createHash('sha256').update(text).digest('base64url').slice(0, 22));
  // Once as text, once as the bytes that the transport keeps beside it.
  cache.set(name, answer, { size: 2 * text.length + name.length });
  return answer;
}

function newCache(db: Database): LRUCache<string, JsonText> {
  const cache = new LRUCache<string, JsonText>({ maxSize: MAX_BYTES, maxEntrySize: MAX_ANSWER_BYTES });
  caches.set(db, cache);
  return cache;
}
