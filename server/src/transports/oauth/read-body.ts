import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
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
