import { exactText, type PersonProfileResponse, type Role } from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useRef } from 'react';
import { useApi } from '../../api/use-api.ts';
import { AsOf } from '../../components/data/as-of.tsx';
import { companyParams } from '../../components/data/company-params.ts';
import { Loaded } from '../../components/data/loaded.tsx';
import { Name } from '../../components/data/name.tsx';
import { RoleSource } from '../../components/data/role-source.tsx';
import { usePageTitle } from '../../components/layout/use-page-title.ts';
import { CardTable } from '../../components/ui/card-table.tsx';
import { StateBlock } from '../../components/ui/state-block.tsx';
import { formatDay } from '../../format/dates.ts';
import { formatExact } from '../../format/numbers.ts';
import { useListKeys } from '../../keyboard/list-keys.ts';
import { schemeLabel } from '../../labels/labels.ts';
import { formatStake, formatTenure, relationLabel } from '../../labels/roles.ts';
import css from './page.module.css';

const route = getRouteApi('/p/$slug');

/** A person with all roles across companies. */
export default function PersonPage() {
  const { slug } = route.useParams();
  const query = useApi('getPerson', { slug });
  return (
    <Loaded query={query} subject="this person">
      {person => <Person person={person} />}
    </Loaded>
  );
}

function Person({ person }: { person: PersonProfileResponse }) {
  const { name, kind, aliases, birth_year, identifiers, roles, roles_total, data_as_of } = person;
  const others = aliases.filter(alias => alias !== name);
  const market = roles[0]?.entity.market_id ?? null;
  usePageTitle(name);
  return (
    <>
      <header className={css.head}>
        <h1>
          <Name text={name} marketId={market} />
        </h1>
        <p className="second">
          {kind === 'institution' ? 'Institution' : 'Person'}
          {birth_year !== null && ` · born ${birth_year}`}
          {identifiers.map(({ scheme, identifier }) => (
            <span key={`${scheme} ${identifier}`}>
              {' · '}
              {schemeLabel(scheme)} <b className="mono">{identifier}</b>
            </span>
          ))}
        </p>
        {others.length > 0 && <p className="quiet">Also named {others.slice(0, 6).join(' · ')}</p>}
      </header>
      {roles.length === 0 ? <StateBlock title={`No known roles of ${name}.`} /> : <RoleTable roles={roles} />}
      <p className={css.foot}>
        {roles_total > roles.length && (
          <span className="quiet">
            {roles.length} of {roles_total} mandates are shown: the others are in the API.{' '}
          </span>
        )}
        <AsOf instant={data_as_of} />
      </p>
    </>
  );
}

function RoleTable({ roles }: { roles: readonly Role[] }) {
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  return (
    <CardTable
      columns={[
        'Company',
        'Relation',
        'Office',
        { figures: 'Stake' },
        { figures: 'Shares' },
        'Since',
        'Until',
        'Source',
      ]}
      ref={list}
    >
      {roles.map(role => (
        <RoleRow key={role.role_id} role={role} />
      ))}
    </CardTable>
  );
}

function RoleRow({ role }: { role: Role }) {
  const { entity, is_current, until_date, term_end_date } = role;
  const shares = exactText(role, 'shares');
  return (
    <tr data-row="" className={is_current ? undefined : css.over}>
      <td>
        <Link className="link" to="/c/$market/$ticker/people" params={companyParams(entity)}>
          <Name text={entity.company_name} marketId={entity.market_id} />
        </Link>
      </td>
      <td className="nowrap">{relationLabel(role.relation)}</td>
      <td>{role.role_title !== null && <Name text={role.role_title} marketId={entity.market_id} />}</td>
      <td className="right nowrap">{formatStake(role)}</td>
      <td className="right">{shares === null ? '' : formatExact(shares)}</td>
      <td className="nowrap">{formatTenure(role)}</td>
      <td className="nowrap">
        {until_date === null ? (
          <span className="quiet">
            {is_current ? term_end_date !== null && `term to ${formatDay(term_end_date)}` : 'not confirmed since'}
          </span>
        ) : (
          formatDay(until_date)
        )}
      </td>
      <td className="nowrap">
        <RoleSource role={role} />
      </td>
    </tr>
  );
}
