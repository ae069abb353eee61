import { expect, it } from 'vitest';
import { useTestDatabase } from '../../../test/database.ts';
import { seedIssuer } from '../../../test/seeds/issuers.ts';
import { seedPeople, stated } from '../../../test/seeds/people.ts';
import { runAsfiled } from '../../../test/service/run-asfiled.ts';
import { sql } from '../../db/database.ts';

const database = useTestDatabase();

const asfiled = (...words: string[]) => runAsfiled(database, 'persons', ...words);

it('lists merged persons, and undoes a merge permanently', async () => {
  const { db } = database;
  const issuerId = await seedIssuer(db, { key: 'cik:990031', name: 'Fictional Mills Inc' });
  const numbered = stated('DOE JANE Q', 'officer', { identifier: { scheme: 'cik', identifier: '9100031' } });
  await seedPeople(db, issuerId, { 'filing/a': [numbered], 'filing/b': [stated('Jane Q. Doe', 'director')] });
  const people = async () => (await db.query(sql`select person_id from person_cards`)).length;
  expect(await people()).toBe(1);
  const [line = ''] = asfiled('merges').stdout.split('\n');
  const [id = '', kept = '', absorbed = '', rule] = line.split('\t');
  expect([kept.slice(0, -9), absorbed.slice(0, -9), rule]).toEqual(['doe-jane-q', 'jane-q-doe', 'named_by_issuer']);
  expect(JSON.parse(asfiled('merges', '--slug', absorbed, '--json').stdout)).toMatchObject({ kept, state: 'active' });
  expect(asfiled('undo', id)).toMatchObject({ code: 0, stdout: `Merge ${id} was undone.\n` });
  expect(await people()).toBe(2);
  await seedPeople(db, issuerId, { 'filing/c': [stated('Jane Q. Doe', 'officer')] });
  expect(await people()).toBe(2);
  expect(asfiled('undo', '999').code).not.toBe(0);
});
