import { Note } from './state-block.tsx';

/** Why something was not done; nothing where it was. */
export function Fault({ of }: { of: { fault: string | null } }) {
  return <div role="alert">{of.fault !== null && <Note isWarning>{of.fault}</Note>}</div>;
}
