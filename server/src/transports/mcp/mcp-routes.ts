import { Readable } from 'node:stream';
import { createMcpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Scope } from '../../accounts/account.ts';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { loopTurns } from '../../kernel/loop-turns.ts';
import type { CallServices } from '../calls.ts';
import { type CallerRules, identifyCaller } from '../http/caller.ts';
import { isLoopbackAddress, isLoopbackName, requestOrigin } from '../http/request-origin.ts';
import { McpServers } from './mcp-server.ts';

const URL_PATTERN = '/mcp';
/** Required for every request, so that a client learns about a missing scope before it calls a tool. */
const REQUIRED_SCOPE: Scope = 'data:read';

export interface McpServices extends CallServices, CallerRules {
  /** Whether a reverse proxy sets the host name, in which case any host name is accepted. */
  isBehindProxy: boolean;
}

/** Serves the tools, resources and prompts at `/mcp`. */
export function addMcpRoutes(
  app: FastifyInstance,
  operations: readonly AnyOperation[],
  services: McpServices,
  log: Log,
): void {
  const servers = new McpServers(operations, services, log);
  addMcpTransport(app, services, (...caller) => servers.create(...caller), log);
}

/** Creates the server that handles one message for its caller. */
export type CreateServer = (...caller: Parameters<McpServers['create']>) => ReturnType<McpServerFactory>;

/**
 * MCP over stateless Streamable HTTP: each POST is handled on its own, for the caller of its key or token, in the protocol
 * revision of its client.
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
      const messages = Array.isArray(request.body) ? Math.max(1, request.body.length) : 1;
      const { access } = await identifyCaller(services, request, '/mcp', messages);
      if (access === null) {
        throw new AsfiledError(
          'unauthorized',
          'Sign in with OAuth, or send an API key as Authorization: Bearer or X-API-Key.',
        );
      }
      if (!access.credential.scopes.includes(REQUIRED_SCOPE)) {
        throw new AsfiledError('forbidden', `This key or token does not have the scope ${REQUIRED_SCOPE}.`, {
          scope_required: REQUIRED_SCOPE,
        });
      }
      // Many requests can arrive in one iteration of the event loop.
      await loopTurns.take();
      const webRequest = toWebRequest(request, reply);
      callers.set(webRequest, [async () => access, request.id]);
      return sendWebResponse(reply, await handler.fetch(webRequest, { parsedBody: request.body }));
    },
  });
}

/** The request without its body, which is already parsed. Aborts when the client disconnects. */
function toWebRequest(request: FastifyRequest, reply: FastifyReply): Request {
  const disconnected = new AbortController();
  reply.raw.once('close', () => disconnected.abort());
  const headers = Object.entries(request.headers).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, Array.isArray(value) ? value.join(', ') : value] as [string, string]],
  );
  return new Request(`${requestOrigin(request)}${request.url}`, {
    method: request.method,
    headers,
    signal: disconnected.signal,
  });
}

function sendWebResponse(reply: FastifyReply, response: Response): FastifyReply {
  reply.code(response.status).header('cache-control', 'private, no-store');
  for (const [name, value] of response.headers) reply.header(name, value);
  return reply.send(response.body === null ? null : Readable.fromWeb(response.body));
}

/**
 * Rejects foreign host names on a loopback listener (DNS rebinding), and browser pages of other origins. Clients other than
 * browsers send no Origin header.
 */
function refuseForeignNames(request: FastifyRequest, isBehindProxy: boolean): void {
  const { hostname: own } = new URL(requestOrigin(request));
  if (!isBehindProxy && isLoopbackAddress(request.socket.localAddress) && !isLoopbackName(own)) {
    throw new AsfiledError(
      'forbidden',
      'This service accepts requests to localhost only. Behind a reverse proxy, set ASFILED_TRUST_PROXY.',
    );
  }
  const { origin } = request.headers;
  if (origin === undefined) return;
  const from = URL.canParse(origin) ? new URL(origin).hostname : null;
  if (from !== null && (isLoopbackName(from) || from === own)) return;
  throw new AsfiledError('forbidden', 'MCP requests from pages of other origins are not allowed.');
}
