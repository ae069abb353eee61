import { text } from 'node:stream/consumers';
import { Secret, TOTP } from 'otpauth';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { adjustCredits } from '../../server/src/accounts/credits/ledger.ts';
import { authorizeClient, Browser, createPerson, PASSWORD, webApp } from '../../server/test/accounts/oauth.ts';
import { expectAccessible, expectAccessibleInEveryView } from './accessibility.ts';
import { createAccountKey, onDatabase } from './accounts.ts';
import { type AppPage, copiedText, describeInBrowser, openPage } from './app-page.ts';
import { createUsedAccount, type UsedAccount } from './used-account.ts';

describeInBrowser('account pages', app => {
  let used: UsedAccount;
  beforeAll(async () => {
    used = await createUsedAccount(app, 'ada@example.org');
  });

  /** Signs in by email and password. */
  async function signInByPassword(email: string, path: string): Promise<AppPage> {
    const opened = await openPage(app, `/signin?to=${path}`, { isSignedIn: false, isFresh: true, isRefused: true });
    const { page } = opened;
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Password').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.waitForURL(app.base + path);
    return opened;
  }

  const statusWith = async (key: string, path: string) =>
    (await fetch(app.base + path, { headers: { authorization: `Bearer ${key}` } })).status;

  describe('keys', () => {
    it('are created by name, shown once, copied, and revoked by name', async () => {
      const key = await createAccountKey(app, 'pro', 'keys@example.org');
      const opened = await openPage(app, '/account/usage', { key });
      const { page } = opened;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'New key' }).click();
      expect(new URL(page.url()).searchParams.get('form')).toBe('key');
      await page.keyboard.type('Weekend script');
      await page.getByLabel('read data').uncheck();
      await page.keyboard.press('Enter');
      await page.getByText('Choose at least one scope.').waitFor();
      await page.getByLabel('read data').check();
      await page.getByLabel('Expires on').fill('2099-12-31');
      await expectAccessible(opened);
      await page.getByRole('button', { name: 'Create key' }).click();

      const once = page.getByRole('region', { name: /“Weekend script” is ready/ });
      const made = await once.locator('code').innerText();
      expect(made).toMatch(/^afk_[\w-]{43}$/);
      expect(await page.evaluate('document.activeElement.textContent')).toContain('is ready. Copy it now');
      await expectAccessible(opened);
      await once.getByRole('button', { name: 'Copy key' }).click();
      await once.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.getByRole('status').allInnerTexts()).toContain('The key copied.');
      expect(await copiedText(page)).toBe(made);
      await once.getByRole('button', { name: 'I have stored it' }).click();
      await once.waitFor({ state: 'detached' });
      expect(await page.content()).not.toContain(made);
      const row = page.getByRole('row', { name: /Weekend script/ });
      expect(await row.innerText()).toMatch(
        new RegExp(`${made.slice(0, 10)}….*Read data\\s+just now\\s+never\\s+31 Dec 2099`, 's'),
      );
      expect(await statusWith(made, '/api/v1/markets')).toBe(200);
      expect(await statusWith(made, '/api/user')).toBe(403);

      await page.getByRole('button', { name: 'Revoke Weekend script' }).click();
      const dialog = page.getByRole('dialog', { name: 'Revoke “Weekend script”?' });
      await page.keyboard.type('weekend');
      await page.keyboard.press('Enter');
      await dialog.getByText('Type Weekend script to revoke this key.').waitFor();
      await expectAccessible(opened);
      await page.getByLabel('Key name').fill('Weekend script');
      await page.keyboard.press('Enter');
      await row.waitFor({ state: 'detached' });
      await expect.poll(() => statusWith(made, '/api/v1/markets')).toBe(401);
      expect(new URL(page.url()).search).toBe('');
      await expectAccessible(opened);
    });

    it('mark the key of this browser, whose revocation signs out', async () => {
      const key = await createAccountKey(app, 'free', 'own-key@example.org');
      const { page } = await openPage(app, '/account/usage', { key, isFresh: true });
      await page.getByRole('row', { name: /test this browser/ }).waitFor();
      await page.getByRole('button', { name: 'Revoke test' }).click();
      await page.getByText('you will be signed out').waitFor();
      await page.keyboard.type('test');
      await page.keyboard.press('Enter');
      await page.getByText('Sign in to see your usage.').waitFor();
      expect(await page.evaluate("localStorage.getItem('asfiled.credential')")).toBeNull();
    });

    it('cannot create keys with more scopes, and the page states it', async () => {
      const owner = await createAccountKey(app, 'pro', 'less@example.org');
      const made = await fetch(`${app.base}/api/user/keys`, {
        method: 'POST',
        headers: { authorization: `Bearer ${owner}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'account alone', scopes: ['account:read', 'account:write'] }),
      });
      const { key } = (await made.json()) as { key: string };
      const opened = await openPage(app, '/account/usage?form=key', { key, isRefused: true });
      await opened.page.getByLabel('Name').fill('too much');
      await opened.page.keyboard.press('Enter');
      await opened.page.getByText('The credential that creates this key does not have the scope').waitFor();
      await expectAccessible(opened);
    });
  });

  describe('usage', () => {
    it('is shown in percent, by day and operation, with its state in the URL', async () => {
      const opened = await openPage(app, '/account/usage', { key: used.key });
      const { page } = opened;
      const month = page.getByRole('meter', { name: /Credits used, (?!Today)/ });
      expect(await month.getAttribute('aria-valuetext')).toMatch(/^[\d.]+%, [\d,]+ of 200,000 credits$/);
      const chart = page.getByRole('img', { name: /^Credits by day, / });
      await chart.locator('svg').waitFor();
      expect(await chart.getAttribute('aria-label')).toMatch(/in all, most on \d+ \w+ 2\d{3} with [\d,]+\.$/);
      const day = page.getByRole('region', { name: 'One day' });
      await day.getByRole('row', { name: /Company financials 10 100%/ }).waitFor();
      await expectAccessible(opened);

      await page.getByText('90 days', { exact: true }).click();
      await page.waitForURL(/span=90/);
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Usage and keys' }).click();
      await page.keyboard.press('ArrowLeft');
      await page.waitForURL(/day=\d{4}-\d\d-\d\d/);
      await day.getByRole('row', { name: /Filing section/ }).waitFor();
      expect(await day.getByRole('row').count()).toBe(7);
      await day.getByRole('button', { name: 'Next day' }).click();
      await day.getByText('Today').waitFor();
      expect(new URL(page.url()).search).toBe('?span=90');
      await chart.locator('svg').click({ position: { x: 120, y: 100 } });
      await page.waitForURL(/day=/);
      const { search } = new URL(page.url());
      const heading = await day.getByRole('heading').innerText();
      await page.reload();
      await day.getByRole('heading', { name: heading }).waitFor();
      expect(new URL(page.url()).search).toBe(search);

      await page.getByText('Table', { exact: true }).click();
      await page.waitForURL(/view=table/);
      expect(await page.getByRole('region', { name: 'Credits by day and operation' }).getByRole('row').count()).toBe(
        91,
      );
      await expectAccessible(opened);
    });

    it('has an empty state for an account without usage', async () => {
      const key = await createAccountKey(app, 'free', 'nothing@example.org');
      const opened = await openPage(app, '/account/usage', { key });
      await opened.page.getByText('No credits were spent this month.').waitFor();
      expect(await opened.page.getByRole('region', { name: 'Today' }).innerText()).toContain('0 of 100 credits');
      await expectAccessible(opened);
      await opened.page.goto(`${app.base}/account/plan`);
      await opened.page.getByText('No ledger entries yet.').waitFor();
      await expectAccessible(opened);
      await opened.page.goto(`${app.base}/account/apps`);
      await opened.page.getByText('No connected apps.').waitFor();
      await expectAccessible(opened);
    });

    it('lists every ledger entry, paged', async () => {
      const { accountId, email } = await onDatabase(app, db => createPerson(db, 'ledger@example.org', 'free'));
      await onDatabase(app, async db => {
        for (let credits = 1; credits <= 51; credits++) {
          await adjustCredits(db, accountId, { kind: 'grant', credits, note: `gift ${credits}` }, new Date());
        }
      });
      const key = await createAccountKey(app, 'free', email);
      const opened = await openPage(app, '/account/plan', { key });
      const { page } = opened;
      await page.getByText('100 per day, 1,000 per month').waitFor();
      await page.getByRole('row', { name: /Granted: gift 51 – – \+51/ }).waitFor();
      await page.getByRole('link', { name: 'Older entries' }).click();
      await page.getByRole('row', { name: /Granted: gift 1 / }).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
      await page.getByRole('link', { name: 'Newest entries' }).click();
      await page.getByRole('row', { name: /gift 51/ }).waitFor();
      await expectAccessible(opened);
    });
  });

  describe('security', () => {
    it('explains how to set a password for an account without one', async () => {
      const opened = await openPage(app, '/account');
      const { page } = opened;
      await page.waitForURL(/\/account\/profile$/);
      await page.getByText('This account has no password').waitFor();
      await page.getByText('npm run asfiled -- user set-password local@localhost').waitFor();
      expect(await page.getByRole('button', { name: /Delete|Change the password|Turn it/ }).count()).toBe(0);
      await page.getByText('This browser uses an API key').waitFor();
      await expectAccessible(opened);
    });

    it('turns two-step sign-in on with a code, shows recovery codes once, and turns it off', async () => {
      await onDatabase(app, db => createPerson(db, 'totp@example.org'));
      const opened = await signInByPassword('totp@example.org', '/account/profile');
      const { page } = opened;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Turn on' }).click();
      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await page.getByText('Incorrect password.').waitFor();
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: 'Continue' }).click();
      await page.getByRole('img', { name: /QR code/ }).waitFor();
      const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
      await expectAccessible(opened);
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      const wrong = totp.generate().replace(/^\d/, first => String((Number(first) + 1) % 10));
      await page.getByLabel('Code', { exact: true }).fill(wrong);
      await page.keyboard.press('Enter');
      await page.getByText('Incorrect code. Check the clock of your device.').waitFor();
      await page.getByLabel('Code', { exact: true }).fill(totp.generate());
      await page.getByRole('button', { name: 'Turn on two-step sign-in' }).click();
      const once = page.getByRole('region', { name: /Ten recovery codes/ });
      const codes = (await once.locator('code').innerText()).split('\n');
      expect(new Set(codes).size).toBe(10);
      await expectAccessible(opened);
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        once.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(await textOf(saved)).toContain(codes.join('\n'));
      await once.getByRole('button', { name: 'I have stored them' }).click();
      await page.getByText('10 recovery codes are left').waitFor();
      expect(await page.content()).not.toContain(codes[0]);

      await page.getByRole('button', { name: 'Turn off' }).click();
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
      await page.keyboard.press('Enter');
      await page.getByText('Off. When it is on, signing in also requires a code').waitFor();
      expect(opened.complaints).toEqual([]);
    });

    it('lists sessions and ends another one and its own', async () => {
      await onDatabase(app, db => createPerson(db, 'sessions@example.org'));
      const other = new Browser(app.base, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
      const lent = await authorizeClient(app.base, webApp(app.base), 'sessions@example.org', {}, other);
      const opened = await signInByPassword('sessions@example.org', '/account/profile');
      const { page } = opened;
      await page.getByRole('row', { name: /this session/ }).waitFor();
      expect(await statusWith(lent.access_token, '/api/v1/markets')).toBe(200);
      await page.getByRole('button', { name: 'End the session of Firefox on Linux at 127.0.0.1' }).click();
      const sessions = page.getByRole('region', { name: 'List of sessions' });
      await sessions.getByRole('row', { name: /Firefox/ }).waitFor({ state: 'detached' });
      await expect.poll(() => statusWith(lent.access_token, '/api/v1/markets')).toBe(401);
      const events = page.getByRole('region', { name: 'List of security events' });
      await events.getByRole('row', { name: /Signed in Sign-in 127\.0\.0\.1 Firefox on Linux/ }).waitFor();
      await events.getByRole('row', { name: /Key created: test Operator/ }).waitFor();
      await expectAccessible(opened);
      await page.getByRole('button', { name: 'End this session' }).click();
      await page.getByText('Sign in to see your account.').waitFor();
      expect(await page.evaluate("localStorage.getItem('asfiled.session')")).toBeNull();
    });

    it('signs out everywhere after a password change', async () => {
      const { key } = await onDatabase(app, db => createPerson(db, 'password@example.org'));
      const opened = await signInByPassword('password@example.org', '/account/profile');
      const { page } = opened;
      await page.getByRole('button', { name: 'Change password' }).click();
      await page.getByLabel('Current password').fill(PASSWORD);
      await page.getByLabel('New password').fill('password@example.org');
      await page.keyboard.press('Enter');
      await page.getByText(/new password:.* must not be the email address/).waitFor();
      await expectAccessible(opened);
      await page.getByLabel('New password').fill('another long password');
      await page.keyboard.press('Enter');
      await page.getByText('You are signed out everywhere, including here').waitFor();
      await expectAccessible(opened);
      expect(await statusWith(key, '/api/v1/markets')).toBe(200);
      await page.getByRole('link', { name: 'Sign in' }).last().click();
      await page.getByLabel('Email').fill('password@example.org');
      await page.getByLabel('Password').fill('another long password');
      await page.keyboard.press('Enter');
      await page.getByText('Changing the password signs you out everywhere').waitFor();
    });

    it('exports an account and deletes it by email and password', async () => {
      const { key, email } = await onDatabase(app, db => createPerson(db, 'leaving@example.org'));
      const opened = await signInByPassword(email, '/account/profile');
      const { page } = opened;
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download export' }).click(),
      ]);
      expect(saved.suggestedFilename()).toMatch(/^asfiled-account-\d{4}-\d\d-\d\d\.json$/);
      const file = JSON.parse(await textOf(saved)) as { account: { email: string }; keys: [] };
      expect([file.account.email, file.keys.length]).toEqual([email, 1]);
      await page.getByRole('button', { name: 'Delete account…' }).click();
      await page.getByRole('dialog', { name: `Delete ${email}?` }).waitFor();
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByLabel('Account email').fill('someone@example.org');
      await page.keyboard.press('Enter');
      await page.getByText(`Type ${email} to delete this account.`).waitFor();
      await expectAccessible(opened);
      await page.getByLabel('Account email').fill(email);
      await page.keyboard.press('Enter');
      await page.getByText('Your account was deleted.').waitFor();
      await expectAccessible(opened);
      expect(await statusWith(key, '/api/v1/markets')).toBe(401);
    });
  });

  it('lists apps with their permissions and disconnects them', async () => {
    const { key } = await createUsedAccount(app, 'apps@example.org');
    const opened = await openPage(app, '/account/apps', { key });
    const { page } = opened;
    await page.getByText('Can read data and see your account. Cannot change your account.').waitFor();
    await page.getByText('this computer').waitFor();
    await page.getByRole('button', { name: 'Disconnect Ledger reader' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect Ledger reader?' });
    expect(new URL(page.url()).searchParams.get('disconnect')).toBeTruthy();
    await expectAccessible(opened);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Disconnect');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Disconnect Ledger reader' }).click();
    await page.getByText('No connected apps.').waitFor();
    await expectAccessible(opened);
  });

  describe('when something is missing', () => {
    it('asks to sign in on each page when signed out', async () => {
      const opened = await openPage(app, '/account/usage', { isSignedIn: false });
      await opened.page.getByText('Sign in to see your usage.').waitFor();
      await expectAccessible(opened);
    });

    it('reports a failed call in its part and keeps the rest of the page', async () => {
      const opened = await openPage(app, '/account/usage', {
        key: used.key,
        isFresh: true,
        prepare: page => failing(page, '**/api/user/keys'),
      });
      const { page } = opened;
      await page.getByText('The service failed to respond.').waitFor();
      await page.getByRole('meter', { name: 'Credits used, Today' }).waitFor();
      expect(opened.complaints.splice(0).every(text => text.includes('status of 500'))).toBe(true);
      await expectAccessible(opened);
      await page.unroute('**/api/user/keys');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('row', { name: /Nightly export/ }).waitFor();
    });

    it('reserves the space of a late response', async () => {
      let response = () => {};
      const opened = await openPage(app, '/account/apps', {
        key: used.key,
        isFresh: true,
        prepare: page =>
          page.route('**/api/user/apps', async route => {
            await new Promise<void>(done => {
              response = done;
            });
            await route.continue();
          }),
      });
      await opened.page.getByRole('status', { name: 'Loading' }).waitFor();
      await expectAccessible(opened);
      response();
      await opened.page.getByText('Ledger reader').first().waitFor();
    });
  });

  it('opens the account from the menu', async () => {
    const { page } = await openPage(app, '/', { key: used.key });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.getByText(used.email).waitFor();
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Plan and ledger' }).click();
    await page.getByRole('row', { name: /Refunded: the outage of Friday/ }).waitFor();
  });

  const pages = [
    { path: '/account/profile?form=password', shows: 'Current password' },
    { path: '/account/profile?form=delete', shows: 'This cannot be undone' },
    { path: '/account/usage?span=90&form=key', shows: 'Create key' },
    { path: '/account/usage?view=table', shows: 'Day (UTC)' },
    { path: '/account/apps', shows: 'Ledger reader' },
    { path: '/account/plan', shows: 'Refunded: the outage of Friday' },
  ];
  it('passes accessibility checks in light and dark, narrow and wide', () =>
    expectAccessibleInEveryView(app, pages, { key: used.key }));
});

/** The content of a download; the browser may run on another machine. */
async function textOf(saved: Download): Promise<string> {
  return text(await saved.createReadStream());
}

/** Makes one call fail. */
function failing(page: Page, address: string): Promise<unknown> {
  return page.route(address, route =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'internal_error', message: 'Something went wrong here.', request_id: 'r-1' }),
    }),
  );
}
