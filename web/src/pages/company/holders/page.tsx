import type { Holder, InstitutionalHoldersOut } from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { FilingLink } from '../../../components/data/filing-link.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { CardTable } from '../../../components/ui/card-table.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay } from '../../../format/dates.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { companyRoute, useCompany } from '../company.ts';
import css from '../entries.module.css';
import { countText, describeBases, moneyText, percentText, positionChangeLabel, ROWS_A_PAGE } from './labels.ts';
import { ManagerBook } from './manager-book.tsx';
import { Pages } from './paging.tsx';

const route = getRouteApi('/c/$market/$ticker/holders');

/** The institutional holders of a company, largest first; or the holdings of one manager. */
export default function HoldersPage() {
  const company = useCompany();
  const { ticker } = companyRoute.useParams();
  const { manager, from } = route.useSearch();
  usePageTitle(company.company_name, 'Holders');
  const offset = Number(from ?? 0);
  if (manager !== undefined) return <ManagerBook managerCik={manager} offset={offset} />;
  if (ticker.includes(':')) return <StateBlock title="Institutional holdings cover listed securities only." />;
  return <Holders offset={offset} />;
}

function Holders({ offset }: { offset: number }) {
  const { company_name } = useCompany();
  const { market, ticker } = companyRoute.useParams();
  const query = useApi(
    'listInstitutionalHolders',
    { market, ticker, limit: ROWS_A_PAGE, offset },
    { keepPrevious: true },
  );
  return (
    <Loaded query={query} subject={`the institutions that hold ${company_name}`}>
      {response =>
        response.quarter_end === null ? (
          <Nothing reason={response.empty_reason} />
        ) : (
          <>
            <Summary answer={response} />
            <HolderTable holders={response.items} />
            <Pages total={response.total} offset={offset} shown={response.items.length} noun="institutions" />
            <Securities answer={response} />
            <p className={css.foot}>
              <AsOf instant={response.data_as_of} />
            </p>
          </>
        )
      }
    </Loaded>
  );
}

function Nothing({ reason }: { reason: string | null }) {
  const { company_name } = useCompany();
  if (reason === 'not_reported') return <StateBlock title={`No institution reports shares of ${company_name}.`} />;
  return (
    <StateBlock title={`No holdings reports on ${company_name} are stored.`}>
      Form 13F data are available once the documents have been fetched (<code>--documents 13F-HR</code>). Securities are
      matched to companies by Schedules 13D and 13G, or by two securities lists that agree.
    </StateBlock>
  );
}

function Summary({ answer: response }: { answer: InstitutionalHoldersOut }) {
  const { quarter_end, holders_count, held_shares, held_market_value, held_pct, split_factor } = response;
  return (
    <p>
      On {quarter_end !== null && formatDay(quarter_end)} <b>{countText(holders_count)}</b>{' '}
      {holders_count === 1 ? 'institution' : 'institutions'} held <b>{countText(held_shares)}</b> shares, worth{' '}
      <b>USD {moneyText(held_market_value)}</b>
      {held_pct !== null && response.shares_outstanding_date !== null && (
        <>
          : <b>{percentText(held_pct, false)}</b> of the shares outstanding on{' '}
          {formatDay(response.shares_outstanding_date)}
        </>
      )}
      .{' '}
      <span className="quiet">
        Changes are against the previous quarter
        {split_factor !== 1 && `, adjusted for a split of 1 to ${countText(Number(split_factor.toFixed(6)))}`}.
      </span>
    </p>
  );
}

function HolderTable({ holders }: { holders: readonly Holder[] }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  return (
    <CardTable
      columns={[
        'Manager',
        { figures: 'Shares' },
        { figures: 'Value, USD' },
        { figures: 'Company share' },
        { figures: 'Portfolio share' },
        'Change',
        'Reported',
      ]}
      ref={list}
    >
      {holders.map(holder => (
        <HolderRow key={holder.manager_cik} holder={holder} />
      ))}
    </CardTable>
  );
}

function HolderRow({ holder }: { holder: Holder }) {
  const params = companyRoute.useParams();
  const { put_market_value: puts, call_market_value: calls } = holder;
  return (
    <tr data-row="">
      <td>
        <Link className="link" to="/c/$market/$ticker/holders" params={params} search={{ manager: holder.manager_cik }}>
          {holder.manager_name}
        </Link>
        {puts !== null && <div className="quiet">Puts on USD {moneyText(puts)}</div>}
        {calls !== null && <div className="quiet">Calls on USD {moneyText(calls)}</div>}
      </td>
      <td className="right">{countText(holder.shares)}</td>
      <td className="right nowrap">{holder.shares === null ? '' : moneyText(holder.market_value)}</td>
      <td className="right">{percentText(holder.held_pct, false)}</td>
      <td className="right">{holder.shares === null ? '' : percentText(holder.weight_pct, false)}</td>
      <td className="nowrap">
        {positionChangeLabel(holder)} <span className="second">{percentText(holder.shares_change_pct, true)}</span>
      </td>
      <td className="nowrap">
        <FilingLink filingId={holder.filing_id}>{formatDay(holder.filed_at)}</FilingLink>
      </td>
    </tr>
  );
}

function Securities({ answer: { securities } }: { answer: InstitutionalHoldersOut }) {
  return (
    <details>
      <summary>
        {securities.length === 1 ? 'One security is' : `${securities.length} securities are`} matched to this company
      </summary>
      <ul>
        {securities.map(({ cusip, class_title, shares, resolved_by }) => (
          <li key={cusip}>
            <span className="mono">{cusip}</span> {class_title}: {countText(shares)} shares;{' '}
            {describeBases(resolved_by)}
          </li>
        ))}
      </ul>
    </details>
  );
}
