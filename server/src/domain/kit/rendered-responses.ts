import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import { JsonText } from './operation.ts';

/** Bytes of rendered answers that one process keeps, over all operations that use this cache. */
const MAX_BYTES = 96 * 1024 * 1024;
/** An answer larger than this would push out too many others. */
const MAX_ANSWER_BYTES = 12 * 1024 * 1024;

interface Answers {
  kept: LRUCache<string, JsonText>;
  /** Those that are being rendered: who asks for the same meanwhile waits for them. */
  underWay: Map<string, Promise<JsonText>>;
}

const answersOf = new WeakMap<Database, Answers>();

/**
 * The answer that was rendered for a key before, or a new one. The key must hold everything that the answer depends on,
 * the version of its data among it: entries are never dropped because they are out of date, only unused.
 */
export async function renderedOnce(
  db: Database,
  key: readonly unknown[],
  render: () => Promise<object>,
): Promise<JsonText> {
  const answers = answersOf.get(db) ?? newAnswers(db);
  const name = JSON.stringify(key);
  const known = answers.kept.get(name) ?? answers.underWay.get(name);
  if (known) return known;
  const rendering = toJsonText(render())
    .then(answer => {
      // Once as text, once as the bytes that the transport keeps beside it.
      answers.kept.set(name, answer, { size: 2 * answer.text.length + name.length });
      return answer;
    })
    .finally(() => answers.underWay.delete(name));
  answers.underWay.set(name, rendering);
  return rendering;
}

async function toJsonText(rendering: Promise<object>): Promise<JsonText> {
  const text = JSON.stringify(await rendering);
  return new JsonText(text, createHash('sha256').update(text).digest('base64url').slice(0, 22));
}

function newAnswers(db: Database): Answers {
  const kept = new LRUCache<string, JsonText>({ maxSize: MAX_BYTES, maxEntrySize: MAX_ANSWER_BYTES });
  const answers: Answers = { kept, underWay: new Map() };
  answersOf.set(db, answers);
  return answers;
}
