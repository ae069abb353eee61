import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { AsfiledError } from '../../kernel/errors.ts';
import { InvalidInputError } from '../http/error-responses.ts';

/** Parses the body of a request; throws {@link InvalidInputError} with all problems, without echoing the input. */
export function readBody<Schema extends z.ZodType>(schema: Schema, { body }: FastifyRequest): z.output<Schema> {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  throw new InvalidInputError(
    read.error.issues.flatMap(issue =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(key => bodyIssue([key.slice(0, 64)], 'Unknown parameter.', 'extra_forbidden'))
        : [bodyIssue(issue.path.map(String), issue.message, 'value_error')],
    ),
  );
}

/** One problem of a body, without the input, because it may be a password. */
export function bodyIssue(path: string[], msg: string, type = 'value_error') {
  return { loc: ['body', ...path], msg, type, input: null };
}

/**
 * Throws `forbidden` unless a request provably comes from a page of this service. Browsers send the origin of the page
 * with every POST, and pages cannot forge it (Fetch standard, `Origin` and `Sec-Fetch-Site`).
 */
export function requireSameOrigin({ headers }: FastifyRequest, origin: string): void {
  const site = headers['sec-fetch-site'];
  if (headers.origin === origin && (site === undefined || site === 'same-origin')) return;
  throw new AsfiledError('forbidden', `Only the sign-in pages at ${origin} may call this route.`);
}
