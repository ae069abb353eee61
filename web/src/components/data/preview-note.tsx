import type { Preview } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { planWord } from '../../labels/labels.ts';
import { Note } from '../ui/state-block.tsx';

interface PreviewNoteProps {
  preview: Preview | null;
  /** What there is more of: `releases`. */
  what: string;
}

/** Says what the plan of who looks is not shown; nothing where it is shown all. */
export function PreviewNote({ preview, what }: PreviewNoteProps) {
  if (preview === null) return null;
  const { plan_required, shown, total, withheld } = preview;
  const keys = withheld.map(key => key.replaceAll('_', ' ')).join(', ');
  return (
    <Note>
      {shown} of {total} {what}, without {keys}. {planWord(plan_required)} shows all.{' '}
      <Link className="button small" to="/account/plan">
        Your plan
      </Link>
    </Note>
  );
}
