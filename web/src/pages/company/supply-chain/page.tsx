import {
  type CompanySupplyChainOut,
  type Evidence,
  exactText,
  type SupplyDisclosure,
  type SupplyEdge,
  type SupplyParty,
} from '@asfiled/client';
import { getRouteApi, Link } from '@tanstack/react-router';
import { type ReactNode, useRef } from 'react';
import { useApi } from '../../../api/use-api.ts';
import { AsOf } from '../../../components/data/as-of.tsx';
import { companyParams } from '../../../components/data/company-params.ts';
import { EvidenceLink } from '../../../components/data/evidence-link.tsx';
import { Loaded } from '../../../components/data/loaded.tsx';
import { PreviewNote } from '../../../components/data/preview-note.tsx';
import { usePageTitle } from '../../../components/layout/use-page-title.ts';
import { CardTable } from '../../../components/ui/card-table.tsx';
import { StateBlock } from '../../../components/ui/state-block.tsx';
import { formatDay } from '../../../format/dates.ts';
import { formatExact } from '../../../format/numbers.ts';
import { useListKeys } from '../../../keyboard/list-keys.ts';
import { companyRoute, useCompany } from '../company.ts';
import { describeDisclosure, formatShare } from './labels.ts';
import css from './page.module.css';

const route = getRouteApi('/c/$market/$ticker/supply-chain');

/** A company's customers and suppliers, as named by either side, and anonymous concentrations. */
export default function SupplyChainPage() {
  const company = useCompany();
  const { market, ticker } = companyRoute.useParams();
  const { only, hops } = route.useSearch();
  const isListed = !ticker.includes(':');
  const query = useApi(
    'getSupplyChain',
    { market, ticker, include_expired: only === undefined, hops: hops === '2' ? 2 : 1 },
    { enabled: isListed, keepPrevious: true },
  );
  usePageTitle(company.company_name, 'Supply chain');
  if (!isListed)
    return (
      <StateBlock title={`${company.company_name} is not listed.`}>
        Customers and suppliers are available for listed companies only.
      </StateBlock>
    );
  return (
    <Loaded query={query} subject={`customers and suppliers of ${company.company_name}`}>
      {response => (
        <>
          <Choices />
          <PreviewNote preview={response.preview} noun="relations" />
          <Relations answer={response} />
          <p className={css.foot}>
            <AsOf instant={response.data_as_of} />
          </p>
        </>
      )}
    </Loaded>
  );
}

/** Filters: all or valid relations, and relations of related companies. */
function Choices() {
  const { only, hops } = route.useSearch();
  const params = companyRoute.useParams();
  const choice = (search: { only?: 'valid' | undefined; hops?: '2' | undefined }, label: string) => (
    <Link
      to="/c/$market/$ticker/supply-chain"
      params={params}
      search={search}
      className="button small"
      aria-current={search.only === only && search.hops === hops ? 'true' : undefined}
      resetScroll={false}
    >
      {label}
    </Link>
  );
  return (
    <nav className="choices" aria-label="Relations">
      {choice({}, 'All')}
      {choice({ only: 'valid' }, 'Valid today')}
      {choice({ hops: '2' }, 'Second degree')}
    </nav>
  );
}

function Relations({ answer: response }: { answer: CompanySupplyChainOut }) {
  const { canonical_key } = response.entity;
  const first = response.edges.filter(edge => edge.hop === 1);
  const list = useRef<HTMLDivElement>(null);
  useListKeys(list);
  if (response.edges.length === 0 && response.disclosures_total === 0) return <Nothing answer={response} />;
  return (
    <div ref={list}>
      <EdgeTable
        title="Customers"
        edges={first.filter(edge => edge.supplier.entity?.canonical_key === canonical_key)}
      />
      <EdgeTable
        title="Suppliers"
        edges={first.filter(edge => edge.supplier.entity?.canonical_key !== canonical_key)}
      />
      <EdgeTable title="Second degree" edges={response.edges.filter(edge => edge.hop === 2)} />
      <Disclosures disclosures={response.disclosures} total={response.disclosures_total} />
    </div>
  );
}

function Nothing({ answer: { entity, empty_reason } }: { answer: CompanySupplyChainOut }) {
  const { only } = route.useSearch();
  if (empty_reason === 'not_covered')
    return (
      <StateBlock title={`No report of ${entity.company_name} has been processed for customers and suppliers.`}>
        Annual and quarterly reports to the SEC are read where their documents were fetched (
        <code>--documents 10-K,10-Q</code>).
      </StateBlock>
    );
  return (
    <StateBlock
      title={
        only === undefined
          ? `No customers or suppliers found in the reports of ${entity.company_name}.`
          : 'No relations are valid today.'
      }
    >
      {only === undefined ? 'Ambiguous sentences are skipped.' : 'Earlier relations may have ended.'}
    </StateBlock>
  );
}

function EdgeTable({ title, edges }: { title: string; edges: readonly SupplyEdge[] }) {
  if (edges.length === 0) return null;
  return (
    <section className={css.part}>
      <h2>{title}</h2>
      <CardTable columns={['Supplier', 'Customer', 'Share', { figures: 'Amount' }, 'Valid', 'Source']}>
        {edges.map(edge => (
          <EdgeRow key={edge.edge_id} edge={edge} />
        ))}
      </CardTable>
    </section>
  );
}

function EdgeRow({ edge }: { edge: SupplyEdge }) {
  const amount = exactText(edge, 'amount');
  return (
    <tr data-row="">
      <td>
        <PartyName party={edge.supplier} />
      </td>
      <td>
        <PartyName party={edge.customer} />
      </td>
      <td>{formatShare(edge)}</td>
      <td className="right nowrap">{amount !== null && `${formatExact(amount)} ${edge.currency ?? ''}`}</td>
      <td className="second nowrap">
        {formatDay(edge.valid_from)} – {formatDay(edge.valid_to)}
        {edge.is_expired && <span className="tag">ended</span>}
      </td>
      <td>
        <Words evidence={edge.evidence ?? []} />
      </td>
    </tr>
  );
}

function PartyName({ party: { name_as_filed, entity } }: { party: SupplyParty }) {
  if (entity === null) return <>{name_as_filed}</>;
  return (
    <Link className="link" to="/c/$market/$ticker/supply-chain" params={companyParams(entity)}>
      {name_as_filed}
    </Link>
  );
}

function Disclosures({ disclosures, total }: { disclosures: readonly SupplyDisclosure[]; total: number }) {
  if (disclosures.length === 0) return null;
  return (
    <section className={css.part}>
      <h2>Unnamed concentrations</h2>
      <CardTable columns={['Period to', 'Who', 'Share', 'Source']}>
        {disclosures.map(item => (
          <tr key={item.disclosure_id} data-row="">
            <td className="second nowrap">{formatDay(item.period_end)}</td>
            <td>{item.label}</td>
            <td>{describeDisclosure(item)}</td>
            <td>
              <Words evidence={item.evidence} />
            </td>
          </tr>
        ))}
      </CardTable>
      {total > disclosures.length && (
        <p className="quiet">
          Showing the newest {disclosures.length} of {total}.
        </p>
      )}
    </section>
  );
}

/** The quoted evidence, each with a link to its place. */
function Words({ evidence }: { evidence: readonly Evidence[] }): ReactNode {
  if (evidence.length === 0) return null;
  return (
    <details className={css.evidence}>
      <summary>{evidence.length === 1 ? 'Words' : `${evidence.length} passages`}</summary>
      {evidence.map(item => (
        <Passage key={`${item.filing_id} ${item.element_id} ${item.char_start}`} evidence={item} />
      ))}
    </details>
  );
}

function Passage({ evidence }: { evidence: Evidence }) {
  if (evidence.filing_id === null) return null;
  return (
    <div>
      <blockquote>{evidence.quote ?? 'Tagged in XBRL, not stated in a sentence.'}</blockquote>
      <EvidenceLink evidence={[evidence]}>Open in filing</EvidenceLink>
    </div>
  );
}
