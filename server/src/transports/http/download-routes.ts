import { pipeline, type Readable } from 'node:stream';
import { createGzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import type { Delivery } from '../../domain/kit/operation.ts';

const URL_PATTERN = '/downloads/:file_name';

/** Filings are untrusted documents, so nothing in them may run on this origin. */
const CONTENT_SECURITY_POLICY = "sandbox; default-src 'none'";

/** Serves archived files at signed links. Compresses text with gzip. */
export function addDownloadRoutes(app: FastifyInstance, delivery: Delivery, now: () => Date): void {
  app.route<{ Params: { file_name: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: URL_PATTERN,
    config: { operation: 'download' },
    handler: async (request, reply) => {
      const file = await delivery.open(request.params.file_name, request.query, now());
      const bytes = await file.bytes();
      const isPacked = isTextType(file.contentType) && acceptsGzip(request.headers['accept-encoding']);
      reply.headers({
        'content-type': file.contentType,
        'content-disposition': `attachment; filename="${file.fileName}"`,
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'cache-control': 'private, no-store',
        vary: 'Accept-Encoding',
        ...(isPacked ? { 'content-encoding': 'gzip' } : {}),
      });
      if (request.method === 'HEAD') {
        bytes.destroy();
        return reply.send();
      }
      return reply.send(isPacked ? packed(bytes) : bytes);
    },
  });
}

function packed(bytes: Readable): Readable {
  const gzip = createGzip();
  // A corrupt object breaks the connection, so that the client does not mistake a part for the whole.
  pipeline(bytes, gzip, () => undefined);
  return gzip;
}

/** Media types of text: HTML, XML, JSON, CSV, plain. */
function isTextType(contentType: string): boolean {
  return /^(text\/|application\/(json|xml|javascript)\b|[a-z]+\/[\w.-]+\+(json|xml)\b)/i.test(contentType);
}

/** Whether a client accepts gzip; one without Accept-Encoding does (RFC 9110 §12.5.3). */
function acceptsGzip(accepted: string | undefined): boolean {
  if (accepted === undefined) return true;
  const weights = new Map(
    accepted.split(',').map(part => {
      const [name = '', ...parameters] = part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      const weight = parameters.find(parameter => parameter.startsWith('q='))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get('gzip') ?? weights.get('*') ?? 0) > 0;
}
