import type { Part } from '../../part.ts';
import type { IssuerRow } from './store/issuer-parts.ts';
import type { Statement } from './store/issuer-state.ts';
import { upsertIssuers, upsertStatements } from './store/issuers.ts';

/** An issuer as its sources state it together, and what each of them states. */
export interface StatedIssuer {
  row: IssuerRow;
  statements: (Statement & { issuerId: string })[];
}

export const issuersPart: Part<never, StatedIssuer, void> = {
  name: 'issuers',
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
