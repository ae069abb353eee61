import { beforeAll, describe, expect, it } from 'vitest';
import { newPerson, usePeopleApi } from '../../../test/accounts/people.ts';
import { callOf } from '../../../test/checks/operation-call.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { SCOPES, type Scope } from '../../accounts/account.ts';
import { EVENT_STREAM } from '../../domain/kit/operation.ts';
import { scopeOf } from '../calls.ts';
import { OPERATIONS } from '../operations.ts';

const database = useTestDatabase();
const keys = new Map<Scope, string>();
let everything: string;
const api = usePeopleApi(database);

beforeAll(async () => {
  // Each has all scopes but one, and the highest plan.
  for (const scope of SCOPES) {
    const rest = SCOPES.filter(other => other !== scope);
    keys.set(scope, (await newPerson(database.db, 'business', rest)).key);
  }
  everything = (await newPerson(database.db, 'business')).key;
});

describe.each(
  OPERATIONS.filter(({ plan }) => plan !== 'public').map(operation => [operation.name, operation] as const),
)('%s', (_name, operation) => {
  it('rejects a key of any plan without its scope, before validating its input', async () => {
    const scope = scopeOf(operation);
    const headers = { 'x-api-key': keys.get(scope) ?? '' };
    for (const call of [callOf(operation, operation.example), callOf(operation, { ...operation.example, plan: 'x' })]) {
      const { status, json } = await api.ask({ ...call, headers });
      expect([status, json.error, json.scope_required]).toEqual([403, 'forbidden', scope]);
    }
  });

  it('accepts a key in either header', async () => {
    const call = callOf(operation, operation.example);
    const whole = operation.mediaType === EVENT_STREAM ? { ...call, method: 'HEAD' as const } : call;
    for (const headers of [{ 'x-api-key': everything }, { authorization: `Bearer ${everything}` }]) {
      const { status, json } = await api.ask({ ...whole, headers });
      expect(status).not.toBe(401);
      expect(json.scope_required).toBeUndefined();
    }
  });

  it('rejects requests without a key', async () => {
    expect((await api.ask(callOf(operation, operation.example))).status).toBe(401);
  });
});
