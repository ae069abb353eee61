import { AsfiledError } from '../../kernel/errors.ts';

/** An input error that the schema cannot detect; reported like those that it can (422, HTTPValidationError). */
export function invalidInput(
  place: 'query' | 'path' | 'body',
  name: string,
  message: string,
  input: unknown,
): AsfiledError {
  return new AsfiledError('validation_error', message, {
    detail: [{ loc: [place, name], msg: message, type: 'value_error', input }],
  });
}
