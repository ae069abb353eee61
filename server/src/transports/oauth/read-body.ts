import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { InvalidInputError } from '../http/error-responses.ts';

/** The body of a request, read; throws {@link InvalidInputError} that name each fault and repeat nothing of what was sent. */
export function readBody<Schema extends z.ZodType>(schema: Schema, { body }: FastifyRequest): z.output<Schema> {
  const read = schema.safeParse(body ?? {});
  if (read.success) return read.data;
  throw new InvalidInputError(
    read.error.issues.flatMap(issue =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map(key => fault([key.slice(0, 64)], 'There is no such parameter.', 'extra_forbidden'))
        : [fault(issue.path.map(String), issue.message, 'value_error')],
    ),
  );
}

/** One fault of a body. The input is left out: it may be a password. */
export function fault(path: string[], msg: string, type = 'value_error') {
  return { loc: ['body', ...path], msg, type, input: null };
}
