import type { UserOut } from '@asfiled/client';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { AccountForm } from '../../../components/account/account-form.tsx';
import { announce } from '../../../components/ui/announce.ts';
import { download } from '../../../components/ui/download.ts';
import { Icon } from '../../../components/ui/icon.tsx';
import { Note } from '../../../components/ui/state-block.tsx';
import { SecretOnce } from '../secret-once.tsx';
import sections from '../sections.module.css';
import { Section } from '../sections.tsx';
import { submitCall } from '../submit.ts';
import { ProofFields, proofOf } from './proof-fields.tsx';
import { ScanCode } from './scan-code.tsx';
import { useOpenForm } from './use-open-form.ts';

/** The secret before its first code is entered, or the recovery codes afterwards. */
type Step = { secret: string; url: string } | { recoveryCodes: string[] };

const FEW_CODES = 3;

/** Turns two-step sign-in on with an authenticator app, or off with the password and a code. */
export function TwoStep({ user }: { user: UserOut }) {
  const { form, open } = useOpenForm();
  const [step, setStep] = useState<Step | null>(null);
  const queries = useQueryClient();
  const close = () => {
    setStep(null);
    open(undefined);
  };
  const refresh = () => queries.invalidateQueries({ queryKey: ['getUser'] });
  if (step !== null && 'recoveryCodes' in step) {
    return (
      <Section title="Two-step sign-in">
        <RecoveryCodes codes={step.recoveryCodes} email={user.email} onStored={close} />
      </Section>
    );
  }
  return (
    <Section title="Two-step sign-in">
      <State user={user} />
      {form !== 'two-step' ? (
        <div className={sections.actions}>
          <button type="button" className="button" onClick={() => open('two-step')}>
            {user.has_totp ? 'Turn off' : 'Turn on'}
          </button>
        </div>
      ) : step !== null ? (
        <ScanCode
          secret={step.secret}
          url={step.url}
          onCode={async code => {
            const { recovery_codes: recoveryCodes } = await submitCall('confirmTotp', { code });
            setStep({ recoveryCodes });
            announce('Two-step sign-in is on. Store the recovery codes now.');
            await refresh();
          }}
          onCancel={close}
        />
      ) : (
        <div className={sections.form}>
          <AccountForm
            key={String(user.has_totp)}
            action={user.has_totp ? 'Turn off two-step sign-in' : 'Continue'}
            onSubmit={async values => {
              const proof = proofOf(values);
              if (!user.has_totp) {
                const { secret, otpauth_url: url } = await submitCall('startTotp', proof);
                setStep({ secret, url });
                return;
              }
              await submitCall('disableTotp', { password: proof.password, code: proof.code ?? '' });
              announce('Two-step sign-in is off.');
              close();
              await refresh();
            }}
          >
            <ProofFields user={user} />
          </AccountForm>
          <button type="button" className="button plain" onClick={close}>
            Cancel
          </button>
        </div>
      )}
    </Section>
  );
}

function State({ user: { has_totp: isOn, recovery_codes_left: left } }: { user: UserOut }) {
  if (!isOn)
    return <p className="second">Off. When it is on, signing in also requires a code from an authenticator app.</p>;
  return (
    <>
      <p className="second">
        On. {left} recovery {left === 1 ? 'code is' : 'codes are'} left. Each works once if the app is unavailable.
      </p>
      {left < FEW_CODES && (
        <Note isWarning>Few recovery codes are left. Turn two-step sign-in off and on again to get ten new ones.</Note>
      )}
    </>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  email: string;
  onStored: () => void;
}

/** Shows the recovery codes once. */
function RecoveryCodes({ codes, email, onStored }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <>
      <p className="second">Two-step sign-in is on. Each of these codes signs you in once if the app is unavailable.</p>
      <SecretOnce
        title="Ten recovery codes. Store them now: they are shown only once."
        subject="The recovery codes"
        secret={text}
        copyLabel="Copy the codes"
        storedLabel="I have stored them"
        actions={
          <button
            type="button"
            className="button"
            onClick={() =>
              download(`Recovery codes of ${email}\n\n${text}\n`, 'asfiled-recovery-codes.txt', 'text/plain')
            }
          >
            <Icon name="download" />
            Download
          </button>
        }
        onStored={onStored}
      />
    </>
  );
}
