import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import { JsonText } from './operation.ts';

/** Size in bytes of the cache of rendered responses in one process, over all operations that use it. */
const MAX_BYTES = 96 * 1024 * 1024;
/** A response larger than this would evict too many others. */
const MAX_RESPONSE_BYTES = 12 * 1024 * 1024;

interface Answers {
  kept: LRUCache<string, JsonText>;
  /** Responses being rendered; concurrent calls for the same key wait for them. */
  underWay: Map<string, Promise<JsonText>>;
}

const answersOf = new WeakMap<Database, Answers>();

/**
 * Returns the cached response of a key, or renders and caches a new one. The key must contain everything that the response
 * depends on, including the version of its data: entries are evicted only when unused, never because they are out of date.
 * A response that `render` returns as {@link JsonText} depends on more, and is not cached.
 */
export async function renderedOnce(
  db: Database,
  key: readonly unknown[],
  render: () => Promise<object | JsonText>,
): Promise<JsonText> {
  const answers = answersOf.get(db) ?? newAnswers(db);
  const name = JSON.stringify(key);
  const known = answers.kept.get(name) ?? answers.underWay.get(name);
  if (known) return known;
  const rendering = render()
    .then(rendered => {
      if (rendered instanceof JsonText) return rendered;
      const answer = toJsonText(rendered);
      // Counted twice: the text, and the bytes that the transport caches beside it.
      answers.kept.set(name, answer, { size: 2 * answer.text.length + name.length });
      return answer;
    })
    .finally(() => answers.underWay.delete(name));
  answers.underWay.set(name, rendering);
  return rendering;
}

function toJsonText(rendered: object): JsonText {
  const text = JSON.stringify(rendered);
  return new JsonText(text, createHash('sha256').update(text).digest('base64url').slice(0, 22));
}

function newAnswers(db: Database): Answers {
  const kept = new LRUCache<string, JsonText>({ maxSize: MAX_BYTES, maxEntrySize: MAX_RESPONSE_BYTES });
  const answers: Answers = { kept, underWay: new Map() };
  answersOf.set(db, answers);
  return answers;
}
