import { type FormEvent, useState } from 'react';
import { CodeBlock } from '../../components/ui/code-block.tsx';
import { Dialog } from '../../components/ui/dialog.tsx';
import { Segments } from '../../components/ui/segments.tsx';
import css from './dialogs.module.css';
import { checkSignature, type Verdict } from './signature.ts';
import { type VerificationLanguage, verificationCode } from './verification-code.ts';

const WORDS: Record<Verdict, string> = {
  genuine: 'Valid: this body was signed at this time with this secret.',
  forged: 'Invalid: the body, timestamp or secret differs. The body must be exactly as received.',
  unreadable: 'Malformed: a signature is sha256= followed by 64 hexadecimal digits.',
};

/** Verifies a received signature in the browser. */
export function SignatureDialog({ onClose }: { onClose: () => void }) {
  const [verdict, setVerdict] = useState<Verdict | null>(null);
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const given = new FormData(event.currentTarget);
    const read = (name: string) => String(given.get(name) ?? '');
    setVerdict(
      await checkSignature({
        secret: read('secret'),
        timestamp: read('timestamp'),
        signature: read('signature'),
        // Forms submit line breaks as CR LF; the JSON of deliveries has none.
        body: read('body').replaceAll('\r\n', '\n'),
      }),
    );
  };
  return (
    <Dialog title="Verify a signature" place="side" onClose={onClose}>
      <form className={css.form} onSubmit={submit} onChange={() => setVerdict(null)}>
        <p className="second">Nothing you enter leaves your browser.</p>
        <label>
          Secret
          <input className="field" name="secret" type="password" autoComplete="off" required />
        </label>
        <label>
          X-Webhook-Timestamp
          <input className="field" name="timestamp" autoComplete="off" spellCheck={false} required />
        </label>
        <label>
          X-Webhook-Signature
          <input className="field" name="signature" autoComplete="off" spellCheck={false} required />
        </label>
        <label>
          Body, exactly as received
          <textarea className={css.body} name="body" rows={8} spellCheck={false} required />
        </label>
        <button type="submit" className="button primary">
          Check
        </button>
        <p role="status">
          {verdict !== null && (
            <span className={verdict === 'genuine' ? 'tag good' : 'tag warn'}>
              {verdict === 'genuine' ? 'Valid' : 'Invalid'}
            </span>
          )}{' '}
          {verdict !== null && WORDS[verdict]}
        </p>
      </form>
      <OwnCode />
    </Dialog>
  );
}

const LANGUAGES: readonly { value: VerificationLanguage; label: string }[] = [
  { value: 'typescript', label: 'TypeScript' },
  { value: 'python', label: 'Python' },
  { value: 'go', label: 'Go' },
];

/** The same check as server code. */
function OwnCode() {
  const [language, setLanguage] = useState<VerificationLanguage>('typescript');
  return (
    <>
      <Segments label="Language" value={language} options={LANGUAGES} onChange={setLanguage} />
      <CodeBlock
        title="In your own code"
        copyLabel="Copy the code"
        subject="The code"
        code={verificationCode(language)}
      />
    </>
  );
}
