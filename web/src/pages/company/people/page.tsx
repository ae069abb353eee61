import { type CompanyPeopleOut, exactText, type Role } from '@asfiled/client';
import { Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { Name } from '../../../components/data/name.tsx';
import { RoleSource } from '../../../components/data/role-source.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { CardTable } from '../../../components/ui/card-table.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatExact } from '../../../format/numbers.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { formatStake, formatTenure, natureLabel } from '../../../labels/roles.ts';
import { companyRoute, useCompany } from '../company.ts';
import css from './page.module.css';

const LISTS = [
  { key: 'directors', title: 'Directors', hasStakes: false },
  { key: 'officers', title: 'Officers', hasStakes: false },
  { key: 'major_shareholders', title: 'Major holders', hasStakes: true },
  { key: 'significant_control', title: 'Significant control', hasStakes: true },
] as const;

/** A company's current directors, officers and owners. */
export default function PeoplePage() {
  const company = useCompany();
  const { market, ticker } = companyRoute.useParams();
  const query = useApi('getCompanyPeople', { market, ticker });
  usePageTitle(company.company_name, 'People');
  return (
    <Loaded query={query} subject={`the people of ${company.company_name}`}>
      {response => (
        <>
          <Lists answer={response} />
          <p className={css.foot}>
            <AsOf instant={response.data_as_of} />
          </p>
        </>
      )}
    </Loaded>
  );
}

function Lists({ answer: response }: { answer: CompanyPeopleOut }) {
  const { company_name } = useCompany();
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  if (response.empty_reason !== null) {
    return (
      <StateBlock title={`No current directors, officers or owners of ${company_name} are known.`}>
        {response.empty_reason === 'not_reported'
          ? 'Earlier roles have ended or have not been confirmed recently.'
          : 'No register, report or proxy statement that this service has read names anyone.'}
      </StateBlock>
    );
  }
  return (
    <div className={css.lists} ref={list}>
      {LISTS.map(({ key, title, hasStakes }) =>
        response[key].length === 0 ? null : (
          <section key={key}>
            <h2>
              {title} <span className="quiet">{response[key].length}</span>
            </h2>
            <RoleTable roles={response[key]} hasStakes={hasStakes} />
          </section>
        ),
      )}
    </div>
  );
}

function RoleTable({ roles, hasStakes }: { roles: readonly Role[]; hasStakes: boolean }) {
  return (
    <CardTable
      columns={[
        'Name',
        hasStakes ? 'As' : 'Office',
        hasStakes && { figures: 'Stake' },
        hasStakes && { figures: 'Shares' },
        'Since',
        'Source',
      ]}
    >
      {roles.map(role => (
        <RoleRow key={role.role_id} role={role} hasStakes={hasStakes} />
      ))}
    </CardTable>
  );
}

function RoleRow({ role, hasStakes }: { role: Role; hasStakes: boolean }) {
  const { market_id } = useCompany();
  const shares = exactText(role, 'shares');
  return (
    <tr data-row="">
      <td>
        {role.person !== undefined && (
          <Link className="link" to="/p/$slug" params={{ slug: role.person.slug }}>
            <Name text={role.person.name} marketId={market_id} />
          </Link>
        )}
      </td>
      <td>
        {role.role_title !== null && <Name text={role.role_title} marketId={market_id} />}
        {role.natures_of_control.map(nature => (
          <div key={nature} className="second">
            {natureLabel(nature)}
          </div>
        ))}
      </td>
      {hasStakes && (
        <>
          <td className="right nowrap">{formatStake(role)}</td>
          <td className="right">{shares === null ? '' : formatExact(shares)}</td>
        </>
      )}
      <td className="nowrap">
        {role.since_date === null ? <span className="quiet">{formatTenure(role)}</span> : formatTenure(role)}
      </td>
      <td className="nowrap">
        <RoleSource role={role} />
      </td>
    </tr>
  );
}
