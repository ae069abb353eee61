import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Access, Account } from '../../accounts/account.ts';
import { JsonText } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { type CallServices, chargeCall, rejectUnaffordable, requireAccess, runOperation } from '../calls.ts';
import { type Place, splitResponse } from './split-response.ts';
import { invalidArguments } from './tool-errors.ts';
import { CONTINUE, type OperationTool } from './tool-list.ts';

/** The longest answer in characters of JSON; some room is left for what says how to go on. */
export const MAX_RESPONSE_LENGTH = 25_000;
const MAX_PART_LENGTH = 24_500;

/** Answers of which a caller may still want the rest. */
const KEPT_ANSWERS_BYTES = 64 * 1024 * 1024;
const KEPT_MS = 10 * 60_000;

interface KeptAnswer {
  answer: object;
  digest: string;
}

/**
 * Calls operations as tools. An answer that is too long comes in parts; it is paid for once: the rest is given from
 * memory for ten minutes, and made and charged again where this process has forgotten it.
 */
export class ToolCaller {
  readonly #services: CallServices;
  readonly #kept = new LRUCache<string, KeptAnswer>({ maxSize: KEPT_ANSWERS_BYTES, ttl: KEPT_MS });

  constructor(services: CallServices) {
    this.#services = services;
  }

  /** Throws {@link AsfiledError}. */
  async call(tool: OperationTool, access: Access, given: Readonly<Record<string, unknown>>): Promise<object> {
    const { operation } = tool;
    const { account } = access;
    requireAccess(operation, access);
    const { [CONTINUE]: continued, ...rest } = given;
    const parsed = operation.input.safeParse(rest);
    if (!parsed.success) throw invalidArguments(parsed.error.issues);
    const question = JSON.stringify([account.accountId, operation.name, parsed.data]);
    const { from, digest } = continued === undefined ? START : placeOf(question, continued);
    const kept = this.#kept.get(question);
    const isPaid = digest !== null && kept?.digest === digest;
    const { answer, digest: made } = isPaid ? kept : await this.#answer(tool, access, parsed.data);
    if (digest !== null && made !== digest) {
      throw new AsfiledError('invalid_cursor', 'The answer has changed since its first part was given.');
    }
    if (!isPaid) await this.#charge(tool, account);
    const { part, next } = splitResponse(answer, from, MAX_PART_LENGTH);
    if (next === null) return part;
    this.#kept.set(question, { answer, digest: made }, { size: JSON.stringify(answer).length * 2 });
    return { ...part, truncated: true, [CONTINUE]: toPlaceText(question, next, made) };
  }

  async #answer(tool: OperationTool, access: Access, input: Record<string, unknown>): Promise<KeptAnswer> {
    rejectUnaffordable(this.#services, access.account, tool.credits);
    const result = await runOperation(this.#services, tool.operation, access, input);
    const text = result instanceof JsonText ? result.text : JSON.stringify(result);
    return { answer: JSON.parse(text) as object, digest: digestOf(text) };
  }

  async #charge({ operation, credits }: OperationTool, account: Account): Promise<void> {
    if (credits === 0) return;
    const { refusal } = await chargeCall(this.#services, operation, 'mcp', account, credits);
    if (refusal) throw refusal;
  }
}

const START: { from: Place; digest: string | null } = { from: [], digest: null };
const DIGEST_CHARACTERS = 16;

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, DIGEST_CHARACTERS);
}

/** `<check of the question><digest of the answer><positions>`. */
function toPlaceText(question: string, place: Place, digest: string): string {
  return `${digestOf(question)}${digest}${place.join('.')}`;
}

const PLACE_TEXT = /^([\w-]{16})([\w-]{16})(\d{1,9}(?:\.\d{1,9}){0,9})$/;

function placeOf(question: string, given: unknown): { from: Place; digest: string } {
  const [, check, digest = '', place = ''] = PLACE_TEXT.exec(String(given)) ?? [];
  if (check !== digestOf(question)) {
    throw new AsfiledError('invalid_cursor', `${CONTINUE} belongs to another question, or is damaged.`);
  }
  return { from: place.split('.').map(Number), digest };
}
