import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { priced } from '../../domain/kit/priced.ts';
import { OPERATIONS } from '../operations.ts';
import { addWebApp, openWebApp, sendPage } from './web-app.ts';

describe('the web app', () => {
  let folder = '';

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'asfiled-web-'));
    mkdirSync(join(folder, 'assets'));
    writeFileSync(
      join(folder, 'index.html'),
      '<meta name="prices" content="{{prices}}"><script src="/assets/a.js" nonce="{{nonce}}"></script>',
    );
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  async function pageOf(operations: typeof OPERATIONS, url = '/c/us/AAPL') {
    const web = openWebApp(folder, operations);
    if (web === null) throw new Error('no app was found');
    const app = Fastify();
    await addWebApp(app, web);
    app.setNotFoundHandler((_request, reply) => sendPage(reply.code(404), web));
    return app.inject(url);
  }

  it('is served at every path that it routes', async () => {
    const routes = readFileSync(join(import.meta.dirname, '../../../../web/src/routes.ts'), 'utf8');
    const paths = [...routes.matchAll(/getParentRoute: \(\) => root,[^}]*?path: '([^']+)'/g)].map(
      ([, path = '']) => path,
    );
    expect(paths).toContain('/p/$slug');
    for (const path of paths)
      expect([path, (await pageOf(OPERATIONS, path.replaceAll('$', ''))).statusCode]).toEqual([path, 200]);
  });

  it('receives the prices that differ from its built-in ones', async () => {
    expect((await pageOf(OPERATIONS)).body).toContain('<meta name="prices" content="">');
    const others = priced(OPERATIONS, { screenFinancials: 5, searchFilings: 0, lookupEntity: 0 });
    expect((await pageOf(others)).body).toContain('content="searchFilings=0&screenFinancials=5"');
  });

  it('prevents documents from navigating, with a fresh nonce for each page', async () => {
    const [first, second] = [await pageOf(OPERATIONS), await pageOf(OPERATIONS)];
    const policy = String(first.headers['content-security-policy']);
    expect(policy).toContain("frame-src 'none'");
    const [, nonce = ''] = /'nonce-([\w-]+)'/.exec(policy) ?? [];
    expect(first.body).toContain(`nonce="${nonce}"`);
    expect(second.body).not.toContain(nonce);
  });

  it('is absent if it is not built', () => {
    expect(openWebApp(undefined, OPERATIONS)).toBeNull();
    expect(openWebApp(join(folder, 'assets'), OPERATIONS)).toBeNull();
  });
});
