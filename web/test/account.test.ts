import { text } from 'node:stream/consumers';
import { Secret, TOTP } from 'otpauth';
import type { Download, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { adjustCredits } from '../../server/src/accounts/credits/ledger.ts';
import { authorizeClient, Browser, createPerson, PASSWORD, webApp } from '../../server/test/accounts/oauth.ts';
import { CHROMIUM } from '../../server/test/service/browser.ts';
import { createAccountKey, onDatabase } from './accounts.ts';
import { type AppPage, openPage, useApp } from './app-page.ts';
import { expectSound, expectSoundInEveryView } from './sound.ts';
import { createUsedAccount, type UsedAccount } from './used-account.ts';

describe.skipIf(CHROMIUM === null)('the account in a browser (needs Chromium)', () => {
  const app = useApp();
  let used: UsedAccount;
  beforeAll(async () => {
    used = await createUsedAccount(app, 'ada@example.org');
  });

  /** Signed in by email and password, as people are. */
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
    it('are made by name, shown once and copied, and revoked by name', async () => {
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
      await page.getByLabel('Last day').fill('2099-12-31');
      await expectSound(opened);
      await page.getByRole('button', { name: 'Make the key' }).click();

      const once = page.getByRole('region', { name: /“Weekend script” is ready/ });
      const made = await once.locator('code').innerText();
      expect(made).toMatch(/^afk_[\w-]{43}$/);
      expect(await page.evaluate('document.activeElement.textContent')).toContain('is ready. Copy it now');
      await expectSound(opened);
      await once.getByRole('button', { name: 'Copy key' }).click();
      await once.getByRole('button', { name: 'Copied' }).waitFor();
      expect(await page.getByRole('status').allInnerTexts()).toContain('The key copied.');
      expect(await page.evaluate('navigator.clipboard.readText()')).toBe(made);
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
      await expectSound(opened);
      await page.getByLabel('Name of the key').fill('Weekend script');
      await page.keyboard.press('Enter');
      await row.waitFor({ state: 'detached' });
      await expect.poll(() => statusWith(made, '/api/v1/markets')).toBe(401);
      expect(new URL(page.url()).search).toBe('');
      await expectSound(opened);
    });

    it('say which one this browser uses; revoked, it signs out', async () => {
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

    it('that may do less make none that may do more, and the page says so', async () => {
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
      await expectSound(opened);
    });
  });

  describe('usage', () => {
    it('stands in percent, by day and operation, and the address keeps what is shown', async () => {
      const opened = await openPage(app, '/account/usage', { key: used.key });
      const { page } = opened;
      const month = page.getByRole('meter', { name: /Credits used, (?!Today)/ });
      expect(await month.getAttribute('aria-valuetext')).toMatch(/^[\d.]+%, [\d,]+ of 200,000 credits$/);
      const chart = page.getByRole('img', { name: /^Credits by day, / });
      await chart.locator('svg').waitFor();
      expect(await chart.getAttribute('aria-label')).toMatch(/in all, most on \d+ \w+ 2\d{3} with [\d,]+\.$/);
      const day = page.getByRole('region', { name: 'One day' });
      await day.getByRole('row', { name: /Company financials 10 100%/ }).waitFor();
      await expectSound(opened);

      await page.getByText('90 days', { exact: true }).click();
      await page.waitForURL(/span=90/);
      await page.keyboard.press('Escape');
      await page.getByRole('heading', { name: 'Usage and keys' }).click();
      await page.keyboard.press('ArrowLeft');
      await page.waitForURL(/day=\d{4}-\d\d-\d\d/);
      await day.getByRole('row', { name: /Filing section/ }).waitFor();
      expect(await day.getByRole('row').count()).toBe(7);
      await day.getByRole('button', { name: 'The day after' }).click();
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
      await expectSound(opened);
    });

    it('of an account that spent nothing says so', async () => {
      const key = await createAccountKey(app, 'free', 'nothing@example.org');
      const opened = await openPage(app, '/account/usage', { key });
      await opened.page.getByText('No credits were spent this month.').waitFor();
      expect(await opened.page.getByRole('region', { name: 'Today' }).innerText()).toContain('0 of 100 credits');
      await expectSound(opened);
      await opened.page.goto(`${app.base}/account/plan`);
      await opened.page.getByText('No ledger entries yet.').waitFor();
      await expectSound(opened);
      await opened.page.goto(`${app.base}/account/apps`);
      await opened.page.getByText('No connected apps.').waitFor();
      await expectSound(opened);
    });

    it('has every entry in the ledger, page by page', async () => {
      const { accountId, email } = await onDatabase(app, db => createPerson(db, 'ledger@example.org', 'free'));
      await onDatabase(app, async db => {
        for (let credits = 1; credits <= 51; credits++) {
          await adjustCredits(db, accountId, { kind: 'grant', credits, note: `gift ${credits}` }, new Date());
        }
      });
      const key = await createAccountKey(app, 'free', email);
      const opened = await openPage(app, '/account/plan', { key });
      const { page } = opened;
      await page.getByText('100 a day, 1,000 a month').waitFor();
      await page.getByRole('row', { name: /Granted: gift 51 – – \+51/ }).waitFor();
      await page.getByRole('link', { name: 'Older entries' }).click();
      await page.getByRole('row', { name: /Granted: gift 1 / }).waitFor();
      expect(await page.getByRole('row').count()).toBe(2);
      await page.getByRole('link', { name: 'Newest entries' }).click();
      await page.getByRole('row', { name: /gift 51/ }).waitFor();
      await expectSound(opened);
    });
  });

  describe('security', () => {
    it('an account without a password says so, and how it gets one', async () => {
      const opened = await openPage(app, '/account');
      const { page } = opened;
      await page.waitForURL(/\/account\/profile$/);
      await page.getByText('This account has no password').waitFor();
      await page.getByText('npm run asfiled -- user set-password local@localhost').waitFor();
      expect(await page.getByRole('button', { name: /Delete|Change the password|Turn it/ }).count()).toBe(0);
      await page.getByText('This browser uses an API key').waitFor();
      await expectSound(opened);
    });

    it('a second factor is turned on with a code, its recovery codes are shown once, and off again', async () => {
      await onDatabase(app, db => createPerson(db, 'totp@example.org'));
      const opened = await signInByPassword('totp@example.org', '/account/profile');
      const { page } = opened;
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Turn it on' }).click();
      await page.keyboard.type('not the password');
      await page.keyboard.press('Enter');
      await page.getByText('Incorrect password.').waitFor();
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByRole('button', { name: 'Go on' }).click();
      await page.getByRole('img', { name: /QR code/ }).waitFor();
      const secret = (await page.locator('code').innerText()).replaceAll(' ', '');
      await expectSound(opened);
      const totp = new TOTP({ secret: Secret.fromBase32(secret) });
      const wrong = totp.generate().replace(/^\d/, first => String((Number(first) + 1) % 10));
      await page.getByLabel('Code', { exact: true }).fill(wrong);
      await page.keyboard.press('Enter');
      await page.getByText('Incorrect code. Check the clock of your device.').waitFor();
      await page.getByLabel('Code', { exact: true }).fill(totp.generate());
      await page.getByRole('button', { name: 'Turn two-step sign-in on' }).click();
      const once = page.getByRole('region', { name: /Ten recovery codes/ });
      const codes = (await once.locator('code').innerText()).split('\n');
      expect(new Set(codes).size).toBe(10);
      await expectSound(opened);
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        once.getByRole('button', { name: 'Download' }).click(),
      ]);
      expect(await textOf(saved)).toContain(codes.join('\n'));
      await once.getByRole('button', { name: 'I have stored them' }).click();
      await page.getByText('10 of the recovery codes are left').waitFor();
      expect(await page.content()).not.toContain(codes[0]);

      await page.getByRole('button', { name: 'Turn it off' }).click();
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByLabel('Code', { exact: true }).fill(codes[0] ?? '');
      await page.keyboard.press('Enter');
      await page.getByText('Off. On, signing in also asks for a code').waitFor();
      expect(opened.complaints).toEqual([]);
    });

    it('sessions are listed and ended, another one and this one', async () => {
      await onDatabase(app, db => createPerson(db, 'sessions@example.org'));
      const other = new Browser(app.base, 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0');
      const lent = await authorizeClient(app.base, webApp(app.base), 'sessions@example.org', {}, other);
      const opened = await signInByPassword('sessions@example.org', '/account/profile');
      const { page } = opened;
      await page.getByRole('row', { name: /this one/ }).waitFor();
      expect(await statusWith(lent.access_token, '/api/v1/markets')).toBe(200);
      await page.getByRole('button', { name: 'End the session of Firefox on Linux at 127.0.0.1' }).click();
      await page.getByRole('row', { name: /Firefox/ }).waitFor({ state: 'detached' });
      await expect.poll(() => statusWith(lent.access_token, '/api/v1/markets')).toBe(401);
      await expectSound(opened);
      await page.getByRole('button', { name: 'End this session' }).click();
      await page.getByText('Sign in to see your account.').waitFor();
      expect(await page.evaluate("localStorage.getItem('asfiled.session')")).toBeNull();
    });

    it('another password signs out everywhere, and says so', async () => {
      const { key } = await onDatabase(app, db => createPerson(db, 'password@example.org'));
      const opened = await signInByPassword('password@example.org', '/account/profile');
      const { page } = opened;
      await page.getByRole('button', { name: 'Change the password' }).click();
      await page.getByLabel('Present password').fill(PASSWORD);
      await page.getByLabel('New password').fill('password@example.org');
      await page.keyboard.press('Enter');
      await page.getByText(/new password: It must not be the email address/).waitFor();
      await expectSound(opened);
      await page.getByLabel('New password').fill('another long password');
      await page.keyboard.press('Enter');
      await page.getByText('You are signed out everywhere, here too').waitFor();
      await expectSound(opened);
      expect(await statusWith(key, '/api/v1/markets')).toBe(200);
      await page.getByRole('link', { name: 'Sign in' }).last().click();
      await page.getByLabel('Email').fill('password@example.org');
      await page.getByLabel('Password').fill('another long password');
      await page.keyboard.press('Enter');
      await page.getByText('Another password signs you out everywhere').waitFor();
    });

    it('an account is exported, and deleted by its address and password', async () => {
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
      await page.getByRole('button', { name: 'Delete the account…' }).click();
      await page.getByRole('dialog', { name: `Delete ${email}?` }).waitFor();
      await page.locator('[name=password]').fill(PASSWORD);
      await page.getByLabel('Email of the account').fill('someone@example.org');
      await page.keyboard.press('Enter');
      await page.getByText(`Type ${email} to delete this account.`).waitFor();
      await expectSound(opened);
      await page.getByLabel('Email of the account').fill(email);
      await page.keyboard.press('Enter');
      await page.getByText('The account is deleted.').waitFor();
      await expectSound(opened);
      expect(await statusWith(key, '/api/v1/markets')).toBe(401);
    });
  });

  it('apps stand with what they may do, and are disconnected', async () => {
    const { key } = await createUsedAccount(app, 'apps@example.org');
    const opened = await openPage(app, '/account/apps', { key });
    const { page } = opened;
    await page.getByText('May read data and see your account. May not change your account.').waitFor();
    await page.getByText('this computer').waitFor();
    await page.getByRole('button', { name: 'Disconnect Ledger reader' }).click();
    const dialog = page.getByRole('dialog', { name: 'Disconnect Ledger reader?' });
    expect(new URL(page.url()).searchParams.get('disconnect')).toBeTruthy();
    await expectSound(opened);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Disconnect');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Disconnect Ledger reader' }).click();
    await page.getByText('No connected apps.').waitFor();
    await expectSound(opened);
  });

  describe('when something is missing', () => {
    it('nobody is signed in: each page says what it would show', async () => {
      const opened = await openPage(app, '/account/usage', { isSignedIn: false });
      await opened.page.getByText('Sign in to see your usage.').waitFor();
      await expectSound(opened);
    });

    it('the service fails: a part says so, and the rest stays', async () => {
      const opened = await openPage(app, '/account/usage', {
        key: used.key,
        isFresh: true,
        prepare: page => failing(page, '**/api/user/keys'),
      });
      const { page } = opened;
      await page.getByText('The service failed to respond.').waitFor();
      await page.getByRole('meter', { name: 'Credits used, Today' }).waitFor();
      expect(opened.complaints.splice(0).every(text => text.includes('status of 500'))).toBe(true);
      await expectSound(opened);
      await page.unroute('**/api/user/keys');
      await page.getByRole('button', { name: 'Try again' }).click();
      await page.getByRole('row', { name: /Nightly export/ }).waitFor();
    });

    it('an answer is late: its place is held', async () => {
      let answer = () => {};
      const opened = await openPage(app, '/account/apps', {
        key: used.key,
        isFresh: true,
        prepare: page =>
          page.route('**/api/user/apps', async route => {
            await new Promise<void>(done => {
              answer = done;
            });
            await route.continue();
          }),
      });
      await opened.page.getByRole('status', { name: 'Loading' }).waitFor();
      await expectSound(opened);
      answer();
      await opened.page.getByText('Ledger reader').first().waitFor();
    });
  });

  it('the menu leads to the account', async () => {
    const { page } = await openPage(app, '/', { key: used.key });
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('menuitem', { name: 'Account' }).click();
    await page.getByText(used.email).waitFor();
    await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Plan and ledger' }).click();
    await page.getByRole('row', { name: /Given back: the outage of Friday/ }).waitFor();
  });

  const pages = [
    { path: '/account/profile?form=password', shows: 'Present password' },
    { path: '/account/profile?form=delete', shows: 'Nobody can bring it back' },
    { path: '/account/usage?span=90&form=key', shows: 'Make the key' },
    { path: '/account/usage?view=table', shows: 'Day (UTC)' },
    { path: '/account/apps', shows: 'Ledger reader' },
    { path: '/account/plan', shows: 'Given back: the outage of Friday' },
  ];
  it('is sound in light and dark, narrow and wide', () => expectSoundInEveryView(app, pages, { key: used.key }));
});

/** What the browser saved: it may run elsewhere. */
async function textOf(saved: Download): Promise<string> {
  return text(await saved.createReadStream());
}

/** The service fails, in the middle of an answer that others get. */
function failing(page: Page, address: string): Promise<unknown> {
  return page.route(address, route =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: JSON.stringify({ error: 'internal_error', message: 'Something went wrong here.', request_id: 'r-1' }),
    }),
  );
}
