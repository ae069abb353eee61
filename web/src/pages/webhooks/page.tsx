import type { UserWebhookOut } from '@asfiled/client';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { Loaded } from '../../components/data/loaded.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { Icon } from '../../components/ui/icon.tsx';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { Deliveries } from './deliveries.tsx';
import { EndpointBar } from './endpoint-bar.tsx';
import { EndpointCard } from './endpoint-card.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import css from './page.module.css';
import type { WebhooksSearch } from './search.ts';
import { SignatureDialog } from './signature-dialog.tsx';

/** The webhook endpoints, and the deliveries of the open one. */
export default function WebhooksPage() {
  const { webhookId } = useParams({ strict: false });
  const navigate = useNavigate();
  const query = useApi('listWebhooks', {});
  const [dialog, setDialog] = useState<'endpoint' | 'signature' | null>(null);
  usePageTitle('Webhooks');
  const open =
    query.data?.find(({ id }) => id === webhookId) ?? (webhookId === undefined ? query.data?.[0] : undefined);
  return (
    <>
      <div className={css.head}>
        <div className="grow">
          <h1>Webhooks</h1>
          <p className="second">Signed events for the companies on your watchlist, delivered at least once.</p>
        </div>
        <button type="button" className="button" onClick={() => setDialog('signature')}>
          Verify a signature
        </button>
        {query.data && (
          <button type="button" className="button primary" onClick={() => setDialog('endpoint')}>
            <Icon name="plus" />
            Add endpoint
          </button>
        )}
      </div>
      <Loaded query={query} subject="your webhooks">
        {endpoints => <Endpoints endpoints={endpoints} open={open} isMissing={webhookId !== undefined && !open} />}
      </Loaded>
      {dialog === 'signature' && <SignatureDialog onClose={() => setDialog(null)} />}
      {dialog === 'endpoint' && (
        <EndpointDialog
          endpoint={null}
          onClose={() => setDialog(null)}
          onMade={id => {
            setDialog(null);
            navigate({ to: '/account/webhooks/$webhookId', params: { webhookId: id } });
          }}
        />
      )}
    </>
  );
}

interface EndpointsProps {
  endpoints: readonly UserWebhookOut[];
  open: UserWebhookOut | undefined;
  /** The URL names an unknown endpoint. */
  isMissing: boolean;
}

function Endpoints({ endpoints, open, isMissing }: EndpointsProps) {
  const search: WebhooksSearch = useSearch({ strict: false });
  if (endpoints.length === 0) {
    return (
      <div className="card">
        <StateBlock title="No endpoints yet.">
          An endpoint is a URL of yours that receives an event when a company on your watchlist files.
        </StateBlock>
      </div>
    );
  }
  return (
    <>
      <nav className={css.cards} aria-label="Endpoints">
        {endpoints.map(endpoint => (
          <EndpointCard key={endpoint.id} endpoint={endpoint} isOpen={endpoint === open} />
        ))}
      </nav>
      {isMissing && <StateBlock title="This endpoint does not exist." />}
      {open && (
        <section className="card" aria-label={`Endpoint ${open.url}`} key={open.id}>
          <EndpointBar endpoint={open} />
          <Deliveries endpoint={open} search={search} />
        </section>
      )}
    </>
  );
}
