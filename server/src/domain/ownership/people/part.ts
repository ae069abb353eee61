import type { Part } from '../../part.ts';
import { holdersPart } from '../holders/part.ts';
import { insidersPart } from '../insiders/part.ts';
import { gatherAllPeople } from './gather-people.ts';
import { markPeopleOfCompanies, recountCards } from './store/people.ts';
import {
  type EncodedRoles,
  encodeRoles,
  findWaitingRoles,
  markPeople,
  markPeopleOfFilings,
  PEOPLE_READINGS,
  replaceRoleStatements,
} from './store/role-statements.ts';

export const peoplePart: Part<never, EncodedRoles[], void> = {
  name: 'people',
  after: ['holders', 'insiders'],
  textReadings: PEOPLE_READINGS,
  tables: [
    {
      table: 'role_statements',
      of: 'issuers',
      omit: ['owner_id'],
      from: 'role_statements as one join issuers on issuers.issuer_id = one.owner_id',
      order: ['registry C', 'source C', 'place'],
    },
    {
      table: 'persons',
      of: 'publishers',
      add: `'identifiers', (select jsonb_agg(scheme || ':' || identifier order by scheme collate "C", identifier collate "C") from person_identifiers where person_id = one.person_id), 'names', (select jsonb_agg(name order by name collate "C") from person_names where person_id = one.person_id)`,
      order: ['person_id'],
    },
  ],
  readIssuer: ({ issuerId, registry, records }) =>
    records.flatMap(({ people, source }) =>
      people === undefined ? [] : [encodeRoles(people, { issuerId, registry, source })],
    ),
  async persist(tx, batch) {
    await replaceRoleStatements(
      tx,
      batch.statedBy(peoplePart).flatMap(issuer => issuer.value),
    );
    const stakes = batch.openedBy(holdersPart).filter(filing => filing.value.stakeReport !== null);
    await markPeople(
      tx,
      [...batch.writtenBy(insidersPart), ...stakes].map(filing => filing.issuerId),
    );
    await markPeopleOfFilings(
      tx,
      batch.registry,
      batch.standings.map(standing => standing.nativeId),
    );
  },
  grouping: {
    before: findWaitingRoles,
    // Marks the companies that issuers leave and join, before and after the change.
    around: markPeopleOfCompanies,
    after: (tx, { regroupedIds }) => recountCards(tx, regroupedIds),
  },
  background: [{ name: 'gather-people', completesIngest: true, run: (db, { signal }) => gatherAllPeople(db, signal) }],
};
