import type { UserKey } from '@asfiled/client';
import { useQueryClient } from '@tanstack/react-query';
import { AccountForm, Field } from '../../../components/account-form.tsx';
import { announce } from '../../../components/announce.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { AskError } from '../../../session/ask-service.ts';
import { signOut } from '../../../session/session.ts';
import { ask } from '../ask.ts';
import sections from '../sections.module.css';
import { isOfThisBrowser } from './own-browser.ts';

/** Asks for the name of the key before it is revoked: it cannot be taken back. */
export function RevokeKey({ apiKey, onClose }: { apiKey: UserKey; onClose: () => void }) {
  const queries = useQueryClient();
  const isOwn = isOfThisBrowser(apiKey);
  return (
    <Dialog title={`Revoke “${apiKey.name}”?`} place="middle" onClose={onClose}>
      <p className="second">
        Whatever uses {apiKey.hint}… is refused within a second. It cannot be taken back.
        {isOwn && ' This browser is signed in with it: you will be signed out.'}
      </p>
      <div className={sections.form}>
        <AccountForm
          action="Revoke the key"
          onSubmit={async ({ name = '' }) => {
            if (name.trim() !== apiKey.name) throw new AskError(0, `Type ${apiKey.name} to revoke this key.`);
            await ask('revokeKey', { key_id: apiKey.key_id });
            announce(`${apiKey.name} is revoked.`);
            onClose();
            if (isOwn) return signOut();
            await queries.invalidateQueries({ queryKey: ['listKeys'] });
          }}
        >
          <Field label="Name of the key" name="name" autoComplete="off" hint={`Type ${apiKey.name}.`} isFocused />
        </AccountForm>
      </div>
    </Dialog>
  );
}
