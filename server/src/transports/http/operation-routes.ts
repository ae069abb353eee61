import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { CreditMeter, Refusal } from '../../accounts/credits.ts';
import { planReaches } from '../../accounts/plans.ts';
import { type AnyOperation, type Downloads, JsonText, Redirect } from '../../capabilities/operation.ts';
import type { Database } from '../../db/database.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { type Caller, type CallerRules, identifyCaller } from './caller.ts';
import { createInputParser, type InputParser } from './input-parsing.ts';
import type { HttpMetrics } from './metrics.ts';
import { ownAddress } from './own-address.ts';
import { creditHeaders, rateHeaders } from './rate-headers.ts';
import { isKnownToClient, sendAnswer, sendNotModified, toAnswer } from './send-answer.ts';

/** What serving operations takes. */
export interface OperationServices extends CallerRules {
  db: Database;
  meter: CreditMeter;
  metrics: HttpMetrics;
  now: () => Date;
  /** Absent where no files are handed out. */
  downloads?: Downloads | undefined;
}

/** Answers depend on who asks and change with the store: a client may keep them, but must ask whether they still hold. */
const CACHING = 'private, no-cache';

/** Adds the route of every operation, and refuses other methods on the same addresses. */
export function addOperationRoutes(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  services: OperationServices,
): void {
  const methodsOf = new Map<string, HTTPMethods[]>();
  const read: ReadInputs = new LRUCache({ max: REMEMBERED_INPUTS });
  for (const operation of operations) {
    const { method, url } = fastifyRoute(operation);
    methodsOf.set(url, [...(methodsOf.get(url) ?? []), method]);
    app.route({
      method,
      url,
      config: { operation: operation.name },
      handler: createHandler(operation, services, read),
    });
  }
  for (const [url, methods] of methodsOf) refuseOtherMethods(app, url, methods);
}

/** Inputs by address, as they were read: who asks again asks the same. */
type ReadInputs = LRUCache<string, Record<string, unknown>>;

const REMEMBERED_INPUTS = 4_000;
/** Longer addresses are not remembered, so that what is kept stays small. */
const LONGEST_REMEMBERED_ADDRESS = 512;

/** `GET /a/{b}` as Fastify writes it. */
function fastifyRoute({ route }: AnyOperation): { method: HTTPMethods; url: string } {
  const [method = '', url = ''] = route.split(' ');
  return { method: method as HTTPMethods, url: url.replace(/\{([a-z_]+)\}/g, ':$1') };
}

const REFUSABLE: readonly HTTPMethods[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers 405 with `Allow` where an address exists but not with this method. */
export function refuseOtherMethods(app: FastifyInstance, url: string, allowed: readonly HTTPMethods[]): void {
  const refused = REFUSABLE.filter(method => !allowed.includes(method));
  const allow = [...allowed, ...(allowed.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
  app.route({
    method: [...refused],
    url,
    config: { operation: 'method_not_allowed' },
    // Before the body is read: nobody is going to look at it.
    onRequest: async (request, reply) => {
      const message = `${request.method} is not possible here; use ${allow}.`;
      return reply.code(405).header('allow', allow).send({ error: 'bad_request', message, request_id: request.id });
    },
    handler: async () => undefined,
  });
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

function createHandler(operation: AnyOperation, services: OperationServices, read: ReadInputs): Handler {
  const parse = createInputParser(operation);
  const inputOf = (request: FastifyRequest) => inputOfRequest(parse, read, request);
  const isPublic = operation.plan === 'public';
  return async (request, reply) => {
    const caller = await identifyCaller(services, request);
    if (!isPublic) requirePlan(operation, caller);
    const result = await resultOf(operation, services, caller, inputOf, request);
    if (result instanceof Redirect) {
      await chargeOrWithdraw(result, () => charge(operation, services, caller, request, reply, operation.credits));
      return sendRedirect(request, reply, result);
    }
    const answer = toAnswer(result);
    const isKnown = isKnownToClient(request, answer);
    await charge(operation, services, caller, request, reply, isKnown ? 0 : operation.credits);
    return isKnown ? sendNotModified(request, reply, answer, CACHING) : sendAnswer(request, reply, answer, CACHING);
  };
}

/** The input of a request; that of an address without a body is the same every time, and nobody may change it. */
function inputOfRequest(parse: InputParser, read: ReadInputs, request: FastifyRequest): Record<string, unknown> {
  const isKept = request.method === 'GET' && request.url.length <= LONGEST_REMEMBERED_ADDRESS;
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

function deepFrozen<T extends object>(value: T): T {
  for (const member of Object.values(value)) if (typeof member === 'object' && member !== null) deepFrozen(member);
  return Object.freeze(value);
}

async function resultOf(
  operation: AnyOperation,
  services: OperationServices,
  caller: Caller,
  inputOf: (request: FastifyRequest) => Record<string, unknown>,
  request: FastifyRequest,
): Promise<unknown> {
  const input = inputOf(request);
  const mayBeFree = operation.credits === 0 || request.headers['if-none-match'] !== undefined;
  if (caller.account && !mayBeFree) {
    const refusal = services.meter.knownRefusal(caller.account, operation.credits);
    if (refusal) throw quotaExceeded(refusal);
  }
  const context = { db: services.db, account: caller.account, now: services.now(), downloads: services.downloads };
  const result = await operation.run(context, input);
  return result instanceof JsonText ? result : operation.output.parse(result);
}

async function chargeOrWithdraw(redirect: Redirect, charge: () => Promise<void>): Promise<void> {
  try {
    await charge();
  } catch (error) {
    await redirect.withdraw();
    throw error;
  }
}

/** The link is its holder's alone, and soon worth nothing: nobody is to keep it. */
function sendRedirect(request: FastifyRequest, reply: FastifyReply, { location }: Redirect): FastifyReply {
  const target = location.startsWith('/') ? ownAddress(request) + location : location;
  return reply.code(302).header('location', target).header('cache-control', 'private, no-store').send();
}

function requirePlan(operation: AnyOperation, { account }: Caller): void {
  if (account === null) {
    throw new AsfiledError(
      'unauthorized',
      'This route needs an API key: send it as X-API-Key, or as Authorization: Bearer.',
    );
  }
  if (operation.plan === 'public' || planReaches(account.plan, operation.plan)) return;
  throw new AsfiledError('upgrade_required', `This route needs the plan ${operation.plan} or above.`, {
    plan_required: operation.plan,
  });
}

/** Debits the call, last of all, and tells what is left of rate and credits. A client that is gone is not charged. */
async function charge(
  operation: AnyOperation,
  services: OperationServices,
  { account, rate }: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
  credits: number,
): Promise<void> {
  if (account === null) return;
  if (operation.credits === 0) {
    reply.headers(rateHeaders(services.plans, account.plan, rate, null, services.now()));
    return;
  }
  const cost = request.raw.socket.destroyed ? 0 : credits;
  const debit = await services.meter.debit(account, cost);
  reply.headers(rateHeaders(services.plans, account.plan, rate, debit.balance, services.now()));
  reply.headers(creditHeaders(debit.granted ? cost : 0, debit.balance));
  if (!debit.granted) throw quotaExceeded(debit);
  if (cost > 0) services.metrics.countCredits(operation.name, cost);
}

function quotaExceeded({ window, balance }: Refusal): AsfiledError {
  const isDay = window === 'day';
  const limit = isDay ? balance.dayLimit : balance.monthLimit;
  const resetsAt = isDay ? balance.dayResetsAt : balance.monthResetsAt;
  return new AsfiledError(
    'quota_exceeded',
    `This call costs more credits than are left of the ${limit} of this ${window}.`,
    { window, limit, resets_at: resetsAt.toISOString().replace('.000Z', 'Z') },
  );
}
