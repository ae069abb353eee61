import { Readable } from 'node:stream';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../accounts/account.ts';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import type { CallServices } from '../calls.ts';
import { type CallerRules, identifyCaller } from '../http/caller.ts';
import { requestOrigin } from '../http/request-origin.ts';
import { McpServers } from './mcp-server.ts';

const URL_PATTERN = '/mcp';
/** Every tool reads data; a client that has too little learns so before it calls one, and can ask for more. */
const NEEDED: Scope = 'data:read';

export interface McpServices extends CallServices, CallerRules {
  /** Whether a proxy of the operator's says under which name callers came: then any name may be ours. */
  isBehindProxy: boolean;
}

/** The tools, resources and prompts of the operations at `/mcp`. */
export function addMcpRoutes(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  services: McpServices,
  log: Log,
): void {
  const servers = new McpServers(operations, services, log);
  addMcpTransport(app, services, (...caller) => servers.create(...caller), log);
}

/** What answers one message, for whoever sent it. */
export type CreateServer = (...caller: Parameters<McpServers['create']>) => ReturnType<McpServerFactory>;

/**
 * MCP over Streamable HTTP, without sessions: each POST is answered by itself, for whoever's key or token it carries,
 * in the revision that its client speaks.
 */
export function addMcpTransport(
  app: FastifyInstance,
  services: CallerRules & Pick<McpServices, 'isBehindProxy'>,
  createServer: CreateServer,
  log: Log,
): void {
  const callers = new WeakMap<Request, Parameters<CreateServer>>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const caller = requestInfo && callers.get(requestInfo);
      if (caller === undefined) throw new Error('an MCP request without its caller');
      return createServer(...caller);
    },
    { onerror: error => log.debug({ err: error }, 'MCP request refused') },
  );
  app.addHook('onClose', () => handler.close());
  app.route({
    method: ['GET', 'POST', 'DELETE'],
    url: URL_PATTERN,
    config: { operation: 'mcp' },
    onRequest: async request => refuseForeignNames(request, services.isBehindProxy),
    handler: async (request, reply) => {
      const { access } = await identifyCaller(services, request, '/mcp');
      if (access === null) {
        throw new AsfiledError(
          'unauthorized',
          'Sign in with OAuth, or send an API key as Authorization: Bearer or X-API-Key.',
        );
      }
      if (!access.credential.scopes.includes(NEEDED)) {
        throw new AsfiledError('forbidden', `This key or token is not allowed ${NEEDED}.`, { scope_required: NEEDED });
      }
      const asked = toWebRequest(request, reply);
      callers.set(asked, [async () => access, request.id]);
      return sendWebResponse(reply, await handler.fetch(asked, { parsedBody: request.body }));
    },
  });
}

/** The head of a request; its body was read already. Ends with the connection of its client. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
  return new Request(`${requestOrigin(request)}${request.url}`, {
    method: request.method,
    headers,
    signal: gone.signal,
  });
}

function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status).header('cache-control', 'private, no-store');
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(response.body === null ? null : Readable.fromWeb(response.body));
}

/**
 * A name of somebody else's that is made to point at this machine (DNS rebinding) must not speak with a service that
 * listens for this machine alone; nor may pages of other sites. Clients that are no browsers send no Origin.
 */
function refuseForeignNames(request: FastifyRequest, isBehindProxy: boolean): void {
  const { hostname: own } = new URL(requestOrigin(request));
  if (!isBehindProxy && isLoopback(request.socket.localAddress) && !LOOPBACK_NAMES.has(own)) {
    throw new AsfiledError(
      'forbidden',
      'This service answers to localhost alone; behind a proxy of yours, set ASFILED_TRUST_PROXY.',
    );
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  const from = URL.canParse(origin) ? new URL(origin).hostname : null;
  if (from !== null && (LOOPBACK_NAMES.has(from) || from === own)) return;
  throw new AsfiledError('forbidden', 'Pages of other sites may not speak MCP with this service.');
}

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

function isLoopback(address: string | undefined): boolean {
  return address !== undefined && /^(127\.|::1$|::ffff:127\.)/.test(address);
}
