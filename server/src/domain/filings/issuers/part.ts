import type { Part } from '../../part.ts';
import type { IssuerRow } from './store/issuer-parts.ts';
import type { Statement } from './store/issuer-state.ts';
import { upsertIssuers, upsertStatements } from './store/issuers.ts';

/** An issuer merged from its sources, with the statement of each source. */
export interface StatedIssuer {
  row: IssuerRow;
  statements: (Statement & { issuerId: string })[];
}

export const issuersPart: Part<never, StatedIssuer, void> = {
  name: 'issuers',
  tables: [
    {
      table: 'issuers',
      of: 'issuers',
      omit: ['updated_at', 'entity_id'],
      add: `'entity', (select lead.canonical_key from issuers lead where lead.issuer_id = one.entity_id)`,
      from: 'issuers as one join issuers on issuers.issuer_id = one.issuer_id',
      namesIssuer: false,
      order: [],
    },
    { table: 'issuer_identifiers', of: 'issuers', order: ['scheme C', 'identifier C'] },
    { table: 'alternate_names', of: 'issuers', order: ['kind C', 'name C'] },
    { table: 'issuer_isins', of: 'issuers', order: ['isin C'] },
    { table: 'issuer_relations', of: 'issuers', order: ['kind C', 'related_key C'] },
    // Exported under the lesser key, by which links are stored.
    {
      table: 'issuer_links',
      of: 'issuers',
      omit: ['link_id', 'made_at', 'changed_at'],
      from: 'issuer_links as one join issuers on issuers.canonical_key = one.a_key',
      namesIssuer: false,
      order: ['a_key C', 'b_key C', 'basis C', 'scheme C', 'identifier C'],
    },
    { table: 'former_names', of: 'issuers', order: ['company_name C'] },
    { table: 'listings', of: 'issuers', order: ['market_id C', 'ticker_key C'] },
    { table: 'issuer_names', of: 'issuers', order: ['name_key C', 'matched C'] },
    { table: 'issuer_readings', of: 'issuers', order: ['kind C', 'reading C'] },
    { table: 'issuer_statements', of: 'issuers', order: ['registry C', 'source C'] },
  ],
  async persist(tx, batch) {
    const stated = batch.statedBy(issuersPart).map(issuer => issuer.value);
    await upsertIssuers(
      tx,
      stated.map(issuer => issuer.row),
    );
    await upsertStatements(
      tx,
      stated.flatMap(issuer => issuer.statements),
    );
  },
};
