import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonText } from '../../domain/kit/operation.ts';
import { type ContentCoding, compress, isWorthCompressing, negotiateCoding } from './content-encoding.ts';
import { contentDigest, entityTag, matchesEntityTag } from './entity-tag.ts';

/** A text that can be sent, with the digest that its entity tag is made of. */
export interface RenderedResponse {
  text: string;
  digest: string;
  /** The object that stands for this text as long as it is kept: what is encoded once for it need not be again. */
  source: object | null;
}

/** Takes what an operation returned. */
export function toResponse(result: unknown): RenderedResponse {
  if (result instanceof JsonText) {
    return { text: result.text, digest: result.etag ?? contentDigest(result.text), source: result };
  }
  const text = JSON.stringify(result);
  return { text, digest: contentDigest(text), source: null };
}

const JSON_TYPE = 'application/json; charset=utf-8';
const VARY = 'Accept-Encoding';

/** Whether the client has the answer already; a 304 is then what to send. */
export function isNotModified(request: FastifyRequest, answer: RenderedResponse): boolean {
  return matchesEntityTag(request.headers['if-none-match'], answer.digest);
}

/** 304 with the tag of the representation that would have been sent. */
export function sendNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RenderedResponse,
  caching: string,
): FastifyReply {
  const coding = codingFor(request, answer.text);
  return reply
    .code(304)
    .header('etag', entityTag(answer.digest, coding))
    .header('cache-control', caching)
    .header('vary', VARY)
    .send();
}

/** 200 with the text, compressed as the client likes it. */
export async function sendResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: RenderedResponse,
  caching: string,
  contentType = JSON_TYPE,
): Promise<FastifyReply> {
  const coding = codingFor(request, answer.text);
  const body = answer.source === null && coding === null ? answer.text : await bytesOf(answer, coding);
  reply
    .header('content-type', contentType)
    .header('etag', entityTag(answer.digest, coding))
    .header('cache-control', caching)
    .header('vary', VARY);
  if (coding !== null) reply.header('content-encoding', coding);
  return reply.send(body);
}

function codingFor(request: FastifyRequest, text: string): ContentCoding | null {
  return isWorthCompressing(text) ? negotiateCoding(request.headers['accept-encoding']) : null;
}

const bytesBefore = new WeakMap<object, Map<ContentCoding | null, Buffer>>();

/** The bytes of an answer in a coding (null = as it is), made once for as long as its source is kept. */
async function bytesOf({ text, source }: RenderedResponse, coding: ContentCoding | null): Promise<Buffer> {
  const known = source === null ? undefined : bytesBefore.get(source);
  const ready = known?.get(coding);
  if (ready) return ready;
  const bytes = coding === null ? Buffer.from(text) : await compress(text, coding);
  if (known) known.set(coding, bytes);
  else if (source !== null) bytesBefore.set(source, new Map([[coding, bytes]]));
  return bytes;
}

/** The answer to a change: nobody is to keep it, for it may hold a secret that is shown once. */
export function sendChange(reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply {
  reply.code(status).header('cache-control', 'private, no-store');
  return status === 204 ? reply.send() : reply.header('content-type', JSON_TYPE).send(body);
}
