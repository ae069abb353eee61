import { type Dispatcher, request } from 'undici';
import { z } from 'zod';
import {
  BlockedAddressError,
  createGuardedDispatcher,
  type GuardOptions,
} from '../../kernel/network/guarded-dispatcher.ts';

/** An address of the chat-completions protocol. */
export interface ModelSettings extends GuardOptions {
  /** Base address, such as `https://api.example.com/v1`. */
  url: string;
  /** The model's name at that address. */
  name: string;
  /** Sent as a bearer token; null sends none. */
  key: string | null;
  /** Maximum number of tokens per UTC day, of prompts and answers together. */
  dailyTokens: number;
}

/** The result of one request. */
export type ModelAnswer =
  /** `proposals` are JSON values that nothing has checked. */
  | { state: 'answered'; proposals: unknown[]; tokens: number }
  /** The response is not a completion, contains no valid JSON, or refuses this passage. The same request may succeed later. */
  | { state: 'junk'; reason: string; tokens: number }
  /** The address is overloaded or out of reach. `retryAfterSeconds` is what its `Retry-After` asks for; null without one. */
  | { state: 'unavailable'; reason: string; retryAfterSeconds: number | null }
  /** The address, the key or the model's name is wrong: no request will succeed. */
  | { state: 'refused'; reason: string };

export const MAX_ANSWER_TOKENS = 2_000;
/** Further proposals of one passage are dropped. */
const MAX_PROPOSALS = 60;
const TIMEOUT_MS = 120_000;
/** Statuses about one request: its content is refused or too long. */
const OF_REQUEST = new Set([400, 413, 422]);

const completion = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
  usage: z
    .object({ total_tokens: z.int().min(0).max(10_000_000) })
    .optional()
    .catch(undefined),
});
const answer = z.object({ assertions: z.array(z.unknown()) });

/** The tokens of a text, roughly: models count three to five characters as one. */
export function estimateTokens(text: string): number {
  return Math.ceil(text.length / 4);
}

/** Sends passages to a model. Follows no redirects, reads at most 64 KiB, and reaches public addresses only unless told otherwise. */
export class ModelClient {
  readonly #settings: ModelSettings;
  readonly #dispatcher: Dispatcher;
  readonly #timeoutMs: number;

  constructor(settings: ModelSettings, timeoutMs: number = TIMEOUT_MS) {
    this.#settings = settings;
    this.#timeoutMs = timeoutMs;
    this.#dispatcher = createGuardedDispatcher({ ...settings, responseTimeoutMs: timeoutMs });
  }

  /** Does not throw if the address fails: the result states the failure. */
  async ask(prompt: string, passage: string, signal: AbortSignal): Promise<ModelAnswer> {
    const { url, name, key } = this.#settings;
    const body = JSON.stringify({
      model: name,
      temperature: 0,
      max_tokens: MAX_ANSWER_TOKENS,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: prompt },
        { role: 'user', content: passage },
      ],
    });
    const timeout = AbortSignal.timeout(this.#timeoutMs);
    let text: string;
    try {
      const response = await request(`${url.replace(/\/+$/, '')}/chat/completions`, {
        method: 'POST',
        dispatcher: this.#dispatcher,
        signal: AbortSignal.any([timeout, signal]),
        headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
        body,
      });
      const { statusCode, headers } = response;
      text = await response.body.text();
      if (statusCode === 408 || statusCode === 429 || statusCode >= 500)
        return {
          state: 'unavailable',
          reason: `HTTP ${statusCode}`,
          retryAfterSeconds: readRetryAfter(headers['retry-after'], new Date()),
        };
      if (OF_REQUEST.has(statusCode))
        return { state: 'junk', reason: `HTTP ${statusCode}`, tokens: estimateTokens(body) };
      if (statusCode < 200 || statusCode >= 300) return { state: 'refused', reason: `HTTP ${statusCode}` };
    } catch (error) {
      if (error instanceof BlockedAddressError) return { state: 'refused', reason: error.message };
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE')
        return { state: 'junk', reason: 'the answer is too large', tokens: estimateTokens(body) };
      const reason = timeout.aborted ? 'timeout' : code || 'connection failed';
      return { state: 'unavailable', reason, retryAfterSeconds: null };
    }
    return readAnswer(text, estimateTokens(prompt + passage));
  }

  async close(): Promise<void> {
    await this.#dispatcher.destroy();
  }
}

/** The seconds of a `Retry-After` header: a number, or a date (RFC 9110, 10.2.3). Null if it is missing or neither. */
export function readRetryAfter(header: string | string[] | undefined, now: Date): number | null {
  const value = (Array.isArray(header) ? header[0] : header)?.trim() ?? '';
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const at = /[A-Za-z]/.test(value) ? Date.parse(value) : Number.NaN;
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - now.getTime()) / 1_000));
}

/** The usage that an address reports counts only if it is not less than the estimate. */
function readAnswer(text: string, promptTokens: number): ModelAnswer {
  const completed = completion.safeParse(parseJson(text));
  const [choice] = completed.data?.choices ?? [];
  const content = choice?.message.content ?? '';
  const tokens = Math.max(completed.data?.usage?.total_tokens ?? 0, promptTokens + estimateTokens(content));
  if (choice === undefined) return { state: 'junk', reason: 'the answer is no chat completion', tokens };
  const read = answer.safeParse(parseJson(content.replace(/^\s*```(?:json)?|```\s*$/g, '')));
  if (!read.success) return { state: 'junk', reason: 'the answer has no list of assertions', tokens };
  return { state: 'answered', proposals: read.data.assertions.slice(0, MAX_PROPOSALS), tokens };
}

/** Undefined if the text is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
