import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  authorizationRequest,
  authorize,
  Browser,
  createPerson,
  locationOf,
  type OAuthService,
  startOAuthService,
  webApp,
} from '../../../test/accounts/oauth.ts';
import { useTestDatabase } from '../../../test/database.ts';
import { WAIT_LIMIT_MS } from '../../../test/wait-limit.ts';
import { rotateOAuthKeys } from '../../accounts/oauth/oauth-keys.ts';
import { createListener, type Listener } from '../../db/listener.ts';
import { SecretBox } from '../../kernel/secrets/secret-box.ts';

const database = useTestDatabase();
const box = new SecretBox(Buffer.alloc(32, 7));
const EMAIL = 'ada@example.org';
let listener: Listener;
let service: OAuthService;

beforeAll(async () => {
  listener = createListener(database.connection, 'test');
  service = await startOAuthService(database.db, { listener });
  await createPerson(database.db, EMAIL);
});
afterAll(async () => {
  await service.server.close();
  await listener.close();
});

async function kids(): Promise<string[]> {
  const { keys } = (await (await fetch(`${service.base}/oauth/jwks`)).json()) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
}

const landsAt = async (browser: Browser) =>
  locationOf(await browser.go(authorizationRequest(webApp(service.base)).url));

it('rotates signing keys in a running service; old keys verify until they are retired', async () => {
  const [first = ''] = await kids();
  const browser = new Browser(service.base);
  await authorize(browser, authorizationRequest(webApp(service.base)).url, EMAIL);
  expect(await landsAt(browser)).toContain('/signin/done?code=');

  const rotated = await rotateOAuthKeys(database.db, box, { retiresOld: false });
  expect(rotated.oldKeys).toBe(1);
  await expect.poll(kids, { timeout: WAIT_LIMIT_MS }).toEqual([rotated.kid, first]);
  expect(await landsAt(browser)).toContain('/signin/done?code=');

  for (let turn = 0; turn < 3; turn++) await rotateOAuthKeys(database.db, box, { retiresOld: false });
  await expect.poll(async () => (await kids()).length, { timeout: WAIT_LIMIT_MS }).toBe(3);
  expect(await kids()).not.toContain(first);

  const last = await rotateOAuthKeys(database.db, box, { retiresOld: true });
  await expect.poll(kids, { timeout: WAIT_LIMIT_MS }).toEqual([last.kid]);
  expect(await landsAt(browser)).toContain('/oauth/interaction/');
});
