import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { JsonText } from '../../domain/kit/operation.ts';
import { writeJson } from '../../kernel/write-json.ts';
import { type ContentCoding, compress, isWorthCompressing, negotiateCoding } from './content-encoding.ts';

/** A response text with the digest of its entity tag. */
export interface RenderedResponse {
  text: string;
  digest: string;
  /** The cache key for encoded bytes of this text, which live as long as this object; null = not cached. */
  source: object | null;
}

/** Serializes the result of an operation, a large one in pieces. */
export async function toResponse(result: object): Promise<RenderedResponse> {
  if (result instanceof JsonText) {
    return { text: result.text, digest: result.etag ?? contentDigest(result.text), source: result };
  }
  const text = await writeJson(result);
  return { text, digest: contentDigest(text), source: null };
}

const JSON_TYPE = 'application/json; charset=utf-8';
const VARY = 'Accept-Encoding';

/** Whether the client already has the response, so that 304 is due. */
export function isNotModified(request: FastifyRequest, response: RenderedResponse): boolean {
  return matchesEntityTag(request.headers['if-none-match'], response.digest);
}

/** Sends 304 with the entity tag of the representation that would have been sent. */
export function sendNotModified(
  request: FastifyRequest,
  reply: FastifyReply,
  response: RenderedResponse,
  caching: string,
): FastifyReply {
  const coding = codingFor(request, response.text);
  return reply
    .code(304)
    .header('etag', entityTag(response.digest, coding))
    .header('cache-control', caching)
    .header('vary', VARY)
    .send();
}

/** Sends 200 with the text, compressed as the client prefers. */
export async function sendResponse(...of: Parameters<typeof prepareResponse>): Promise<FastifyReply> {
  const send = await prepareResponse(...of);
  return send();
}

/**
 * Compresses a response as the client prefers, and returns what sends it with 200. The work is done before: sending takes as
 * long as the client takes to read.
 */
export async function prepareResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  response: RenderedResponse,
  caching: string,
  contentType = JSON_TYPE,
): Promise<() => FastifyReply> {
  const coding = codingFor(request, response.text);
  const body = response.source === null && coding === null ? response.text : await bytesOf(response, coding);
  reply
    .header('content-type', contentType)
    .header('etag', entityTag(response.digest, coding))
    .header('cache-control', caching)
    .header('vary', VARY);
  if (coding !== null) reply.header('content-encoding', coding);
  return () => reply.send(body);
}

/** The digest of a response text, from which its entity tags are derived. */
export function contentDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22);
}

/** A strong entity tag (RFC 9110 §8.8.3). Each content coding is another representation with another tag. */
function entityTag(digest: string, coding: ContentCoding | null): string {
  return coding === null ? `"${digest}"` : `"${digest}-${coding}"`;
}

const TAG = /(?:W\/)?"([^"]*)"/g;

/** Whether a client already has the response in any coding (If-None-Match uses weak comparison). */
export function matchesEntityTag(ifNoneMatch: string | undefined, digest: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch.trim() === '*') return true;
  for (const [, tag = ''] of ifNoneMatch.matchAll(TAG)) {
    if (tag.replace(/-(?:zstd|br|gzip)$/, '') === digest) return true;
  }
  return false;
}

function codingFor(request: FastifyRequest, text: string): ContentCoding | null {
  return isWorthCompressing(text) ? negotiateCoding(request.headers['accept-encoding']) : null;
}

const encodedBytes = new WeakMap<object, Map<ContentCoding | null, Buffer>>();

/** The bytes of a response in a coding (null = uncompressed), cached by its source. */
async function bytesOf({ text, source }: RenderedResponse, coding: ContentCoding | null): Promise<Buffer> {
  const known = source === null ? undefined : encodedBytes.get(source);
  const ready = known?.get(coding);
  if (ready) return ready;
  const bytes = coding === null ? Buffer.from(text) : await compress(text, coding);
  if (known) known.set(coding, bytes);
  else if (source !== null) encodedBytes.set(source, new Map([[coding, bytes]]));
  return bytes;
}

/** Sends the response to a change, without caching, because it may hold a secret that is shown once. */
export function sendChange(reply: FastifyReply, { status, body }: { status: number; body: string }): FastifyReply {
  reply.code(status).header('cache-control', 'private, no-store');
  return status === 204 ? reply.send() : reply.header('content-type', JSON_TYPE).send(body);
}
