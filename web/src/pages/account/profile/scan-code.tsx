import { generate } from 'lean-qr';
import { toSvgPath } from 'lean-qr/extras/svg';
import { useMemo } from 'react';
import { AccountForm, Field } from '../../../components/account/account-form.tsx';
import sections from '../sections.module.css';
import css from './profile.module.css';

interface ScanCodeProps {
  /** Base32, for manual entry. */
  secret: string;
  /** `otpauth://totp/…`. */
  url: string;
  onCode: (code: string) => Promise<void>;
  onCancel: () => void;
}

/** The secret as a QR code and as text, and a field for the first code. */
export function ScanCode({ secret, url, onCode, onCancel }: ScanCodeProps) {
  return (
    <div className={css.scan}>
      <QrCode text={url} label="QR code for your authenticator app" />
      <div className={sections.form}>
        <p>Scan this with your authenticator app, or type the secret:</p>
        <code className={css.byHand}>{inGroups(secret)}</code>
        <AccountForm action="Turn on two-step sign-in" onSubmit={({ code = '' }) => onCode(code.trim())}>
          <Field
            label="Code"
            name="code"
            autoComplete="one-time-code"
            inputMode="numeric"
            hint="The six digits that the app currently shows."
            isFocused
          />
        </AccountForm>
        <button type="button" className="button plain" onClick={onCancel}>
          Cancel
        </button>
      </div>
    </div>
  );
}

/** The quiet zone that ISO/IEC 18004 requires. */
const QUIET_ZONE = 4;

function QrCode({ text, label }: { text: string; label: string }) {
  const { size, path } = useMemo(() => {
    const code = generate(text);
    return { size: code.size, path: toSvgPath(code) };
  }, [text]);
  const side = size + 2 * QUIET_ZONE;
  return (
    <svg className={css.code} viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`} role="img" aria-label={label}>
      <path d={path} shapeRendering="crispEdges" />
    </svg>
  );
}

/** `ABCD EFGH`: easier to type. */
function inGroups(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
