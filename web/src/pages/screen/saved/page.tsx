import type { SavedScreen, ScreenParameters } from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { useChange } from '../../../api/use-change.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { announce, copyText } from '../../../components/ui/announce.ts';
import { ChangeError } from '../../../components/ui/change-error.tsx';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { TableHead } from '../../../components/ui/table-head.tsx';
import { formatInstant } from '../../../format/dates.ts';
import { formatCount } from '../../../format/numbers.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { SaveDialog } from '../save-dialog.tsx';
import { toScreenSearch } from '../saved-search.ts';
import { describeQuery } from './describe-query.ts';
import css from './page.module.css';

const route = getRouteApi('/screens');

/** The saved screens of the account, and a screen that another account shares by link. */
export default function SavedScreensPage() {
  const { share } = route.useSearch();
  const query = useApi('listSavedScreens', {});
  usePageTitle('Saved screens');
  return (
    <>
      <div className={`row ${css.head}`}>
        <div className="grow">
          <h1>Saved screens</h1>
          <p className="second">
            {query.data && `${formatCount(query.data.total)} of ${formatCount(query.data.limit)}. `}
            Alerts report companies that enter or leave a screen after new filings.
          </p>
        </div>
        <Link className="button" to="/screen">
          <Icon name="plus" />
          New screen
        </Link>
      </div>
      {share !== undefined && <SharedScreen shareId={share} />}
      <Loaded query={query} subject="your saved screens">
        {({ items }) => <ScreenTable screens={items} />}
      </Loaded>
    </>
  );
}

/** A screen of another account: its companies, and a copy of it. */
function SharedScreen({ shareId }: { shareId: string }) {
  const query = useApi('getSharedScreen', { share_id: shareId });
  const [isSaving, setSaving] = useState(false);
  return (
    <Loaded query={query} subject="the shared screen">
      {({ name, query: shared }) => (
        <section className={`card ${css.shared}`} aria-labelledby="shared-screen">
          <div className="grow">
            <h2 id="shared-screen">{name}</h2>
            <p className="second">Shared with you: {describeQuery(shared)}</p>
          </div>
          <Link className="button primary" to="/screen" search={toScreenSearch(shared)}>
            Open
          </Link>
          <button type="button" className="button" onClick={() => setSaving(true)}>
            Save a copy
          </button>
          {isSaving && <SaveDialog query={shared as ScreenParameters} name={name} onClose={() => setSaving(false)} />}
        </section>
      )}
    </Loaded>
  );
}

function ScreenTable({ screens }: { screens: readonly SavedScreen[] }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  if (screens.length === 0) {
    return (
      <section className="card">
        <StateBlock title="No saved screens yet.">Choose criteria on the screen page, then Save.</StateBlock>
      </section>
    );
  }
  return (
    <div className="card scroll" ref={list}>
      <table className={`plain-table ${css.screens}`}>
        <TableHead columns={['Screen', 'Name', 'Alerts', 'Link', { actions: 'Delete' }]} />
        <tbody>
          {screens.map(screen => (
            <ScreenRow key={screen.id} screen={screen} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function ScreenRow({ screen }: { screen: SavedScreen }) {
  const change = useChange('updateSavedScreen', ['listSavedScreens']);
  const [isDeleting, setDeleting] = useState(false);
  const { id, name, query } = screen;
  return (
    <tr data-row="">
      <td className={css.screen}>
        <Link to="/screen" search={toScreenSearch(query)}>
          <b>{name}</b>
          <small className="quiet">{describeQuery(query)}</small>
        </Link>
        <ChangeError of={change} />
      </td>
      <td>
        <NameField
          screen={screen}
          onRename={async to => (await change.run({ screen_id: id, name: to })) !== undefined}
        />
      </td>
      <td>
        <label className={css.alerts}>
          <input
            type="checkbox"
            aria-label={`Alerts for ${name}`}
            checked={screen.alerts}
            disabled={change.isBusy}
            onChange={event => change.run({ screen_id: id, alerts: event.currentTarget.checked })}
          />
          <small className="quiet">{describeAlerts(screen)}</small>
        </label>
      </td>
      <td className="nowrap">
        <ShareButtons
          screen={screen}
          onShare={shared => change.run({ screen_id: id, shared })}
          isBusy={change.isBusy}
        />
      </td>
      <td className="right">
        <button type="button" className="icon-button" aria-label={`Delete ${name}`} onClick={() => setDeleting(true)}>
          <Icon name="close" />
        </button>
        {isDeleting && <DeleteDialog screen={screen} onClose={() => setDeleting(false)} />}
      </td>
    </tr>
  );
}

function describeAlerts({ alerts, alerts_paused, checked_at, companies }: SavedScreen): string {
  if (!alerts) return 'Off';
  if (alerts_paused === 'too_many_companies') return 'Paused: too many companies match';
  if (alerts_paused === 'invalid') return 'Paused: the screen is no longer valid';
  if (checked_at === null) return 'On, not checked yet';
  return `On, ${formatCount(companies ?? 0)} companies at ${formatInstant(checked_at)}`;
}

const MAX_CHARACTERS = 100;

/** The name, saved on blur or Enter; Esc discards the change. */
function NameField({ screen, onRename }: { screen: SavedScreen; onRename: (name: string) => Promise<boolean> }) {
  const rename = async (field: HTMLInputElement) => {
    const name = field.value.trim();
    if (name === '' || name === screen.name || !(await onRename(name))) field.value = screen.name;
    else announce(`The screen is now called ${name}.`);
  };
  return (
    <input
      key={screen.name}
      className={css.name}
      aria-label={`Name of ${screen.name}`}
      maxLength={MAX_CHARACTERS}
      defaultValue={screen.name}
      onBlur={event => rename(event.currentTarget)}
      onKeyDown={event => {
        if (event.key === 'Escape') event.currentTarget.value = screen.name;
        if (event.key === 'Enter' || event.key === 'Escape') event.currentTarget.blur();
      }}
    />
  );
}

interface ShareButtonsProps {
  screen: SavedScreen;
  onShare: (shared: boolean) => Promise<SavedScreen | undefined>;
  isBusy: boolean;
}

/** Creates, copies and revokes the link that opens the screen for other accounts. */
function ShareButtons({ screen: { name, share_id }, onShare, isBusy }: ShareButtonsProps) {
  const copy = (shareId: string) => copyText(`${location.origin}${location.pathname}?share=${shareId}`, 'The link');
  if (share_id === null) {
    return (
      <button
        type="button"
        className="button plain"
        aria-label={`Share ${name} by link`}
        disabled={isBusy}
        onClick={async () => {
          const shared = await onShare(true);
          if (shared?.share_id) copy(shared.share_id);
        }}
      >
        <Icon name="link" />
        Share
      </button>
    );
  }
  return (
    <>
      <button
        type="button"
        className="button plain"
        aria-label={`Copy the link to ${name}`}
        onClick={() => copy(share_id)}
      >
        <Icon name="copy" />
        Copy link
      </button>
      <button
        type="button"
        className="button plain"
        aria-label={`Stop sharing ${name}`}
        disabled={isBusy}
        onClick={() => onShare(false)}
      >
        Stop
      </button>
    </>
  );
}

function DeleteDialog({ screen: { id, name }, onClose }: { screen: SavedScreen; onClose: () => void }) {
  const remove = useChange('deleteSavedScreen', ['listSavedScreens']);
  return (
    <Dialog title={`Delete ${name}?`} place="middle" onClose={onClose}>
      <div className={css.confirm}>
        <p>Its alerts end, and its link no longer opens it.</p>
        <ChangeError of={remove} />
        <div className="row">
          <button
            type="button"
            className="button primary"
            disabled={remove.isBusy}
            onClick={async () => {
              const deleted = await remove.run({ screen_id: id });
              if (deleted !== undefined) announce(`The screen ${name} was deleted.`);
            }}
          >
            Delete
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </div>
    </Dialog>
  );
}
