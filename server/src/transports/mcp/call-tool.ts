import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Access, Account } from '../../accounts/account.ts';
import { JsonText } from '../../domain/kit/operation.ts';
import { readJsonText } from '../../domain/kit/responses/read-json-text.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { loopTurns } from '../../kernel/loop-turns.ts';
import { writeJson } from '../../kernel/write-json.ts';
import {
  type CallServices,
  chargeCall,
  type PlannedCall,
  requireAccess,
  runOperation,
  withinLimits,
} from '../calls.ts';
import { lengthsOfResponses, type Position, splitResponse } from './split-response.ts';
import { invalidArguments } from './tool-errors.ts';
import { argumentOf, CONTINUE, inputOf, type OperationTool } from './tool-list.ts';

/** The maximum length of a response in characters of JSON. Parts are shorter, to leave room for the continuation. */
export const MAX_RESPONSE_LENGTH = 25_000;
const MAX_PART_LENGTH = 24_500;

/** Cache of responses that were returned in part. */
const MAX_CACHE_BYTES = 64 * 1024 * 1024;
const CACHE_TTL_MS = 10 * 60_000;
/** An estimate of the memory of a parsed response. */
const BYTES_PER_CHARACTER = 2;

interface CachedResult {
  result: object;
  /** In characters of JSON. */
  length: number;
  digest: string;
}

/**
 * Calls operations as tools. A response that is too long is returned in parts and charged once: the rest comes from the
 * cache for ten minutes. If this process no longer has it, the call is executed and charged again.
 */
export class ToolCaller {
  readonly #services: CallServices;
  readonly #cache = new LRUCache<string, CachedResult>({ maxSize: MAX_CACHE_BYTES, ttl: CACHE_TTL_MS });

  constructor(services: CallServices) {
    this.#services = services;
  }

  /** Throws {@link AsfiledError}. */
  async call(tool: OperationTool, access: Access, args: Readonly<Record<string, unknown>>): Promise<object> {
    const { operation } = tool;
    requireAccess(operation, access);
    const { [CONTINUE]: continued, ...given } = args;
    // Agents read values; view=full has their provenance.
    const input = inputOf(operation, given);
    const parsed = operation.input.safeParse(operation.compact ? { view: 'compact', ...input } : input);
    if (!parsed.success) throw invalidArguments(parsed.error.issues, name => argumentOf(operation, name));
    const question = JSON.stringify([access.account.accountId, operation.name, parsed.data]);
    const { from, digest } = continued === undefined ? START : positionOf(question, continued);
    const cached = this.#cache.get(question);
    const isPaid = digest !== null && cached?.digest === digest;
    const planned: PlannedCall = { access, credits: isPaid ? 0 : tool.credits, address: '' };
    return withinLimits(this.#services, planned, async () => {
      const whole = isPaid ? cached : await this.#run(tool, access, parsed.data, cached);
      if (digest !== null && whole.digest !== digest) {
        throw new AsfiledError('invalid_cursor', 'The result has changed since its first part was returned.');
      }
      if (!isPaid) await this.#charge(tool, access.account);
      // Debits of many calls end at once.
      await loopTurns.take();
      const { part, next } = splitResponse(whole.result, from, MAX_PART_LENGTH);
      if (next === null) return part;
      this.#cache.set(question, whole, { size: whole.length * BYTES_PER_CHARACTER });
      // Whole arguments, so that an agent can send them as they are.
      const token = toContinuation(question, next, whole.digest);
      return { ...part, truncated: true, [CONTINUE]: { ...given, [CONTINUE]: token } };
    });
  }

  /** Runs the operation. Returns `cached` if the result is still the same. */
  async #run(
    tool: OperationTool,
    access: Access,
    input: Record<string, unknown>,
    cached: CachedResult | undefined,
  ): Promise<CachedResult> {
    const result = (await runOperation(this.#services, tool.operation, access, input)) as object;
    if (!(result instanceof JsonText)) {
      const text = await writeJson(result, lengthsOfResponses);
      await loopTurns.take();
      return { result, length: text.length, digest: digestOf(text) };
    }
    await loopTurns.take();
    const digest = (result.etag ?? digestOf(result.text)).slice(0, DIGEST_CHARACTERS);
    if (cached?.digest === digest) return cached;
    const value = await readJsonText(result, lengthsOfResponses);
    lengthsOfResponses.set(value, result.text.length);
    return { result: value, length: result.text.length, digest };
  }

  async #charge({ operation, credits }: OperationTool, account: Account): Promise<void> {
    if (credits === 0) return;
    const { refusal } = await chargeCall(this.#services, operation, 'mcp', account, credits);
    if (refusal) throw refusal;
  }
}

const START: { from: Position; digest: string | null } = { from: [], digest: null };
const DIGEST_CHARACTERS = 16;

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

/** `<digest of the question><digest of the result><positions>`. */
function toContinuation(question: string, position: Position, digest: string): string {
  return `${digestOf(question)}${digest}${position.join('.')}`;
}

const CONTINUATION = /^([\w-]{16})([\w-]{16})(\d{1,9}(?:\.\d{1,9}){0,9})$/;

function positionOf(question: string, continuation: unknown): { from: Position; digest: string } {
  const [, check, digest = '', position = ''] = CONTINUATION.exec(String(tokenOf(continuation))) ?? [];
  if (check !== digestOf(question)) {
    throw new AsfiledError('invalid_cursor', `${CONTINUE} is invalid, or belongs to a call with other arguments.`);
  }
  return { from: position.split('.').map(Number), digest };
}

/** The token of a continuation, also if an agent sends the whole arguments as the argument. */
function tokenOf(continuation: unknown): unknown {
  const isWhole = typeof continuation === 'object' && continuation !== null && CONTINUE in continuation;
  return isWhole ? continuation[CONTINUE] : continuation;
}
