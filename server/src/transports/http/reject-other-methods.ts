import type { Duplex } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { errorBody } from './error-responses.ts';

/** The value of `Allow` for a path; null if no route has the path. */
export type AllowedMethods = (path: string) => string | null;

interface KnownPath {
  pattern: RegExp;
  methods: Set<string>;
}

/**
 * Responds 405 with `Allow` to every other method on an existing path (RFC 9110 §15.5.6), before the body is read. Covers
 * the routes that are added after this call. A literal path comes before a template that matches it, as in OpenAPI:
 * `GET …/notifications/read-all` is no notification.
 */
export function rejectOtherMethods(app: FastifyInstance): AllowedMethods {
  const known = new Map<string, KnownPath>();
  app.addHook('onRoute', ({ url, method }) => {
    if (url === EVERY_PATH) return;
    const path = known.get(url) ?? { pattern: toPattern(url), methods: new Set() };
    for (const one of [method].flat()) path.methods.add(one);
    known.set(url, path);
  });
  const allowed: AllowedMethods = path => {
    const literal = known.get(path);
    const matches = literal ? [literal] : [...known.values()].filter(({ pattern }) => pattern.test(path));
    const methods = matches.flatMap(knownPath => [...knownPath.methods]);
    return methods.length === 0 ? null : [...new Set([...methods, 'OPTIONS'])].join(', ');
  };
  app.addHook('onRequest', async (request, reply) => {
    const path = pathOf(request.url);
    const literal = known.get(path);
    if (literal === undefined ? !request.is404 : literal.methods.has(request.method)) return;
    const allow = allowed(path);
    if (allow === null || allow.split(', ').includes(request.method)) return;
    const body = errorBody('bad_request', messageFor(request.method, allow), request.id);
    return reply.code(405).headers({ allow, 'cache-control': 'private, no-store' }).send(body);
  });
  // Node closes the connection without a response if nothing handles CONNECT.
  app.server.on('connect', (_request: unknown, socket: Duplex) => {
    socket.on('error', () => undefined);
    socket.end(`HTTP/1.1 405 Method Not Allowed\r\nAllow: ${SERVED}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
  });
  return allowed;
}

/** The path of the preflight route, which has OPTIONS only. */
const EVERY_PATH = '*';
/** All methods that some route has. */
export const SERVED = 'GET, HEAD, POST, PATCH, DELETE, OPTIONS';

export function messageFor(method: string, allow: string): string {
  return `Method ${method.slice(0, 32)} is not allowed. Use ${allow}.`;
}

/** The path of a request target, without the query. */
export function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

/** Converts a Fastify URL (`/a/:b/*`) to a pattern. A slash at the end is ignored, as the router does. */
function toPattern(url: string): RegExp {
  const source = url
    .replace(/\/$/, '')
    .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
    .replace(/:[A-Za-z_]+/g, '[^/]+')
    .replaceAll('*', '.*');
  return new RegExp(`^${source}/?$`);
}
