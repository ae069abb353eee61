import type { OperationContext } from '../../domain/kit/operation.ts';
import { AsfiledError } from '../../kernel/errors.ts';
import type { SecretBox } from '../../kernel/secrets/secret-box.ts';
import type { Access } from '../account.ts';
import { ownAccount } from './own-account.ts';

/** Who calls, with what; routes about an account are never called without a credential. */
export function ownAccess(context: OperationContext): Access {
  const account = ownAccount(context);
  if (context.credential !== undefined) return { account, credential: context.credential };
  throw new AsfiledError('unauthorized', 'This route is about an account: it needs an API key or a token.');
}

/** What proving to be the holder takes. */
export function holderServices({ db, secretBox }: OperationContext): {
  db: OperationContext['db'];
  secretBox: SecretBox;
} {
  if (secretBox !== undefined) return { db, secretBox };
  throw new AsfiledError('delivery_unavailable', 'This service keeps no secrets, so accounts cannot be changed here.');
}
