import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import { createAuthenticator } from '../../accounts/authenticator.ts';
import { CreditMeter } from '../../accounts/credits/credit-meter.ts';
import { DownloadMeter } from '../../accounts/credits/download-meter.ts';
import { OpenDebits } from '../../accounts/credits/open-debits.ts';
import { IdempotencyStore } from '../../accounts/idempotency-store.ts';
import { CallGate } from '../../accounts/limits/call-gate.ts';
import { watchLoop } from '../../accounts/limits/loop-lateness.ts';
import { type Rate, RateLimiter } from '../../accounts/limits/rate-limiter.ts';
import { DEFAULT_PLANS, type PlanTable } from '../../accounts/plans.ts';
import type { Database } from '../../db/database.ts';
import type { Listener } from '../../db/listener.ts';
import { pacedDatabase } from '../../db/paced-database.ts';
import type { AnyOperation, Delivery, OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { loopTurns } from '../../kernel/loop-turns.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import { addLlmsText } from '../mcp/llms-text.ts';
import { addMcpRoutes } from '../mcp/mcp-routes.ts';
import { AuthorizationServer, type AuthorizationServerOptions } from '../oauth/authorization-server.ts';
import { addOAuthRoutes } from '../oauth/oauth-routes.ts';
import { challengeFor } from '../oauth/resource-metadata.ts';
import { addDocumentationRoutes } from '../openapi/documentation-routes.ts';
import { respondToClientError } from './client-errors.ts';
import { addPreflight, CROSS_ORIGIN_HEADERS, TRANSPORT_SECURITY } from './constant-headers.ts';
import { addDownloadRoutes } from './download-routes.ts';
import { toErrorResponse } from './error-responses.ts';
import { EventStreams } from './event-stream.ts';
import { addHealthRoutes, METRICS, type Readiness } from './health-routes.ts';
import { addLandingPage } from './landing-page.ts';
import { createHttpMetrics, type GaugeSource } from './metrics.ts';
import { addOperationRoutes } from './operation-routes.ts';
import { type AllowedMethods, rejectOtherMethods } from './reject-other-methods.ts';
import { TextStreams } from './text-streams.ts';
import { acceptsHtml, addWebApp, openWebApp, sendPage } from './web-app.ts';

export interface HttpServerOptions {
  db: Database;
  operations: readonly AnyOperation[];
  log: Log;
  now?: () => Date;
  plans?: PlanTable;
  /** The rate of one IP address without valid credentials. */
  unauthenticatedRate?: Rate;
  /** Whether a reverse proxy sets X-Forwarded-For; a list restricts it to these proxy addresses. */
  trustProxy?: boolean | string[];
  /** Whether the store is ready; by default, whether its migrations are applied. */
  readiness?: () => Promise<Readiness>;
  /** Delivers archived files; without it, downloads are not available. */
  delivery?: Delivery;
  /** Encrypts secrets at rest; without it, accounts are read-only. */
  secretBox?: SecretBox;
  /** Sends webhooks; without it, they cannot be tested or replayed. */
  webhooks?: OperationContext['webhooks'];
  /** Reads archived documents again; without it, values cannot be verified. */
  factReader?: OperationContext['factReader'];
  /** Receives NOTIFY messages; without it, streams poll every second. */
  listener?: Listener;
  /** Gauges of other modules for /metrics. */
  gauges?: readonly GaugeSource[];
  /** Allows reading /metrics from other machines; without it, loopback only. */
  metricsToken?: string | null;
  /** The folder of the built web app; without it, `/` is a plain page. */
  webFolder?: string;
  /** The public origin and token issuer; defaults to the listening address. */
  publicUrl?: string | null;
  /** Whether users may sign up by themselves. */
  allowsSignUp?: boolean;
  /** Fetches metadata documents of OAuth clients; by default from public addresses only. */
  fetchClientDocument?: AuthorizationServerOptions['fetch'];
}

/** A server that can be called in memory (`app.inject`) or made to listen. */
export interface HttpServer {
  app: FastifyInstance;
  /** The public origin, as far as it is known. */
  origin(): string;
  /** Listens and returns the address as a URL; port 0 picks a free port. */
  listen(address: { host: string; port: number }): Promise<string>;
  /** Rejects new requests, finishes running ones, and closes. */
  close(): Promise<void>;
}

const DEFAULT_UNAUTHENTICATED_RATE: Rate = { perSecond: 10, burst: 60 };

const MAX_HEADER_BYTES = 16_384;
/** Parameters of a query; a repeated one counts each time. */
const MAX_PARAMETERS = 500;
const MAX_BODY_BYTES = 262_144;
const REQUEST_TIMEOUT_MS = 15_000;
const KEEP_ALIVE_MS = 72_000;
/** Sockets idle for longer are closed, so that a client that stops reading does not hold its response. */
const IDLE_SOCKET_MS = 60_000;

/** Creates the Fastify server of REST, MCP, OAuth, OpenAPI, health, metrics and the web app. */
export async function createHttpServer(options: HttpServerOptions): Promise<HttpServer> {
  const now = options.now ?? (() => new Date());
  const plans = options.plans ?? DEFAULT_PLANS;
  const metrics = createHttpMetrics(options.gauges ?? []);
  let allowed: AllowedMethods = () => null;
  const app = newFastify(options, path => allowed(path));
  let isDraining = false;
  let listensAt: string | null = null;
  const origin = () => options.publicUrl ?? listensAt ?? 'http://localhost';

  app.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-request-id': request.id, 'x-content-type-options': 'nosniff' });
    if (request.routeOptions.config.operation !== METRICS) reply.headers(CROSS_ORIGIN_HEADERS);
    if (origin().startsWith('https:')) reply.headers(TRANSPORT_SECURITY);
    refuseManyParameters(request.url);
  });
  allowed = rejectOtherMethods(app);
  app.addHook('onSend', (_request, reply, payload, done) => {
    // A connection that stays open after its last response would keep the server from closing.
    if (isDraining) reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onResponse', async (request, reply) => {
    const operation = request.routeOptions.config.operation ?? 'other';
    const seconds = reply.elapsedTime / 1000;
    metrics.observe(operation, reply.statusCode, seconds);
    logAccess(options.log, request, operation, reply.statusCode, reply.elapsedTime);
  });
  app.setErrorHandler((error, request, reply) => {
    const response = toErrorResponse(error, request.id, now());
    if (response.isFault) options.log.error({ err: error, request_id: request.id }, 'request failed');
    // Errors may contain account data, and caches store a 404 by default.
    reply.code(response.status).headers({ 'cache-control': 'private, no-store', ...response.headers });
    const challenge = options.secretBox && challengeFor(request, error, origin());
    if (challenge) reply.header('www-authenticate', challenge);
    if (response.status === 401 && request.routeOptions.config.takesBasic) offerBasic(reply);
    return reply.send(response.body);
  });
  const web = openWebApp(options.webFolder, options.operations);
  app.setNotFoundHandler({}, async (request, reply) => {
    if (web !== null && acceptsHtml(request)) return sendPage(reply.code(404), web);
    throw new AsfiledError('not_found', 'Unknown path. See /docs for the available routes.');
  });
  addPreflight(app);
  const streams = new EventStreams(options.listener);
  const texts = new TextStreams();
  const closeUnusedSockets = trackUnused(app.server);
  app.addHook('preClose', async () => {
    streams.close();
    texts.close();
    closeUnusedSockets();
  });
  const loop = watchLoop();
  app.addHook('onClose', () => loop.stop());
  const authenticator = createAuthenticator({ db: options.db, now, listener: options.listener });
  app.addHook('onClose', async () => authenticator.close());
  const services = {
    // Operations continue one at a time, so that many heavy responses do not make the event loop late.
    db: pacedDatabase(options.db, loopTurns),
    authenticator,
    limiter: new RateLimiter(now),
    meter: new CreditMeter({ db: options.db, plans, now }),
    gate: new CallGate({ isLate: loop.isLate }),
    plans,
    unauthenticatedRate: options.unauthenticatedRate ?? DEFAULT_UNAUTHENTICATED_RATE,
    countCredits: metrics.countCredits,
    secretBox: options.secretBox,
    webhooks: options.webhooks,
    factReader: options.factReader,
    idempotencyStore: options.secretBox && new IdempotencyStore(options.db, options.secretBox),
    streams,
    texts,
    openDebits: new OpenDebits({ db: options.db, now, log: options.log }),
    log: options.log,
    now,
    downloads: options.delivery && {
      delivery: options.delivery,
      meter: new DownloadMeter({ db: options.db, plans }),
    },
  };
  addJsonParser(app);
  // Passes an uploaded file to its operation as the input member `csv`.
  app.addContentTypeParser('text/csv', { parseAs: 'string' }, (_request, csv, done) => done(null, { csv }));
  addOperationRoutes(app, options.operations, services);
  const isBehindProxy = (options.trustProxy ?? false) !== false;
  addMcpRoutes(app, options.operations, { ...services, isBehindProxy }, options.log);
  if (options.secretBox) {
    const { db, secretBox, log, fetchClientDocument: fetch } = options;
    const { listener } = options;
    const server = new AuthorizationServer({ db, secretBox, log, origin, fetch, now, listener });
    app.addHook('onClose', async () => server.close());
    addOAuthRoutes(app, { ...services, secretBox, server, allowsSignUp: options.allowsSignUp ?? true });
  }
  if (options.delivery) addDownloadRoutes(app, options.delivery, now);
  await addDocumentationRoutes(app, options.operations);
  addLlmsText(app, options.operations);
  addHealthRoutes(app, { ...options, metrics, isDraining: () => isDraining });
  if (web === null) addLandingPage(app, options.db, now);
  else await addWebApp(app, web);

  return {
    app,
    origin,
    async listen({ host, port }) {
      const url = await app.listen({ host, port });
      listensAt = browsableOrigin(url);
      return url;
    },
    async close() {
      isDraining = true;
      await app.close();
    },
  };
}

/** Some parsers of queries take time that grows with the square of the number of parameters. */
function refuseManyParameters(url: string): void {
  const parameters = url.split('?', 2)[1]?.split('&').length ?? 0;
  if (parameters <= MAX_PARAMETERS) return;
  throw new AsfiledError(
    'bad_request',
    `The query has ${parameters} parameters, and at most ${MAX_PARAMETERS} are allowed. Separate the values of a list by commas.`,
  );
}

/** Parses JSON bodies. A body without bytes counts as none, because many clients send the media type with every request. */
function addJsonParser(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null, undefined) : parse(request, body, done),
  );
}

/** The origin of a listening address as a browser on this machine can open it. */
function browsableOrigin(address: string): string {
  const url = new URL(address);
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  return url.origin;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The name of the route in metrics and the access log. */
    operation?: string;
    /** Whether Basic authentication with the key as password is accepted, for clients that cannot set custom headers. */
    takesBasic?: boolean;
  }
}

/** Adds a Basic challenge, because feed readers ask for credentials only if the response offers it. */
function offerBasic(reply: FastifyReply): void {
  const others = [reply.getHeader('www-authenticate') ?? []].flat().map(String);
  reply.header('www-authenticate', [...others, 'Basic realm="asfiled", charset="UTF-8"']);
}

function newFastify(options: HttpServerOptions, allowed: AllowedMethods): FastifyInstance {
  const app = Fastify({
    logger: false,
    genReqId: requestIdOf,
    requestIdHeader: false,
    trustProxy: options.trustProxy ?? false,
    bodyLimit: MAX_BODY_BYTES,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    connectionTimeout: IDLE_SOCKET_MS,
    forceCloseConnections: 'idle',
    // Requests on open connections are still served while the server drains, with `Connection: close`.
    return503OnClosing: false,
    http: { maxHeaderSize: MAX_HEADER_BYTES },
    // Operations validate the length of parameters, so the router must not.
    routerOptions: { maxParamLength: MAX_HEADER_BYTES, ignoreTrailingSlash: true },
    clientErrorHandler: (error, socket) => respondToClientError(error, socket, allowed),
    frameworkErrors: (error, request, reply) => {
      const response = toErrorResponse(error, request.id, new Date());
      const anyReply = reply as unknown as FastifyReply;
      anyReply
        .code(response.status)
        .headers({ ...response.headers, 'x-request-id': request.id })
        .send(response.body);
    },
  });
  return app as unknown as FastifyInstance;
}

/**
 * Returns a function that closes connections without any received bytes. Browsers open connections ahead of need, and Node
 * counts them as busy, so that one of them would delay the server's close.
 */
function trackUnused(server: Server): () => void {
  const open = new Set<Socket>();
  server.on('connection', socket => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
}

/** Logs one line per request, without query and headers, which may contain secrets. */
function logAccess(log: Log, request: FastifyRequest, operation: string, status: number, elapsedMs: number): void {
  log.info(
    {
      request_id: request.id,
      method: request.method,
      path: request.url.split('?', 1)[0]?.slice(0, 256),
      operation,
      status,
      ms: Math.round(elapsedMs * 10) / 10,
    },
    'request',
  );
}

const SAFE_REQUEST_ID = /^[A-Za-z0-9._-]{8,64}$/;

/** The id of a request in its response and logs: the client's own if it is safe to log, else a new one. */
function requestIdOf(request: IncomingMessage): string {
  const clientId = request.headers['x-request-id'];
  return typeof clientId === 'string' && SAFE_REQUEST_ID.test(clientId) ? clientId : randomUUID();
}
