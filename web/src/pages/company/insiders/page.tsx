import { exactText, type ListedInsiderTransaction } from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { FormTag } from '../../../components/data/form-tag.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { PreviewNote } from '../../../components/data/preview-note.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { CardTable } from '../../../components/ui/card-table.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { companyRoute, useCompany } from '../company.ts';
import { insiderRelations, tradeLabel } from './labels.ts';
import css from './page.module.css';

const route = getRouteApi('/c/$market/$ticker/insiders');

/** The maximum page size of the API. */
const MAX_LINES = 100;

const CHOICES = [
  { code: undefined, label: 'All' },
  { code: 'P', label: 'Bought' },
  { code: 'S', label: 'Sold' },
] as const;

/** Transactions and holdings of a company's insiders, newest filing first. */
export default function InsidersPage() {
  const company = useCompany();
  const { market, ticker } = companyRoute.useParams();
  const { code } = route.useSearch();
  const isListed = !ticker.includes(':');
  const query = useApi(
    'listInsiderTransactions',
    { ticker, market, transaction_code: code, limit: MAX_LINES },
    { enabled: isListed, keepPrevious: true },
  );
  usePageTitle(company.company_name, 'Insiders');
  if (!isListed) return <StateBlock title="Insider reports cover listed companies only." />;
  return (
    <Loaded query={query} subject={`the insider transactions of ${company.company_name}`}>
      {({ items, preview, has_more, data_as_of, empty_reason }) => (
        <>
          <Choice />
          <PreviewNote preview={preview} noun="transactions" />
          {items.length === 0 ? (
            <Nothing reason={empty_reason} isNarrowed={code !== undefined} />
          ) : (
            <LineTable lines={items} isPreview={preview !== null} />
          )}
          <p className={css.foot}>
            {has_more && preview === null && <span className="quiet">The newest {MAX_LINES} lines are shown. </span>}
            <AsOf instant={data_as_of} />
          </p>
        </>
      )}
    </Loaded>
  );
}

function Choice() {
  const params = companyRoute.useParams();
  return (
    <nav className="choices" aria-label="Transactions">
      {CHOICES.map(({ code, label }) => (
        <Link
          key={label}
          to="/c/$market/$ticker/insiders"
          params={params}
          search={{ code }}
          resetScroll={false}
          className="button small"
          activeOptions={{ exact: true, includeSearch: true, explicitUndefined: true }}
          activeProps={{ 'aria-current': 'true' }}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}

function Nothing({ reason, isNarrowed }: { reason: string | null; isNarrowed: boolean }) {
  const { company_name } = useCompany();
  if (reason === 'not_covered') {
    return (
      <StateBlock title={`No insider reports of ${company_name} are stored.`}>
        SEC Forms 3, 4 and 5 are available once the documents have been fetched (<code>--documents 3,4,5</code>).
        Reports to other registries are not supported yet.
      </StateBlock>
    );
  }
  return (
    <StateBlock title={isNarrowed ? 'No transactions of this kind.' : `No insider transactions of ${company_name}.`}>
      {isNarrowed && 'Choose another kind.'}
    </StateBlock>
  );
}

function LineTable({ lines, isPreview }: { lines: readonly ListedInsiderTransaction[]; isPreview: boolean }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  return (
    <CardTable
      columns={[
        'Day',
        'Insider',
        'What',
        !isPreview && { figures: 'Shares' },
        !isPreview && { figures: 'Price, USD' },
        !isPreview && { figures: 'Amount, USD' },
        !isPreview && { figures: 'Credential after' },
        'Filing',
      ]}
      ref={list}
    >
      {lines.map(line => (
        <LineRow key={line.transaction_id} line={line} isPreview={isPreview} />
      ))}
    </CardTable>
  );
}

function LineRow({ line, isPreview }: { line: ListedInsiderTransaction; isPreview: boolean }) {
  const { market_id } = useCompany();
  return (
    <tr data-row="" className={css.line}>
      <td className="second nowrap">{line.transaction_date && formatDay(line.transaction_date)}</td>
      <td>
        {line.owners.map(owner => (
          <p key={owner.person.slug}>
            <Link className="link" to="/p/$slug" params={{ slug: owner.person.slug }}>
              {owner.person.name}
            </Link>{' '}
            <span className="quiet">{insiderRelations(owner)}</span>
          </p>
        ))}
      </td>
      <td>
        <div>
          <b>{tradeLabel(line)}</b> {line.security_title}
          {line.is_10b5_1 === true && (
            <>
              {' '}
              <span className="tag">10b5-1 plan</span>
            </>
          )}
          {line.nature_of_ownership !== null && <span className="quiet"> {line.nature_of_ownership}</span>}
        </div>
        {line.footnotes !== undefined && line.footnotes.length > 0 && (
          <details className={css.notes}>
            <summary>Notes</summary>
            {line.footnotes.map(note => (
              <p key={note}>{note}</p>
            ))}
          </details>
        )}
      </td>
      {!isPreview && (
        <>
          <td className="right">{digitsOf(line, 'shares')}</td>
          <td
            className="right nowrap"
            title={line.price_quality === 'weighted_average' ? 'Weighted average' : undefined}
          >
            {digitsOf(line, 'price_per_share')}
            {line.price_quality === 'weighted_average' && <span className="quiet"> avg</span>}
          </td>
          <td className="right">{digitsOf(line, 'amount')}</td>
          <td className="right">{digitsOf(line, 'shares_owned_following')}</td>
        </>
      )}
      <td className="nowrap">
        <span className="row">
          <FormTag form={line.filing.form_type} marketId={market_id} />
          <a className="link" href={line.filing.url} rel="noreferrer">
            {formatDay(line.filing.filed_at)}
          </a>
        </span>
      </td>
    </tr>
  );
}

type NumberKey = 'shares' | 'price_per_share' | 'amount' | 'shares_owned_following';

function digitsOf(line: ListedInsiderTransaction, key: NumberKey): string {
  const digits = exactText(line, key);
  return digits === null ? '' : formatExact(digits);
}
