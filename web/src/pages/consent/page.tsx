import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { AccountPage } from '../../components/account/account-form.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { Skeleton, StateBlock } from '../../components/ui/state-block.tsx';
import { FormError, fetchAccountApi } from '../../session/account-api.ts';
import { describeScopes } from './describe-scopes.ts';
import css from './page.module.css';

const route = getRouteApi('/consent');

interface Details {
  client: { name: string; host: string };
  scopes: string[];
  resource: string | null;
  email: string | null;
}

/** Asks the user to authorise an app, with what it can and cannot do. */
export default function ConsentPage() {
  usePageTitle('Authorise an app');
  const { interaction = '' } = route.useSearch();
  const path = `/oauth/interaction/${interaction}`;
  const [errorMessage, setErrorMessage] = useState<string | null>(null);
  const details = useQuery({
    queryKey: ['interaction', interaction, 'consent'],
    queryFn: () => fetchAccountApi<Details>(`${path}/details`),
  });
  if (details.isError) {
    return <StateBlock title="This request has expired.">Start again in the app that sent you here.</StateBlock>;
  }
  if (details.data === undefined) return <Skeleton lines={6} />;
  const { client, scopes, resource, email } = details.data;
  const { may, mayNot } = describeScopes(scopes, resource);
  const response = async (name: 'consent' | 'cancel') => {
    setErrorMessage(null);
    try {
      const { next } = await fetchAccountApi<{ next: string }>(`${path}/${name}`, {});
      location.replace(next);
    } catch (error) {
      setErrorMessage(error instanceof FormError ? error.message : String(error));
    }
  };
  return (
    <AccountPage title={`Allow ${client.name} to access your account?`}>
      <p className="second">
        The name is chosen by the app. Access is granted to <strong>{client.host}</strong>. You are signed in as {email}
        .
      </p>
      <div className={css.lists}>
        <h2 id="may">It can</h2>
        <ul aria-labelledby="may">
          {may.map(words => (
            <li key={words}>{words}</li>
          ))}
        </ul>
        <h2 id="may-not">It cannot</h2>
        <ul aria-labelledby="may-not" className={css.not}>
          {mayNot.map(words => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      </div>
      <p className="second">You can revoke access at any time under Account, Connected apps.</p>
      <p className={css.error} role="alert">
        {errorMessage}
      </p>
      <div className="row">
        <button type="button" className="button primary" onClick={() => response('consent')}>
          Allow
        </button>
        <button type="button" className="button" onClick={() => response('cancel')}>
          Cancel
        </button>
      </div>
    </AccountPage>
  );
}
