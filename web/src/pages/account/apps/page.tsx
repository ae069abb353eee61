import type { UserApp } from '@asfiled/client';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { useChange } from '../../../api/use-change.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { announce } from '../../../components/ui/announce.ts';
import { ChangeError } from '../../../components/ui/change-error.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { scopeSentence } from '../../../labels/scopes.ts';
import { Moment } from '../moment.tsx';
import sections from '../sections.module.css';
import { Head } from '../sections.tsx';
import css from './page.module.css';

const route = getRouteApi('/account/apps');

/** The apps that can use the account, their permissions, and a button to disconnect each. */
export default function AppsPage() {
  usePageTitle('Connected apps');
  const query = useApi('listApps', {});
  return (
    <>
      <Head title="Connected apps">
        Apps you have authorised and their permissions. The name is chosen by the app; the host is where your consent
        was sent.
      </Head>
      <Loaded query={query} subject="your connected apps">
        {({ items }) => (items.length === 0 ? <NoApps /> : <Apps apps={items} />)}
      </Loaded>
    </>
  );
}

function NoApps() {
  return (
    <StateBlock
      title="No connected apps."
      actions={
        <Link className="button" to="/account/usage" search={{ form: 'key' }}>
          Create an API key
        </Link>
      }
    >
      Apps and agents that you authorise are listed here. Scripts use an API key.
    </StateBlock>
  );
}

function Apps({ apps }: { apps: readonly UserApp[] }) {
  const navigate = useNavigate({ from: '/account/apps' });
  const { disconnect } = route.useSearch();
  const chosen = apps.find(({ client_id }) => client_id === disconnect);
  const confirmFor = (clientId: string | undefined) =>
    navigate({ search: { disconnect: clientId }, resetScroll: false });
  return (
    <>
      <ul className={css.apps}>
        {apps.map(app => (
          <li key={app.client_id} className={`card ${css.app}`}>
            <div className="grow">
              <h2>{app.name}</h2>
              <p className={css.host}>{app.host}</p>
              <p>{scopeSentence(app.scopes)}</p>
              <p className="quiet">
                Connected <Moment at={app.connected_at} none="" />, {app.last_used_at !== null && 'last used '}
                <Moment at={app.last_used_at} none="never used" />
              </p>
            </div>
            <button
              type="button"
              className={`button ${css.disconnect}`}
              aria-label={`Disconnect ${app.name}`}
              onClick={() => confirmFor(app.client_id)}
            >
              Disconnect
            </button>
          </li>
        ))}
      </ul>
      {chosen && <Disconnect app={chosen} onClose={() => confirmFor(undefined)} />}
    </>
  );
}

function Disconnect({ app, onClose }: { app: UserApp; onClose: () => void }) {
  const change = useChange('disconnectApp', ['listApps', 'listKeys']);
  return (
    <Confirm
      title={`Disconnect ${app.name}?`}
      action={`Disconnect ${app.name}`}
      change={change}
      onConfirm={async () => {
        if ((await change.run({ client_id: app.client_id })) === undefined) return;
        announce(`${app.name} was disconnected.`);
        onClose();
      }}
      onClose={onClose}
    >
      The app loses access within a second, and the keys that it created are revoked. To reconnect, it must ask for your
      consent again.
    </Confirm>
  );
}

interface ConfirmProps {
  /** The question, including the name of the affected item. */
  title: string;
  /** Label of the confirm button. */
  action: string;
  change: { isBusy: boolean; errorMessage: string | null };
  onConfirm: () => void;
  onClose: () => void;
  children: ReactNode;
}

/** Asks for confirmation of an irreversible change and shows its error. */
function Confirm({ title, action, change, onConfirm, onClose, children }: ConfirmProps) {
  return (
    <Dialog title={title} place="middle" onClose={onClose}>
      <div className="second">{children}</div>
      <ChangeError of={change} />
      <div className={sections.actions}>
        <button type="button" className={`button ${sections.danger}`} disabled={change.isBusy} onClick={onConfirm}>
          {action}
        </button>
        <button type="button" className="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </Dialog>
  );
}
