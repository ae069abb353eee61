import { Note } from './state-block.tsx';

/** The error of a change; renders nothing if it succeeded. */
export function ChangeError({ of }: { of: { errorMessage: string | null } }) {
  return <div role="alert">{of.errorMessage !== null && <Note isWarning>{of.errorMessage}</Note>}</div>;
}
