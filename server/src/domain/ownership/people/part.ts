import type { Part } from '../../part.ts';
import { holdersPart } from '../holders/part.ts';
import { insidersPart } from '../insiders/part.ts';
import { gatherAllPeople } from './gather-people.ts';
import { recountCards } from './store/people.ts';
import {
  type EncodedRoles,
  encodeRoles,
  findWaitingRoles,
  markPeople,
  markPeopleOfFilings,
  replaceRoleStatements,
} from './store/role-statements.ts';

export const peoplePart: Part<never, EncodedRoles[], void> = {
  name: 'people',
  after: ['holders', 'insiders'],
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
    after: (tx, { regroupedIds }) => recountCards(tx, regroupedIds),
  },
  background: [{ name: 'gather-people', completesIngest: true, run: (db, { signal }) => gatherAllPeople(db, signal) }],
};
