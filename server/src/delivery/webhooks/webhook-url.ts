import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import { findUrlProblem } from '../../kernel/network/guarded-dispatcher.ts';

/**
 * Throws `validation_error` for a URL that is never allowed. The addresses of a host name are checked for each delivery,
 * because they may change at any time.
 */
export function requireSendable(url: string, { webhooks }: OperationContext): void {
  const refusal = findUrlProblem(url, { allowPrivate: webhooks?.sender.allowPrivate ?? false });
  if (refusal === null) return;
  const type = refusal.includes('public') ? 'address_not_public' : 'value_error';
  throw new AsfiledError('validation_error', refusal, {
    detail: [{ loc: ['body', 'url'], msg: refusal, type, input: url }],
  });
}
