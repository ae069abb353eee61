import { download } from '../../../components/download.ts';
import { Icon } from '../../../components/icon.tsx';
import { SecretOnce } from '../secret-once.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  email: string;
  onStored: () => void;
}

/** The codes for when the app is out of reach, this once. */
export function RecoveryCodes({ codes, email, onStored }: RecoveryCodesProps) {
  const text = codes.join('\n');
  return (
    <>
      <p className="second">On from now. Each of these codes signs you in once where the app is out of reach.</p>
      <SecretOnce
        title="Ten recovery codes. Store them now: they are shown only this once."
        what="The recovery codes"
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
