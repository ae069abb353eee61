import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Database } from '../../../db/database.ts';
import { loopTurns } from '../../../kernel/loop-turns.ts';
import { writeJson } from '../../../kernel/write-json.ts';
import { JsonText, type ListPlace } from '../operation.ts';

/** Size in bytes of the cache of rendered responses in one process, over all operations that use it. */
const MAX_BYTES = 96 * 1024 * 1024;
/** A response larger than this would evict too many others. */
const MAX_RESPONSE_BYTES = 12 * 1024 * 1024;

/** Responses that are rendered at once; more would only need more memory. */
const MAX_RENDERING = 2;

/** Time after which the items of a list wait for their next turn. */
const PIECE_MS = 2;

/** A list of a response whose items are rendered one after another, when the response is written. */
export class LazyList<Item> {
  readonly #items: readonly Item[];
  readonly #render: (item: Item) => object;

  constructor(items: readonly Item[], render: (item: Item) => object) {
    this.#items = items;
    this.#render = render;
  }

  toJSON(): object[] {
    return this.#items.map(this.#render);
  }

  /** The items as JSON. Lets other work run between pieces of them. */
  async write(): Promise<string[]> {
    const parts: string[] = [];
    let startedMs = Number.NEGATIVE_INFINITY;
    for (const item of this.#items) {
      // Yielding after each of a thousand small items would cost more than the items.
      if (performance.now() - startedMs >= PIECE_MS) {
        await loopTurns.take();
        startedMs = performance.now();
      }
      parts.push(JSON.stringify(this.#render(item)));
    }
    return parts;
  }
}

interface Responses {
  kept: LRUCache<string, JsonText>;
  /** Responses being rendered; concurrent calls for the same key wait for them. */
  underWay: Map<string, Promise<JsonText>>;
  rendering: number;
  /** Starts the rendering of responses that wait for others. */
  waiting: (() => void)[];
}

const responsesOf = new WeakMap<Database, Responses>();

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
  const responses = responsesOf.get(db) ?? newResponses(db);
  const name = JSON.stringify(key);
  const known = responses.kept.get(name) ?? responses.underWay.get(name);
  if (known) return known;
  const rendering = inTurn(responses, async () => {
    const rendered = await render();
    if (rendered instanceof JsonText) return rendered;
    const response = await writeResponse(rendered);
    // Counted twice: the text, and the bytes that the transport caches beside it.
    responses.kept.set(name, response, { size: 2 * response.text.length + name.length });
    return response;
  }).finally(() => responses.underWay.delete(name));
  responses.underWay.set(name, rendering);
  return rendering;
}

async function inTurn<T>(responses: Responses, render: () => Promise<T>): Promise<T> {
  if (responses.rendering >= MAX_RENDERING) await new Promise<void>(resolve => responses.waiting.push(resolve));
  else responses.rendering += 1;
  try {
    return await render();
  } finally {
    // The next one takes over the place.
    const next = responses.waiting.shift();
    if (next === undefined) responses.rendering -= 1;
    else next();
  }
}

/**
 * Writes a response that has the shape of its operation's output without validation, its {@link LazyList} item by item, so that
 * no more than one item exists as an object at a time.
 */
export async function writeResponse(response: object): Promise<JsonText> {
  const members: string[] = [];
  let list: ListPlace | null = null;
  let length = 1;
  for (const [name, member] of Object.entries(response)) {
    const prefix = `${JSON.stringify(name)}:`;
    let text: string | undefined;
    if (member instanceof LazyList) {
      const items = await member.write();
      list = { member: name, start: length + prefix.length, lengths: items.map(item => item.length) };
      text = `[${items.join(',')}]`;
    } else text = await writeMember(member);
    if (text === undefined) continue;
    members.push(prefix + text);
    length += prefix.length + text.length + 1;
  }
  const text = `{${members.join(',')}}`;
  await loopTurns.take();
  return new JsonText(text, createHash('sha256').update(text).digest('base64url').slice(0, 22), null, list);
}

async function writeMember(member: unknown): Promise<string | undefined> {
  return typeof member === 'object' && member !== null ? writeJson(member) : JSON.stringify(member);
}

function newResponses(db: Database): Responses {
  const kept = new LRUCache<string, JsonText>({ maxSize: MAX_BYTES, maxEntrySize: MAX_RESPONSE_BYTES });
  const responses: Responses = { kept, underWay: new Map(), rendering: 0, waiting: [] };
  responsesOf.set(db, responses);
  return responses;
}
