import type { UserOut } from '@asfiled/client';
import { AccountForm, Field } from '../../../components/account/account-form.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { FormError } from '../../../session/account-api.ts';
import { signOut } from '../../../session/session.ts';
import sections from '../sections.module.css';
import { Section } from '../sections.tsx';
import { submitCall } from '../submit.ts';
import { ProofFields, proofOf } from './proof-fields.tsx';
import { useOpenForm } from './use-open-form.ts';

/** Deletes the account after the user has typed its email and password. */
export function DeleteAccount({ user, onDeleted }: { user: UserOut; onDeleted: () => void }) {
  const { form, open } = useOpenForm();
  return (
    <Section title="Delete account">
      <p className="second">
        Deletion is immediate and permanent, and includes all data of the account. Download the export first.
      </p>
      <div className={sections.actions}>
        <button type="button" className={`button ${sections.danger}`} onClick={() => open('delete')}>
          Delete account…
        </button>
      </div>
      {form === 'delete' && (
        <Dialog title={`Delete ${user.email}?`} place="middle" onClose={() => open(undefined)}>
          <p className="second">
            Keys, sessions, apps and webhooks stop working; the watchlist, notifications, usage and ledger are deleted.
            This cannot be undone.
          </p>
          <div className={sections.form}>
            <AccountForm
              action="Delete account"
              onSubmit={async values => {
                if (values.email?.trim().toLowerCase() !== user.email) {
                  throw new FormError(0, `Type ${user.email} to delete this account.`);
                }
                await submitCall('deleteUser', proofOf(values));
                onDeleted();
                signOut();
              }}
            >
              <ProofFields user={user} />
              <Field label="Account email" name="email" autoComplete="off" hint={`Type ${user.email}.`} />
            </AccountForm>
          </div>
        </Dialog>
      )}
    </Section>
  );
}
