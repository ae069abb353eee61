import { AsfiledError } from '../../kernel/errors.ts';

/** A fault of the input that its schema cannot see; answered like those that it can (422, HTTPValidationError). */
export function inputRefused(
  place: 'query' | 'path' | 'body',
  name: string,
  message: string,
  input: unknown,
): AsfiledError {
  return new AsfiledError('validation_error', message, {
    detail: [{ loc: [place, name], msg: message, type: 'value_error', input }],
  });
}
