import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Access, Plan } from '../../accounts/account.ts';
import { visitorOf, visitors } from '../../accounts/audit/visitor.ts';
import { type Balance, creditsRemaining } from '../../accounts/credits/credit-meter.ts';
import type { OpenDebit, OpenDebits } from '../../accounts/credits/open-debits.ts';
import type { IdempotencyStore, StoredResponse } from '../../accounts/idempotency-store.ts';
import type { RateDecision } from '../../accounts/limits/rate-limiter.ts';
import type { PlanTable } from '../../accounts/plans.ts';
import { filingAtom } from '../../domain/filings/filings/operations/get-filing-atom.ts';
import {
  type AnyOperation,
  ATOM,
  EVENT_STREAM,
  EventStream,
  Redirect,
  TextStream,
} from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import {
  type CallServices,
  chargeCall,
  type PlannedCall,
  requireAccess,
  runOperation,
  withinLimits,
} from '../calls.ts';
import { renderFilingAtom } from '../feeds/render-filing-atom.ts';
import { type Caller, type CallerRules, identifyCaller, isStillAuthorized } from './caller.ts';
import type { EventStreams } from './event-stream.ts';
import { createInputParser, type InputParser } from './input-parsing.ts';
import { requestOrigin } from './request-origin.ts';
import {
  contentDigest,
  isNotModified,
  prepareResponse,
  type RenderedResponse,
  sendChange,
  sendNotModified,
  toResponse,
} from './send-response.ts';
import { sendHeaders, type TextStreams } from './text-streams.ts';

/** Dependencies of the operation routes. */
export type OperationServices = CallServices &
  CallerRules & {
    /** Absent if accounts are read-only. */
    idempotencyStore?: IdempotencyStore | undefined;
    streams: EventStreams;
    texts: TextStreams;
    openDebits: OpenDebits;
    log: Log;
  };

/** Responses depend on the caller and change with the store: clients may cache them, but must revalidate. */
const CACHING = 'private, no-cache';

/** Adds the route of every operation. */
export function addOperationRoutes(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  services: OperationServices,
): void {
  const read: ReadInputs = new LRUCache({ max: MAX_CACHED_INPUTS });
  for (const operation of operations) {
    const { method, url } = fastifyRoute(operation);
    app.route({
      method,
      url,
      ...(operation.maxBodyBytes === undefined ? {} : { bodyLimit: operation.maxBodyBytes }),
      config: { operation: operation.name, takesBasic: operation.mediaType === ATOM },
      handler: createHandler(operation, services, read),
    });
  }
}

/** Parsed inputs by URL. */
type ReadInputs = LRUCache<string, Record<string, unknown>>;

const MAX_CACHED_INPUTS = 4_000;
/** Longer URLs are not cached, which bounds the size of the cache. */
const MAX_CACHED_URL_LENGTH = 512;

/** Converts `GET /a/{b}` to Fastify's method and URL pattern. */
function fastifyRoute({ route }: AnyOperation): { method: HTTPMethods; url: string } {
  const [method = '', url = ''] = route.split(' ');
  return { method: method as HTTPMethods, url: url.replace(/\{([a-z_]+)\}/g, ':$1') };
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function createHandler(operation: AnyOperation, services: OperationServices, read: ReadInputs): Handler {
  const parse = createInputParser(operation);
  const inputOf = (request: FastifyRequest) =>
    operation.mediaType === EVENT_STREAM ? inputOfStream(parse, request) : inputOfRequest(parse, read, request);
  if (!operation.route.startsWith('GET ') && operation.readsOnly !== true) {
    return createChange(operation, services, inputOf);
  }
  return async (request, reply) => {
    const caller = await identifyCaller(services, request, '/api');
    requireAccess(operation, caller.access);
    const input = inputOf(request);
    // An unchanged response is free, also for an account without credits.
    const mayBeFree = request.headers['if-none-match'] !== undefined;
    const price = operation.credits * (operation.unitsOf?.(input) ?? 1);
    const credits = mayBeFree ? 0 : price;
    const send = await withinLimits(services, plannedCall(request, caller, credits), () =>
      respond(operation, services, caller, input, request, reply, price),
    );
    return send();
  };
}

/**
 * Sends what a call prepared. It runs outside of the limits: a reply is a promise of Fastify's that resolves when the client
 * has read it, and a stream or a slow client must not take the place of a call.
 */
type Send = () => FastifyReply;

function plannedCall(request: FastifyRequest, { access }: Caller, credits: number): PlannedCall {
  return { access, credits, address: request.ip, isGone: () => request.raw.socket.destroyed };
}

async function respond(
  operation: AnyOperation,
  services: OperationServices,
  caller: Caller,
  input: Record<string, unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  price: number,
): Promise<Send> {
  const result = await runOperation(services, operation, caller.access, input);
  if (result instanceof Redirect) {
    await chargeOrWithdraw(result, () => charge(operation, services, caller, request, reply, operation.credits));
    return () => sendRedirect(request, reply, result);
  }
  if (result instanceof EventStream) {
    await charge(operation, services, caller, request, reply, operation.credits);
    return () => services.streams.open(reply, result, () => isStillAuthorized(services, request));
  }
  if (result instanceof TextStream) return respondWithText(operation, services, caller, result, request, reply);
  const response =
    operation.mediaType === undefined ? await toResponse(result as object) : renderResponse(operation, result, request);
  const notModified = isNotModified(request, response);
  await charge(operation, services, caller, request, reply, notModified ? 0 : price);
  return notModified
    ? () => sendNotModified(request, reply, response, CACHING)
    : prepareResponse(
        request,
        reply,
        response,
        CACHING,
        operation.mediaType && `${operation.mediaType}; charset=utf-8`,
      );
}

/**
 * Debits the whole text before its first piece, and refunds it if the computation fails. The first piece is computed within the limits
 * of calls, and its failure is a response of its own.
 */
async function respondWithText(
  operation: AnyOperation,
  services: OperationServices,
  caller: Caller,
  stream: TextStream,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Send> {
  if (request.method === 'HEAD') return () => sendHeaders(reply, stream);
  const place = services.texts.enter(stream);
  try {
    const debit = await debitText(operation, services, caller, stream, request, reply);
    const pieces = stream.pieces();
    const first = await pieces.next().catch(async error => {
      await debit.refund();
      throw error;
    });
    const onEnd = (failure: unknown) => {
      if (failure !== null) services.log.error({ err: failure, request_id: request.id }, 'a streamed response broke');
      const ended = failure === null ? debit.settle() : debit.refund();
      ended.catch(fault => services.log.error({ err: fault, request_id: request.id }, 'a debit was not closed'));
    };
    return () => services.texts.send(request, reply, stream, { place, first, pieces, onEnd });
  } catch (error) {
    place.leave();
    throw error;
  }
}

/** Debits a text. A client that has disconnected is not charged, and has nothing to be refunded. */
async function debitText(
  operation: AnyOperation,
  services: OperationServices,
  caller: Caller,
  { accountId, units }: TextStream,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<OpenDebit> {
  const credits = operation.credits * units;
  const debit = await services.openDebits.open(accountId, operation.name, credits);
  try {
    const cost = await charge(operation, services, caller, request, reply, credits);
    if (cost === 0) await debit.settle();
    return debit;
  } catch (error) {
    await debit.settle();
    throw error;
  }
}

/** Handles a change of account data. POST requests with an Idempotency-Key are executed once. */
function createChange(
  operation: AnyOperation,
  services: OperationServices,
  inputOf: (request: FastifyRequest) => Record<string, unknown>,
): Handler {
  const status = operation.status ?? 200;
  return async (request, reply) => {
    const caller = await identifyCaller(services, request, '/api');
    requireAccess(operation, caller.access);
    const input = inputOf(request);
    const execute = async () => {
      const visitor = visitorOf(request, caller.access?.credential);
      const result = await visitors.run(visitor, () => runOperation(services, operation, caller.access, input));
      // It may have revoked a credential. Other processes learn of it by a notice of the database.
      services.authenticator.forget();
      return { status, body: status === 204 ? '' : JSON.stringify(result) };
    };
    const isPost = operation.route.startsWith('POST ');
    const send = await withinLimits(
      services,
      plannedCall(request, caller, operation.credits),
      async (): Promise<Send> => {
        const response = await (isPost
          ? withIdempotency(services.idempotencyStore, caller.access, request, execute)
          : execute());
        await charge(operation, services, caller, request, reply, operation.credits);
        return () => sendChange(reply, response);
      },
    );
    return send();
  };
}

/** Printable ASCII, as a header may carry it. */
const IDEMPOTENCY_KEY = /^[\x21-\x7e]{1,128}$/;

/**
 * Executes a request, or returns the stored response to an earlier request with the same Idempotency-Key. Requests
 * without that header are always executed. Failures are not stored, so they can be retried.
 */
async function withIdempotency(
  store: IdempotencyStore | undefined,
  access: Access | null,
  request: FastifyRequest,
  execute: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const key = request.headers['idempotency-key'];
  if (key === undefined || store === undefined || access === null) return execute();
  if (typeof key !== 'string' || !IDEMPOTENCY_KEY.test(key)) {
    throw new AsfiledError(
      'bad_request',
      'Idempotency-Key must be 1 to 128 printable ASCII characters without spaces.',
    );
  }
  const { accountId } = access.account;
  const stored = await store.claim(accountId, key, JSON.stringify([request.method, request.url, request.body ?? null]));
  if (stored !== null) return stored;
  try {
    const response = await execute();
    await store.save(accountId, key, response);
    return response;
  } catch (error) {
    await store.release(accountId, key);
    throw error;
  }
}

/** The input of a request. Inputs of GET requests are cached by URL and frozen. */
function inputOfRequest(parse: InputParser, read: ReadInputs, request: FastifyRequest): Record<string, unknown> {
  const isKept = request.method === 'GET' && request.url.length <= MAX_CACHED_URL_LENGTH;
  const known = isKept ? read.get(request.url) : undefined;
  if (known) return known;
  const input = parse({
    path: request.params as Record<string, unknown>,
    query: request.query as Record<string, unknown>,
    body: request.body,
  });
  if (isKept) read.set(request.url, deepFrozen(input));
  return input;
}

/** The input of a stream. A reconnecting client sends its position in a header (WHATWG HTML §9.2.4). */
function inputOfStream(parse: InputParser, request: FastifyRequest): Record<string, unknown> {
  const lastEventId = request.headers['last-event-id'];
  const resumed = lastEventId === undefined ? {} : { last_event_id: lastEventId };
  return parse({ path: {}, query: { ...(request.query as Record<string, unknown>), ...resumed }, body: undefined });
}

function deepFrozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFrozen(member);
  return Object.freeze(value);
}

async function chargeOrWithdraw(redirect: Redirect, charge: () => Promise<unknown>): Promise<void> {
  try {
    await charge();
  } catch (error) {
    await redirect.withdraw();
    throw error;
  }
}

/** Redirects without caching, because the link is personal and expires soon. */
function sendRedirect(request: FastifyRequest, reply: FastifyReply, { location }: Redirect): FastifyReply {
  const target = location.startsWith('/') ? requestOrigin(request) + location : location;
  return reply.code(302).header('location', target).header('cache-control', 'private, no-store').send();
}

/** Debits the call, sets the headers of rate and credits, and returns the debited credits. A client that has disconnected is not charged. */
async function charge(
  operation: AnyOperation,
  services: OperationServices,
  { access, rate }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  credits: number,
): Promise<number> {
  if (access === null) return 0;
  const { account } = access;
  if (operation.credits === 0) {
    reply.headers(rateHeaders(services.plans, account.plan, rate, null, services.now()));
    return 0;
  }
  const isGone = request.raw.socket.destroyed;
  const { cost, balance, refusal } = await chargeCall(services, operation, 'rest', account, isGone ? 0 : credits);
  reply.headers(rateHeaders(services.plans, account.plan, rate, balance, services.now()));
  reply.headers(creditHeaders(cost, balance));
  if (refusal) throw refusal;
  return cost;
}

const DAY_SECONDS = 86_400;

/**
 * `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers-10, structured field lists): the burst of
 * requests, and the credits of the day and the month.
 */
function rateHeaders(
  plans: PlanTable,
  plan: Plan,
  rate: RateDecision,
  balance: Balance | null,
  now: Date,
): Record<string, string> {
  const limits = plans[plan];
  const burstSeconds = Math.max(1, Math.round(limits.burst / limits.requestsPerSecond));
  const policies = [`"burst";q=${limits.burst};w=${burstSeconds}`];
  const states = [`"burst";r=${rate.remaining};t=${rate.fullInSeconds}`];
  if (balance) {
    const monthSeconds = daysInMonth(now) * DAY_SECONDS;
    policies.push(`"day";q=${balance.dayLimit};w=${DAY_SECONDS};qu="credits"`);
    policies.push(`"month";q=${balance.monthLimit};w=${monthSeconds};qu="credits"`);
    states.push(`"day";r=${balance.dayRemaining};t=${secondsUntil(balance.dayResetsAt, now)}`);
    states.push(`"month";r=${balance.monthRemaining};t=${secondsUntil(balance.monthResetsAt, now)}`);
  }
  return { 'ratelimit-policy': policies.join(', '), ratelimit: states.join(', ') };
}

/** The cost of the call and the remaining credits. */
function creditHeaders(cost: number, balance: Balance): Record<string, string> {
  return { 'x-credits-cost': String(cost), 'x-credits-remaining': String(creditsRemaining(balance)) };
}

function secondsUntil(moment: Date, now: Date): number {
  return Math.max(0, Math.ceil((moment.getTime() - now.getTime()) / 1000));
}

function daysInMonth(now: Date): number {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 0)).getUTCDate();
}

/** Renders the result of an operation whose media type is not JSON. */
function renderResponse({ mediaType }: AnyOperation, result: unknown, request: FastifyRequest): RenderedResponse {
  const text =
    mediaType === ATOM
      ? renderFilingAtom(filingAtom.parse(result), { origin: requestOrigin(request), address: request.url })
      : String(result);
  return { text, digest: contentDigest(text), source: null };
}
