import type { UserUsageOut } from '@asfiled/client';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { Segments } from '../../../components/ui/segments.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { useKeys } from '../../../keyboard/keys.ts';
import sections from '../sections.module.css';
import { Head } from '../sections.tsx';
import { DayCard } from './day-card.tsx';
import { Keys } from './keys.tsx';
import { Meters } from './meters.tsx';
import type { UsageSearch } from './search.ts';
import css from './usage.module.css';
import { UsageChart } from './usage-chart.tsx';
import { toUsageDays } from './usage-days.ts';
import { UsageTable } from './usage-table.tsx';

const route = getRouteApi('/account/usage');

const LONGEST_MONTH = 31;

/** Usage by day and operation, and the API keys. */
export default function UsagePage() {
  usePageTitle('Usage and keys');
  const { span } = route.useSearch();
  const query = useApi('getUsage', { days: span === '90' ? 90 : LONGEST_MONTH }, { keepPrevious: true });
  return (
    <>
      <Head title="Usage and keys">
        REST calls and agent tools share one allowance. Only successful calls cost credits.
      </Head>
      <Loaded query={query} subject="your usage">
        {usage => (
          <>
            <Meters usage={usage} />
            <ByDay usage={usage} />
            <Keys />
          </>
        )}
      </Loaded>
    </>
  );
}

const SPANS = [
  { value: 'month', label: 'This month' },
  { value: '90', label: '90 days' },
] as const;

const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const;

function ByDay({ usage }: { usage: UserUsageOut }) {
  const { span = 'month', view = 'chart', day } = route.useSearch();
  const navigate = useNavigate({ from: '/account/usage' });
  const change = (search: Partial<UsageSearch>, replace = false) =>
    navigate({ search: before => ({ ...before, ...search }), replace, resetScroll: false });
  const model = useMemo(() => toUsageDays(usage, span), [usage, span]);
  const last = model.days.length - 1;
  const requested = day === undefined ? last : model.days.indexOf(day);
  const at = requested === -1 ? last : requested;
  const move = (to: number) => {
    if (to >= 0 && to <= last) change({ day: to === last ? undefined : model.days[to] }, true);
  };
  useKeys(view === 'chart' ? { ArrowLeft: () => move(at - 1), ArrowRight: () => move(at + 1) } : {});
  return (
    <section aria-label="By day and operation">
      <div className={sections.title}>
        <h2>By day and operation</h2>
        <span className="grow" />
        <Segments
          label="Days"
          value={span}
          options={SPANS}
          onChange={to => change({ span: to === '90' ? to : undefined, day: undefined })}
        />
        <Segments
          label="View"
          value={view}
          options={VIEWS}
          onChange={to => change({ view: to === 'table' ? to : undefined })}
        />
      </div>
      {model.series.length === 0 ? (
        <StateBlock
          title={span === '90' ? 'No credits were spent in the last 90 days.' : 'No credits were spent this month.'}
        >
          Free calls, such as company search, are not counted. Usage is updated immediately.
        </StateBlock>
      ) : view === 'table' ? (
        <UsageTable {...model} />
      ) : (
        <div className={css.byDay}>
          <UsageChart model={model} at={at} onPick={move} />
          <DayCard usage={usage} model={model} at={at} onMove={move} />
        </div>
      )}
    </section>
  );
}
