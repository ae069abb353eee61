import type { FastifyRequest } from 'fastify';
import { filingAtom } from '../../capabilities/feeds/get-filing-atom.ts';
import { type AnyOperation, ATOM } from '../../capabilities/operation.ts';
import { digestOf } from '../http/entity-tag.ts';
import { ownAddress } from '../http/own-address.ts';
import type { Answer } from '../http/send-answer.ts';
import { renderFilingAtom } from './render-filing-atom.ts';

/** What an operation returned, in its media type where that is not JSON. */
export function renderAnswer({ mediaType }: AnyOperation, result: unknown, request: FastifyRequest): Answer {
  const text =
    mediaType === ATOM
      ? renderFilingAtom(filingAtom.parse(result), { origin: ownAddress(request), address: request.url })
      : String(result);
  return { text, digest: digestOf(text), source: null };
}
