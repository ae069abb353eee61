import type { UserSession } from '@asfiled/client';
import { useApi } from '../../../api/use-api.ts';
import { useChange } from '../../../api/use-change.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { announce } from '../../../components/ui/announce.ts';
import { ChangeError } from '../../../components/ui/change-error.tsx';
import { TableHead } from '../../../components/ui/table-head.tsx';
import { formatDay } from '../../../format/dates.ts';
import { ownKey, signOut } from '../../../session/session.ts';
import { Moment } from '../moment.tsx';
import sections from '../sections.module.css';
import { TableCard } from '../sections.tsx';

/** The account's sessions, each with a button to end it. */
export function Sessions() {
  const query = useApi('listSessions', {});
  return (
    <section aria-label="Sessions">
      <div className={sections.title}>
        <h2>Sessions</h2>
        <span className="quiet">where you are signed in</span>
      </div>
      <Loaded query={query} subject="your sessions">
        {({ items }) => (items.length === 0 ? <NoSessions /> : <SessionTable sessions={items} />)}
      </Loaded>
    </section>
  );
}

function NoSessions() {
  return (
    <p className="second">
      No browser is signed in with email and password.
      {ownKey() !== null && ' This browser uses an API key; choose Sign out in the menu to remove it.'}
    </p>
  );
}

function SessionTable({ sessions }: { sessions: readonly UserSession[] }) {
  const change = useChange('endSession', ['listSessions']);
  const end = async (session: UserSession) => {
    if ((await change.run({ session_id: session.session_id })) === undefined) return;
    if (session.is_current) return signOut();
    announce('The session has ended.');
  };
  return (
    <>
      <ChangeError of={change} />
      <TableCard label="List of sessions">
        <TableHead columns={['Browser', 'IP address', 'Signed in', 'Last used', 'Expires', { actions: 'Actions' }]} />
        <tbody>
          {sessions.map(session => (
            <tr key={session.session_id}>
              <td className="nowrap">
                {session.browser ?? 'Unknown'} {session.is_current && <span className="tag good">this session</span>}
              </td>
              <td className="mono">{session.address ?? 'unknown'}</td>
              <td>
                <Moment at={session.signed_in_at} none="" />
              </td>
              <td>
                <Moment at={session.last_used_at} none="not yet" />
              </td>
              <td className="nowrap">{formatDay(session.expires_at)}</td>
              <td className="right">
                <button
                  type="button"
                  className={`button small ${sections.danger}`}
                  aria-label={session.is_current ? 'End this session' : `End the session of ${nameOf(session)}`}
                  disabled={change.isBusy}
                  onClick={() => end(session)}
                >
                  End
                </button>
              </td>
            </tr>
          ))}
        </tbody>
      </TableCard>
    </>
  );
}

function nameOf({ browser, address }: UserSession): string {
  return [browser ?? 'a browser', address && `at ${address}`].filter(Boolean).join(' ');
}
