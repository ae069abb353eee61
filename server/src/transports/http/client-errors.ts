import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorCode } from '../../kernel/errors.ts';
import { errorBody } from './error-responses.ts';

const RESPONSES: Record<string, [status: string, code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    '431 Request Header Fields Too Large',
    'payload_too_large',
    'The request line and headers are too large.',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['408 Request Timeout', 'bad_request', 'The request did not arrive in time.'],
};

/** Responds to malformed or incomplete HTTP requests with a JSON error body; Node would send none. */
export function respondToClientError(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, code, message] = RESPONSES[error.code ?? ''] ?? [
    '400 Bad Request',
    'bad_request',
    'The request is not valid HTTP.',
  ];
  const requestId = randomUUID();
  const body = JSON.stringify(errorBody(code, message, requestId));
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nX-Request-Id: ${requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}
