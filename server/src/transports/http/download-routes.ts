import { pipeline, type Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Delivery } from '../../domain/kit/operation.ts';
import { type ContentCoding, compressor, negotiateCoding } from './content-encoding.ts';

const URL_PATTERN = '/downloads/:file_name';

/** Filings are untrusted documents, so nothing in them may run on this origin. */
const CONTENT_SECURITY_POLICY = "sandbox; default-src 'none'";

/** Serves archived files at signed links. Compresses text as the client accepts. */
export function addDownloadRoutes(app: FastifyInstance, delivery: Delivery, now: () => Date): void {
  app.route<{ Params: { file_name: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: URL_PATTERN,
    config: { operation: 'download' },
    handler: async (request, reply) => {
      const file = await delivery.open(request.params.file_name, request.query, now());
      const bytes = await file.bytes();
      const coding = isTextType(file.contentType) ? negotiateCoding(request.headers['accept-encoding']) : null;
      reply.headers({
        'content-type': file.contentType,
        'content-disposition': `attachment; filename="${file.fileName}"`,
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'cache-control': 'private, no-store',
        vary: 'Accept-Encoding',
        ...(coding === null ? {} : { 'content-encoding': coding }),
      });
      if (request.method === 'HEAD') {
        bytes.destroy();
        return reply.send();
      }
      return reply.send(coding === null ? bytes : packed(bytes, coding));
    },
  });
}

function packed(bytes: Readable, coding: ContentCoding): Readable {
  const packer = compressor(coding);
  // A corrupt object breaks the connection, so that the client does not mistake a part for the whole.
  pipeline(bytes, packer, () => undefined);
  return packer;
}

/** Media types of text: HTML, XML, JSON, CSV, plain. */
function isTextType(contentType: string): boolean {
  return /^(text\/|application\/(json|xml|javascript)\b|[a-z]+\/[\w.-]+\+(json|xml)\b)/i.test(contentType);
}
