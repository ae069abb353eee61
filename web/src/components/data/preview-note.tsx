import type { Preview } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { planLabel } from '../../labels/usage.ts';
import { Note } from '../ui/state-block.tsx';

interface PreviewNoteProps {
  preview: Preview | null;
  /** The hidden items: `releases`. */
  noun: string;
}

/** States what the user's plan does not show; renders nothing if everything is shown. */
export function PreviewNote({ preview, noun }: PreviewNoteProps) {
  if (preview === null) return null;
  const { plan_required, shown, total, withheld } = preview;
  const keys = withheld.map(key => key.replaceAll('_', ' ')).join(', ');
  return (
    <Note>
      Showing {shown} of {total} {noun}, without {keys}. The {planLabel(plan_required)} plan shows all.{' '}
      <Link className="button small" to="/account/plan">
        Your plan
      </Link>
    </Note>
  );
}
