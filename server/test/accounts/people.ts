import type { InjectOptions } from 'fastify';
import type { Plan, Scope } from '../../src/accounts/account.ts';
import { createKey } from '../../src/accounts/keys/api-keys.ts';
import { hashPassword } from '../../src/accounts/sign-in/passwords.ts';
import { type Database, sql } from '../../src/db/database.ts';
import { SecretBox } from '../../src/kernel/secrets/secret-box.ts';
import { type ApiResponse, createTestApi, type TestApi } from '../api.ts';
import { useForFile } from '../use-for-file.ts';

export const PASSWORD = 'a good long password';
export const SECRET_BOX = new SecretBox(Buffer.alloc(32, 7));

/** An account with a password and an API key. */
export interface Person {
  accountId: string;
  email: string;
  key: string;
  keyId: string;
}

let hash: Promise<string> | null = null;
let people = 0;

/** Creates a person whose password is {@link PASSWORD}. */
export async function newPerson(db: Database, plan: Plan = 'free', scopes?: readonly Scope[]): Promise<Person> {
  const email = `person${++people}@example.org`;
  const wanted = { email, plan, name: 'first', ...(scopes && { scopes }) };
  const { accountId, key, keyId } = await createKey(db, wanted);
  hash ??= hashPassword(PASSWORD);
  await db.execute(sql`
    insert into passwords (account_id, hash, set_at) values (${accountId}, ${await hash}, now())`);
  return { accountId, email, key, keyId };
}

/** The API with requests on behalf of people. */
export interface PeopleApi extends TestApi {
  as(person: Person, request: `${'GET' | 'POST' | 'DELETE'} /${string}`, body?: object): Promise<ApiResponse>;
}

/** The people's API over the database of a test file. */
export function usePeopleApi(database: { readonly db: Database }, now: () => Date = () => new Date()): PeopleApi {
  return useForFile(
    async () => {
      const api = await createTestApi(database.db, { secretBox: SECRET_BOX, now });
      return { ...api, as: (person, request, body) => askAs(api, person, request, body) };
    },
    ({ server }) => server.close(),
  );
}

function askAs(api: TestApi, ...[person, request, body]: Parameters<PeopleApi['as']>): Promise<ApiResponse> {
  const [method = 'GET', url = '/'] = request.split(' ');
  const headers = { 'x-api-key': person.key };
  const requested = { method, url, headers, ...(body && { payload: body }) };
  return api.ask(requested as InjectOptions);
}

/** The invalid parameters that a 422 response lists. */
export function faultsOf({ json }: ApiResponse): string[] {
  const detail = (json.detail ?? []) as { loc: string[] }[];
  return detail.map(({ loc }) => loc.join('.'));
}
