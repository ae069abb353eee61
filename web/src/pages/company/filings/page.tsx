import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { Fragment, useRef } from 'react';
import { AsOf } from '../../../components/data/as-of.tsx';
import { FilingLink } from '../../../components/data/filing-link.tsx';
import { FormTag } from '../../../components/data/form-tag.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { CardTable } from '../../../components/ui/card-table.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay, formatDayOfYear, formatMonth } from '../../../format/dates.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { categoryLabel } from '../../../labels/labels.ts';
import { type Filing, useCompany, useFilings } from '../company.ts';
import { MAX_FILINGS } from '../company-queries.ts';
import css from './page.module.css';

const route = getRouteApi('/c/$market/$ticker/filings');

/** A company's filings, newest first, by month. */
export default function CompanyFilingsPage() {
  const company = useCompany();
  const { form, cat, from } = route.useSearch();
  const query = useFilings({ formTypes: form?.split(','), sinceYear: from === undefined ? undefined : Number(from) });
  usePageTitle(company.company_name, 'Filings');
  return (
    <Loaded query={query} subject={`the filings of ${company.company_name}`}>
      {({ filings, has_more, data_as_of }) => (
        <>
          <Groups filings={filings} chosen={cat} />
          <FilingTable
            filings={cat === undefined ? filings : filings.filter(filing => filing.category_group === cat)}
          />
          <p className={css.foot}>
            {has_more && (
              <span className="quiet">The newest {MAX_FILINGS} are shown; a form or a year narrows the list. </span>
            )}
            <AsOf instant={data_as_of} />
          </p>
        </>
      )}
    </Loaded>
  );
}

/** Chips of the category groups with their counts. */
function Groups({ filings, chosen }: { filings: readonly Filing[]; chosen: string | undefined }) {
  const { form, from } = route.useSearch();
  const navigate = useNavigate({ from: '/c/$market/$ticker/filings' });
  const change = (part: { cat?: string | undefined; form?: string | undefined; from?: string | undefined }) =>
    navigate({ search: before => ({ ...before, ...part }), resetScroll: false });
  const counts = new Map<string, number>();
  for (const { category_group } of filings) counts.set(category_group, (counts.get(category_group) ?? 0) + 1);
  return (
    <div className={css.bar}>
      <button
        type="button"
        className="button small"
        aria-pressed={chosen === undefined}
        onClick={() => change({ cat: undefined })}
      >
        All <span className="quiet">{filings.length}</span>
      </button>
      {[...counts].map(([group, count]) => (
        <button
          key={group}
          type="button"
          className="button small"
          aria-pressed={chosen === group}
          onClick={() => change({ cat: group })}
        >
          {categoryLabel(group)} <span className="quiet">{count}</span>
        </button>
      ))}
      <span className="grow" />
      <label className={css.field}>
        Form
        <input
          key={form}
          className="field"
          placeholder="Any: 10-K, 8-K …"
          defaultValue={form}
          onBlur={event =>
            event.target.value !== (form ?? '') && change({ form: event.target.value.trim() || undefined })
          }
          onKeyDown={event => event.key === 'Enter' && event.currentTarget.blur()}
        />
      </label>
      <label className={css.field}>
        Periods since
        <input
          key={from}
          className="field"
          inputMode="numeric"
          pattern="\d{4}"
          placeholder="Year"
          size={6}
          defaultValue={from}
          onBlur={event =>
            event.target.value !== (from ?? '') && change({ from: event.target.value.trim() || undefined })
          }
          onKeyDown={event => event.key === 'Enter' && event.currentTarget.blur()}
        />
      </label>
    </div>
  );
}

function FilingTable({ filings }: { filings: readonly Filing[] }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  if (filings.length === 0)
    return <StateBlock title="No filings match.">Choose another group, form or year.</StateBlock>;
  return (
    <CardTable columns={['Filed', 'Form', 'Description', 'Period to', 'Open']} ref={list}>
      {filings.map((filing, index) => (
        <Fragment key={filing.filing_id}>
          {formatMonth(filing.filed_at) !== formatMonth(filings[index - 1]?.filed_at ?? '') && (
            <tr className={css.month}>
              <th colSpan={5} scope="colgroup">
                {formatMonth(filing.filed_at)}
              </th>
            </tr>
          )}
          <FilingRow filing={filing} />
        </Fragment>
      ))}
    </CardTable>
  );
}

function FilingRow({ filing }: { filing: Filing }) {
  const { market_id } = useCompany();
  return (
    <tr data-row="">
      <td className="second nowrap" title={filing.filed_at}>
        {formatDayOfYear(filing.filed_at)}
      </td>
      <td>
        <FormTag form={filing.form_type} marketId={market_id} />
      </td>
      <td>
        {filing.title ?? categoryLabel(filing.category)}
        {filing.item_codes.length > 0 && <span className="quiet"> items {filing.item_codes.join(', ')}</span>}
        {filing.is_amendment && <span className="tag warn">amendment</span>}
      </td>
      <td className="second nowrap">{filing.period_end && formatDay(filing.period_end)}</td>
      <td className="nowrap">
        <span className="row">
          {filing.available.includes('sections') && <FilingLink filingId={filing.filing_id}>Read</FilingLink>}
          <a className="link" href={filing.url} rel="noreferrer">
            View at registry
          </a>
        </span>
      </td>
    </tr>
  );
}
