import { describe, expect, it } from 'vitest';
import { authorizationRequest, authorize, authorizeClient, Browser, locationOf, webApp } from '../accounts/oauth.ts';
import { type Attacked, EMAIL, OTHER_EMAIL } from './attacked.ts';

function sessionCookie(browser: Browser) {
  return browser.cookies.find(({ name }) => name === 'asfiled_session');
}

/** Attacks on the session of a browser. */
export function attackSessions(attacked: Attacked): void {
  describe('session fixation', () => {
    it('does not adopt a planted session cookie, known or unknown', async () => {
      const attacker = new Browser(attacked.base);
      attacker.cookies.push({
        name: 'asfiled_session',
        value: 'chosen-by-the-attacker-0123456789abcdefghij',
        path: '/',
      });
      await attacker.go(authorizationRequest(attacked.client).url);
      const planted = [...attacker.cookies.filter(({ name }) => name.startsWith('asfiled_session'))];
      for (const cookies of [planted, [{ name: 'asfiled_session', value: 'x'.repeat(43), path: '/' }]]) {
        const victim = new Browser(attacked.base);
        victim.cookies.push(...cookies);
        await authorize(victim, authorizationRequest(attacked.client).url, EMAIL);
        expect(cookies.map(({ value }) => value)).not.toContain(sessionCookie(victim)?.value);
        const follower = new Browser(attacked.base);
        follower.cookies.push(...cookies);
        expect(
          locationOf(await follower.go(authorizationRequest(webApp(attacked.base), { prompt: 'none' }).url)),
        ).toContain('error=login_required');
      }
    });

    it('issues a new session id at each sign-in and invalidates the previous one', async () => {
      const browser = new Browser(attacked.base);
      await authorize(browser, authorizationRequest(attacked.client).url, EMAIL);
      const old = browser.cookies.filter(({ name }) => name.startsWith('asfiled_session'));
      await browser.go(
        await attacked.signInAt(
          browser,
          await attacked.atSignIn(browser, authorizationRequest(webApp(attacked.base), { prompt: 'login' }).url),
        ),
      );
      expect(sessionCookie(browser)?.value).not.toBe(old[0]?.value);
      const thief = new Browser(attacked.base);
      thief.cookies.push(...old);
      expect(locationOf(await thief.go(authorizationRequest(webApp(attacked.base), { prompt: 'none' }).url))).toContain(
        'error=login_required',
      );
    });

    it('ends the session of the previous account when another signs in', async () => {
      const browser = new Browser(attacked.base);
      const ada = await authorizeClient(attacked.base, webApp(attacked.base), EMAIL, {}, browser);
      const place = await attacked.atSignIn(
        browser,
        authorizationRequest(webApp(attacked.base), { prompt: 'login' }).url,
      );
      await browser.go(await attacked.signInAt(browser, place, OTHER_EMAIL));
      attacked.later();
      expect((await attacked.markets(ada.access_token)).status).toBe(401);
    });
  });
}
