import type { Database } from '../../src/db/database.ts';
import { gatherAllPeople } from '../../src/domain/ownership/people/gather-people.ts';
import { type RoleStatement, roleStatement } from '../../src/domain/ownership/people/model/role.ts';
import { encodeRoles, replaceRoleStatements } from '../../src/domain/ownership/people/store/role-statements.ts';

/** A statement of a fictional source about a fictional person. */
export function stated(
  name: string,
  relation: RoleStatement['relation'],
  other: Partial<RoleStatement> = {},
): RoleStatement {
  return roleStatement({ name, kind: 'person', relation, confirmation: 'annual', asOf: '2024-05-01', ...other });
}

/** Stores statements about an issuer's people as the pipeline does, and joins them into persons. */
export async function seedPeople(
  db: Database,
  issuerId: string,
  bySource: Readonly<Record<string, readonly RoleStatement[]>>,
  registry = 'sec-edgar',
): Promise<void> {
  const reported = Object.entries(bySource).map(([source, people]) =>
    encodeRoles(people, { issuerId, registry, source }),
  );
  await db.transaction(tx => replaceRoleStatements(tx, reported));
  await gatherAllPeople(db);
}
