import type { UserKey } from '@asfiled/client';
import { useQueryClient } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AccountForm, Field } from '../../../components/account/account-form.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { announce } from '../../../components/ui/announce.ts';
import { Dialog } from '../../../components/ui/dialog.tsx';
import { Icon } from '../../../components/ui/icon.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { FormError } from '../../../session/account-api.ts';
import { signOut } from '../../../session/session.ts';
import { SecretOnce } from '../secret-once.tsx';
import sections from '../sections.module.css';
import { submitCall } from '../submit.ts';
import { KeyTable } from './key-table.tsx';
import { NewKey } from './new-key.tsx';
import { isOfThisBrowser } from './own-browser.ts';

const route = getRouteApi('/account/usage');

/** The account's API keys; creates and revokes them. */
export function Keys() {
  const query = useApi('listKeys', {});
  const { form, revoke } = route.useSearch();
  const navigate = useNavigate({ from: '/account/usage' });
  const [made, setMade] = useState<{ name: string; key: string } | null>(null);
  const change = (search: { form?: 'key' | undefined; revoke?: string | undefined }) =>
    navigate({ search: before => ({ ...before, ...search }), resetScroll: false });
  return (
    <section aria-label="API keys">
      <div className={sections.title}>
        <h2>API keys</h2>
        {query.data && <span className="quiet">{query.data.items.length}</span>}
        <span className="grow" />
        {form === undefined && (
          <button type="button" className="button" onClick={() => change({ form: 'key' })}>
            <Icon name="plus" />
            New key
          </button>
        )}
      </div>
      {made !== null && (
        <SecretOnce
          key={made.key}
          title={`“${made.name}” is ready. Copy it now: it is shown only once.`}
          subject="The key"
          secret={made.key}
          copyLabel="Copy key"
          storedLabel="I have stored it"
          onStored={() => setMade(null)}
        />
      )}
      {form === 'key' && (
        <NewKey
          onMade={key => {
            setMade(key);
            change({ form: undefined });
          }}
          onCancel={() => change({ form: undefined })}
        />
      )}
      <Loaded query={query} subject="your API keys">
        {({ items }) => (
          <>
            {items.length === 0 ? <NoKeys /> : <KeyTable keys={items} onRevoke={id => change({ revoke: id })} />}
            <Revoke keys={items} keyId={revoke} onClose={() => change({ revoke: undefined })} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function NoKeys() {
  return (
    <StateBlock title="No API keys.">
      Scripts and agents without a sign-in use a key. A key is shown only once, when it is created.
    </StateBlock>
  );
}

function Revoke({
  keys,
  keyId,
  onClose,
}: {
  keys: readonly UserKey[];
  keyId: string | undefined;
  onClose: () => void;
}) {
  const chosen = keys.find(({ key_id }) => key_id === keyId);
  return chosen ? <RevokeKey apiKey={chosen} onClose={onClose} /> : null;
}

/** Revokes a key after the user has typed its name, since this cannot be undone. */
function RevokeKey({ apiKey, onClose }: { apiKey: UserKey; onClose: () => void }) {
  const queries = useQueryClient();
  const isOwn = isOfThisBrowser(apiKey);
  return (
    <Dialog title={`Revoke “${apiKey.name}”?`} place="middle" onClose={onClose}>
      <p className="second">
        Requests with {apiKey.hint}… are rejected within a second. This cannot be undone.
        {isOwn && ' This browser is signed in with it, so you will be signed out.'}
      </p>
      <div className={sections.form}>
        <AccountForm
          action="Revoke key"
          onSubmit={async ({ name = '' }) => {
            if (name.trim() !== apiKey.name) throw new FormError(0, `Type ${apiKey.name} to revoke this key.`);
            await submitCall('revokeKey', { key_id: apiKey.key_id });
            announce(`${apiKey.name} was revoked.`);
            onClose();
            if (isOwn) return signOut();
            await queries.invalidateQueries({ queryKey: ['listKeys'] });
          }}
        >
          <Field label="Key name" name="name" autoComplete="off" hint={`Type ${apiKey.name}.`} isFocused />
        </AccountForm>
      </div>
    </Dialog>
  );
}
