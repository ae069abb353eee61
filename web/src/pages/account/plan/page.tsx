import type { UserOut } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { useApi } from '../../../api/use-api.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { formatExact } from '../../../format/numbers.ts';
import { planLabel } from '../../../labels/usage.ts';
import { Facts, Head, Section } from '../sections.tsx';
import { Ledger } from './ledger.tsx';

/** The plan, its limits and the credit ledger. */
export default function PlanPage() {
  usePageTitle('Plan and ledger');
  const query = useApi('getUser', {});
  return (
    <>
      <Head title="Plan and ledger" />
      <Loaded query={query} subject="your plan">
        {user => (
          <>
            <Section title={`${planLabel(user.plan)} plan`}>
              <Facts facts={limitsOf(user)} />
              <p className="second">
                Days and months are in UTC. The operator of this service sets the plan of an account; changes take
                effect within a second. Current usage:{' '}
                <Link className="link" to="/account/usage">
                  Usage and keys
                </Link>
                .
              </p>
            </Section>
            <Ledger />
          </>
        )}
      </Loaded>
    </>
  );
}

function limitsOf({ limits }: UserOut) {
  const count = (number: number, noun: string) =>
    number === 0 ? `No ${noun}` : `${formatExact(String(number))} ${noun}`;
  return [
    ['Credits', `${count(limits.credits_per_day, 'per day')}, ${count(limits.credits_per_month, 'per month')}`],
    ['Requests', `${limits.requests_per_second} per second, bursts of ${limits.burst}`],
    ['Call analyses', count(limits.analyses_per_minute, 'per minute')],
    ['Downloads', count(limits.downloads_per_day, limits.downloads_per_day === 0 ? 'document downloads' : 'per day')],
    ['Webhooks', count(limits.webhooks, 'webhooks')],
    ['Watchlist', count(limits.watchlist_entries, 'entries')],
  ] as const;
}
