import type { FastifyRequest } from 'fastify';
import { filingAtom } from '../../domain/filings/filings/operations/get-filing-atom.ts';
import { type AnyOperation, ATOM } from '../../domain/kit/operation.ts';
import { contentDigest } from '../http/entity-tag.ts';
import { requestOrigin } from '../http/request-origin.ts';
import type { RenderedResponse } from '../http/send-response.ts';
import { renderFilingAtom } from './render-filing-atom.ts';

/** Renders the result of an operation whose media type is not JSON. */
export function renderResponse(
  { mediaType }: AnyOperation,
  result: unknown,
  request: FastifyRequest,
): RenderedResponse {
  const text =
    mediaType === ATOM
      ? renderFilingAtom(filingAtom.parse(result), { origin: requestOrigin(request), address: request.url })
      : String(result);
  return { text, digest: contentDigest(text), source: null };
}
