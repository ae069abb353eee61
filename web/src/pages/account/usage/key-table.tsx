import type { UserKey } from '@asfiled/client';
import { Icon } from '../../../components/ui/icon.tsx';
import { TableHead } from '../../../components/ui/table-head.tsx';
import { formatDay, formatInstant } from '../../../format/dates.ts';
import { SCOPE_LABELS, SCOPES } from '../../../labels/scopes.ts';
import { Moment } from '../moment.tsx';
import sections from '../sections.module.css';
import { TableCard } from '../sections.tsx';
import { isOfThisBrowser } from './own-browser.ts';

const DAY_MS = 86_400_000;
const SOON_DAYS = 14;

export function KeyTable({ keys, onRevoke }: { keys: readonly UserKey[]; onRevoke: (keyId: string) => void }) {
  return (
    <TableCard label="List of API keys">
      <TableHead columns={['Name', 'Prefix', 'Scopes', 'Created', 'Last used', 'Expires', { actions: 'Actions' }]} />
      <tbody>
        {keys.map(key => (
          <tr key={key.key_id}>
            <td>
              <b>{key.name}</b> {isOfThisBrowser(key) && <span className="tag good">this browser</span>}{' '}
              {key.client_id !== null && <span className="tag">created by an app</span>}
            </td>
            <td className="mono nowrap">{key.hint}…</td>
            <td>{refusalMessage(key)}</td>
            <td className="nowrap">
              <Moment at={key.created_at} none="" />
            </td>
            <td className="nowrap">
              <Moment at={key.last_used_at} none="never" />
            </td>
            <td className="nowrap">
              <Expiry at={key.expires_at} />
            </td>
            <td className="right">
              <button
                type="button"
                className={`button small ${sections.danger}`}
                aria-label={`Revoke ${key.name}`}
                onClick={() => onRevoke(key.key_id)}
              >
                Revoke
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </TableCard>
  );
}

/** `Read data, see your account`. */
function refusalMessage({ scopes }: UserKey): string {
  const words = SCOPES.filter(scope => scopes.includes(scope))
    .map(scope => SCOPE_LABELS[scope])
    .join(', ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function Expiry({ at }: { at: string | null }) {
  if (at === null) return 'never';
  const days = Math.ceil((Date.parse(at) - Date.now()) / DAY_MS);
  if (days <= 0) return <span className="tag bad">expired</span>;
  if (days > SOON_DAYS) return formatDay(at);
  return (
    <span className="tag warn" title={formatInstant(at)}>
      <Icon name="clock" />
      in {days} {days === 1 ? 'day' : 'days'}
    </span>
  );
}
