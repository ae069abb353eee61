import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

const ACCEPTABLE = /^[A-Za-z0-9._-]{8,64}$/;

/** The id of a request in its response and logs: the client's own if it is safe to log, else a new one. */
export function requestIdOf(request: IncomingMessage): string {
  const clientId = request.headers['x-request-id'];
  return typeof clientId === 'string' && ACCEPTABLE.test(clientId) ? clientId : randomUUID();
}
