import type { BookLine, Manager13fBookOut } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { companyParams } from '../../../components/data/company-params.ts';
import { Loaded } from '../../../components/data/loaded.tsx';
import { CardTable } from '../../../components/ui/card-table.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay } from '../../../format/dates.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { companyRoute } from '../company.ts';
import css from '../entries.module.css';
import { countText, moneyText, percentText, positionChangeLabel, ROWS_A_PAGE } from './labels.ts';
import { Pages } from './paging.tsx';

/** A manager's last reported holdings, largest first. */
export function ManagerBook({ managerCik, offset }: { managerCik: string; offset: number }) {
  const params = companyRoute.useParams();
  const query = useApi(
    'getManagerBook',
    { manager_cik: managerCik, limit: ROWS_A_PAGE, offset },
    { keepPrevious: true },
  );
  return (
    <>
      <p>
        <Link className="link" to="/c/$market/$ticker/holders" params={params} search={{}}>
          All holders
        </Link>
      </p>
      <Loaded query={query} subject={`the holdings of manager ${managerCik}`}>
        {book => (
          <>
            <Head book={book} />
            {book.items.length > 0 && <LineTable lines={book.items} />}
            <Pages total={book.total} offset={offset} shown={book.items.length} noun="positions" />
            <p className={css.foot}>
              <AsOf instant={book.data_as_of} />
            </p>
          </>
        )}
      </Loaded>
    </>
  );
}

function Head({ book }: { book: Manager13fBookOut }) {
  const { manager_name, quarter_end, total, book_market_value, is_complete, reported_by } = book;
  if (book.empty_reason === 'not_applicable') {
    return (
      <StateBlock title={`${manager_name} filed a notice for the quarter to ${formatDay(quarter_end)}.`}>
        Its positions are reported by {reported_by.map(manager => manager.manager_name).join(', ') || 'others'}.
      </StateBlock>
    );
  }
  return (
    <>
      <h2>{manager_name}</h2>
      <p>
        {countText(total)} positions on {formatDay(quarter_end)}, worth <b>USD {moneyText(book_market_value)}</b>,
        including options on their underlying securities.
        {!is_complete && ' Some positions are confidential.'}
      </p>
    </>
  );
}

function LineTable({ lines }: { lines: readonly BookLine[] }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  return (
    <CardTable
      columns={['Security', { figures: 'Shares' }, { figures: 'Value, USD' }, { figures: 'Portfolio share' }, 'Change']}
      ref={list}
    >
      {lines.map(line => (
        <LineRow key={`${line.cusip} ${line.put_call} ${line.principal_amount}`} line={line} />
      ))}
    </CardTable>
  );
}

function LineRow({ line }: { line: BookLine }) {
  const { entity, put_call, principal_amount } = line;
  return (
    <tr data-row="">
      <td>
        {entity === null ? (
          line.name_as_filed
        ) : (
          <Link className="link" to="/c/$market/$ticker/holders" params={companyParams(entity)} search={{}}>
            {entity.company_name}
          </Link>
        )}{' '}
        <span className="quiet">
          {line.class_title}
          {put_call !== null && ` ${put_call}s`}
          {principal_amount !== null && `, principal ${countText(principal_amount)}`}
        </span>
      </td>
      <td className="right">{countText(line.shares)}</td>
      <td className="right nowrap">{moneyText(line.market_value)}</td>
      <td className="right">{percentText(line.weight_pct, false)}</td>
      <td className="nowrap">
        {positionChangeLabel({ ...line, shares: line.shares ?? 0 })}{' '}
        <span className="second">{percentText(line.shares_change_pct, true)}</span>
      </td>
    </tr>
  );
}
