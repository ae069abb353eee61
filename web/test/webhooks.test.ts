import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { expectAccessible, expectAccessibleInEveryView } from './accessibility.ts';
import { createAccountKey } from './accounts.ts';
import { describeInBrowser, openPage } from './app-page.ts';

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

function signatureOf(secret: string, received: Received | undefined): string {
  const text = `${received?.headers['x-webhook-timestamp']}.${received?.body}`;
  return `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`;
}

describeInBrowser('webhooks', app => {
  let receiver: Server;
  let address: string;
  let status = 200;
  const received: Received[] = [];

  beforeAll(async () => {
    receiver = createServer((request, response) => {
      let body = '';
      request.on('data', chunk => {
        body += chunk;
      });
      request.on('end', () => {
        received.push({ headers: request.headers, body });
        response.writeHead(status, { 'content-type': 'text/plain' }).end('thanks');
      });
    });
    await new Promise<void>(done => receiver.listen(0, '127.0.0.1', done));
    address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
  });
  afterAll(() => new Promise(done => receiver.close(done)));

  it('creates and deletes an endpoint', async () => {
    const key = await createAccountKey(app, 'business', 'hooks@example.org');
    const opened = await openPage(app, '/account/webhooks', { key });
    const { page } = opened;
    await page.getByText('No endpoints yet.').waitFor();
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Add endpoint' }).click();
    await page.getByLabel('Address').fill(address);
    await page.getByLabel('Results', { exact: true }).check();
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('dialog').locator('code').waitFor();
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'I have stored it' }).click();
    await page.waitForURL(/\/account\/webhooks\/[0-9a-f-]{36}$/);
    await page.getByText('No deliveries yet.').waitFor();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No endpoints yet.').waitFor();
  });

  it('sends a test event and shows its delivery', async () => {
    const key = await createAccountKey(app, 'business', 'tests@example.org');
    const { id, secret } = await makeEndpoint(key);
    const opened = await openPage(app, `/account/webhooks/${id}`, { key });
    const { page } = opened;
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText(/^Test delivered: 200 after/).waitFor();
    const row = page.getByRole('row', { name: /webhook\.test/ });
    await row.waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('Enter');
    await page.waitForURL(/d=[0-9a-f-]{36}/);
    const panel = page.getByRole('region', { name: 'Delivery' });
    await panel.getByText('"event": "webhook.test"').waitFor();
    await panel.getByText('Response', { exact: true }).click();
    await panel.getByText('thanks').waitFor();
    await panel.getByText('Headers').click();
    await panel.getByText(/x-webhook-signature: sha256=/).waitFor();
    await expectAccessible(opened);
    expect(received.at(-1)?.headers['x-webhook-signature']).toBe(signatureOf(secret, received.at(-1)));
  });

  it('verifies a signature in the browser', async () => {
    const opened = await openPage(app, '/account/webhooks');
    const { page } = opened;
    const [secret, timestamp, body] = ['whs_example', '2026-11-20T14:32:07.114Z', '{"event":"webhook.test"}'];
    const signature = signatureOf(secret, { headers: { 'x-webhook-timestamp': timestamp }, body });
    await page.getByRole('button', { name: 'Verify a signature' }).click();
    await page.getByLabel('Secret', { exact: true }).fill(secret);
    await page.getByLabel('X-Webhook-Timestamp').fill(timestamp);
    await page.getByLabel('X-Webhook-Signature').fill(signature);
    await page.getByLabel('Body, exactly as received').fill(body);
    const requested: string[] = [];
    page.on('request', request => {
      // The notification bell keeps sending calls.
      if (!request.url().includes('/api/user/notifications/')) requested.push(request.url());
    });
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText(/Valid: this body was signed/).waitFor();
    await page.getByLabel('Body, exactly as received').fill(`${body} `);
    await page.getByRole('button', { name: 'Check', exact: true }).click();
    await page.getByText(/Invalid: the body/).waitFor();
    await page.getByText('Go', { exact: true }).click();
    await page.getByText('func IsGenuine(').waitFor();
    await expectAccessible(opened);
    expect(requested).toEqual([]);
  });

  it('shows a rotated secret once, and reports and resends failed deliveries', async () => {
    const key = await createAccountKey(app, 'business', 'rotating@example.org');
    const { id } = await makeEndpoint(key);
    const opened = await openPage(app, `/account/webhooks/${id}`, { key });
    const { page } = opened;
    await page.getByRole('button', { name: 'Rotate' }).click();
    const secret = await page.locator('code').innerText();
    await page.getByRole('button', { name: 'I have stored it' }).click();
    status = 400;
    await page.getByRole('button', { name: 'Send test' }).click();
    await page.getByText(/^Test failed: it returned 400/).waitFor();
    status = 200;
    const last = received.at(-1);
    const text = `${last?.headers['x-webhook-timestamp']}.${last?.body}`;
    expect(last?.headers['x-webhook-signature']).toBe(
      `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
    );
    await page.getByText('Failed: 400').waitFor();
    await expectAccessible(opened);
    await page.getByRole('button', { name: 'Disable' }).click();
    await page.getByText('Disabled', { exact: true }).waitFor();
  });

  it('passes accessibility checks in light and dark, narrow and wide', async () => {
    const key = await createAccountKey(app, 'business', 'hookviews@example.org');
    const { id } = await makeEndpoint(key);
    await fetch(`${app.base}/api/user/webhooks/${id}/test`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: '{}',
    });
    await expectAccessibleInEveryView(app, [{ path: `/account/webhooks/${id}`, shows: 'webhook.test' }], { key });
  });

  it('names the plan that includes webhooks', async () => {
    const key = await createAccountKey(app, 'free', 'nohooks@example.org');
    const opened = await openPage(app, '/account/webhooks', { key, isRefused: true, isFresh: true });
    await opened.page.getByText('The business plan includes your webhooks.').waitFor();
    await expectAccessible(opened);
  });

  async function makeEndpoint(key: string): Promise<{ id: string; secret: string }> {
    const response = await fetch(`${app.base}/api/user/webhooks`, {
      method: 'POST',
      headers: { 'x-api-key': key, 'content-type': 'application/json' },
      body: JSON.stringify({ url: address }),
    });
    return (await response.json()) as { id: string; secret: string };
  }
});
