import type { Database } from '../../src/db/database.ts';
import { bareIssuer, type Issuer } from '../../src/domain/filings/issuers/model/issuer.ts';
import { mergeIssuer } from '../../src/domain/filings/issuers/rules/merge-issuer.ts';
import { claimIssuers } from '../../src/domain/filings/issuers/store/issuer-state.ts';
import { upsertIssuers, upsertStatements } from '../../src/domain/filings/issuers/store/issuers.ts';

/** An issuer with a name and no other statements; `fields` adds them. */
export function statedIssuer(canonicalKey: string, companyName: string, fields: Partial<Issuer> = {}): Issuer {
  return {
    ...bareIssuer(canonicalKey, companyName, []),
    ...fields,
  };
}

/** Stores a registry's statements about an issuer as a load does: merged with those of others, in one transaction. */
export async function storeIssuer(db: Database, registry: string, issuer: Issuer): Promise<string> {
  return db.transaction(async tx => {
    const state = (await claimIssuers(tx, [issuer.canonicalKey])).get(issuer.canonicalKey);
    if (state === undefined) throw new Error('The claimed issuer is missing.');
    const statement = {
      issuerId: state.issuerId,
      registry,
      source: 'register',
      precedence: 0,
      issuer: JSON.stringify(issuer),
      documents: '[]',
      damage: null,
      filingsCount: 0,
      factsCount: 0,
    };
    const others = state.statements.filter(
      statement => statement.registry !== registry || statement.source !== 'register',
    );
    const merged = mergeIssuer(
      [...others, statement].map(candidate => ({
        ...candidate,
        issuer: JSON.parse(candidate.issuer ?? '{}') as Issuer,
      })),
    );
    await upsertIssuers(tx, [{ issuerId: state.issuerId, marketId: issuer.marketId ?? '', issuer: merged ?? issuer }]);
    await upsertStatements(tx, [statement]);
    return state.issuerId;
  });
}
