import type { UserOut } from '@asfiled/client';
import { useQueryClient } from '@tanstack/react-query';
import { AccountForm, NewPasswordField } from '../../../components/account/account-form.tsx';
import { announce } from '../../../components/ui/announce.ts';
import { ownKey, signOut } from '../../../session/session.ts';
import sections from '../sections.module.css';
import { Section } from '../sections.tsx';
import { submitCall } from '../submit.ts';
import { ProofFields, proofOf } from './proof-fields.tsx';
import { useOpenForm } from './use-open-form.ts';

/** Changes the password. `onSignedOut` is called after the change, which ends this session. */
export function Password({ user, onSignedOut }: { user: UserOut; onSignedOut: () => void }) {
  const { form, open } = useOpenForm();
  const queries = useQueryClient();
  return (
    <Section title="Password">
      <p className="second">
        Changing the password signs you out everywhere, disconnects apps and revokes the keys they created. Your other
        API keys still work.
      </p>
      {form === 'password' ? (
        <div className={sections.form}>
          <AccountForm
            action="Change password"
            onSubmit={async values => {
              const { password, code } = proofOf(values);
              await submitCall('changePassword', {
                current_password: password,
                new_password: values.new_password ?? '',
                ...(code === undefined ? {} : { code }),
              });
              if (ownKey() === null) {
                onSignedOut();
                signOut();
                return;
              }
              announce('The password was changed.');
              open(undefined);
              await queries.invalidateQueries({ queryKey: ['listSessions'] });
            }}
          >
            <ProofFields user={user} label="Current password" />
            <NewPasswordField label="New password" name="new_password" />
          </AccountForm>
          <button type="button" className="button plain" onClick={() => open(undefined)}>
            Cancel
          </button>
        </div>
      ) : (
        <div className={sections.actions}>
          <button type="button" className="button" onClick={() => open('password')}>
            Change password
          </button>
        </div>
      )}
    </Section>
  );
}
