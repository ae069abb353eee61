import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../../kernel/errors.ts';
import { errorBody } from './error-responses.ts';
import { type AllowedMethods, messageFor, pathOf, SERVED } from './reject-other-methods.ts';

type Response = [status: string, code: ErrorCode, message: string];

const RESPONSES: Record<string, Response> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'payload_too_large',
    'The request line and headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'bad_request', 'The request did not arrive in time.'],
};

type ClientError = Error & { code?: string; rawPacket?: unknown };

/** Responds to malformed or incomplete HTTP requests with a JSON error body; Node would send none. */
export function respondToClientError(error: ClientError, socket: Socket, allowed: AllowedMethods): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const refused = error.code === 'HPE_INVALID_METHOD' ? refusedMethod(error, allowed) : null;
  const [status, code, message] = refused?.response ??
    RESPONSES[error.code ?? ''] ?? ['400 Bad Request', 'bad_request', 'The request is not valid HTTP.'];
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(code, message, requestId));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\n${refused?.header ?? ''}Connection: close\r\n\r\n${body}`,
  );
}

/** A method that Node does not know is not allowed on any path; null if the request line is not one. */
function refusedMethod({ rawPacket }: ClientError, allowed: AllowedMethods) {
  if (!Buffer.isBuffer(rawPacket)) return null;
  const [, method, target] = REQUEST_LINE.exec(rawPacket.toString('latin1', 0, MAX_REQUEST_LINE)) ?? [];
  if (method === undefined || target === undefined) return null;
  const allow = allowed(pathOf(target)) ?? SERVED;
  const response: Response = ['405 Method Not Allowed', 'bad_request', messageFor(method, allow)];
  return { response, header: `Allow: ${allow}\r\n` };
}

const MAX_REQUEST_LINE = 16_384;
/** RFC 9112 §3: a token, a target and the version. */
const REQUEST_LINE = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+) (\S+) HTTP\/1\.[01]\r?\n/;
