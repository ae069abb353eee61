import { type Browser, chromium, type Disposable, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, inject } from 'vitest';
import { CHROMIUM } from '../../server/test/service/browser.ts';
import type { SharedApp } from './setup/app.ts';

/** The service that all test files share, and a page of the test file. */
export interface App extends Omit<SharedApp, 'browser'> {
  /** The page of a test file in its own context; a context per test would take longer than most tests. */
  page: Page;
}

/** Tests that need Chromium; they are skipped without it. */
export function describeInBrowser(title: string, tests: (app: Readonly<App>) => void): void {
  describe.skipIf(CHROMIUM === null)(`${title} in a browser (needs Chromium)`, () => tests(useApp()));
}

/** The app of a test file; its members are available inside tests only. Everything opened is closed afterwards. */
function useApp(): Readonly<App> {
  let opened: App | null = null;
  let browser: Browser | null = null;
  beforeAll(async () => {
    const shared = inject('app');
    if (shared === null) return;
    browser = await chromium.connect(shared.browser);
    const context = await browser.newContext();
    opened = { ...shared, page: await context.newPage() };
  });
  afterEach(async ({ task }) => {
    if (opened === null) return;
    // A failed test may still be running.
    if (task.result?.state === 'fail') opened.page = await opened.page.context().newPage();
    else await leave(opened.page);
    const pages = browser?.contexts().flatMap(context => context.pages()) ?? [];
    await Promise.all(pages.filter(page => page !== opened?.page).map(page => page.close()));
  });
  afterAll(() => browser?.close());
  const get = (): App => {
    if (opened === null) throw new Error('useApp() is available inside tests only, not during collection');
    return opened;
  };
  return {
    get base() {
      return get().base;
    },
    get key() {
      return get().key;
    },
    get dataFolder() {
      return get().dataFolder;
    },
    get page() {
      return get().page;
    },
  };
}

/** Removes a test's listeners and routes from the page. */
async function leave(page: Page): Promise<void> {
  for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

export interface AppPage {
  page: Page;
  /** Errors logged by the page, and its requests to other hosts. */
  complaints: string[];
}

export interface PageOptions {
  isSignedIn?: boolean;
  /** The key to sign in with; the app's by default. */
  key?: string;
  /** The service is expected to reject calls: the browser's own log entries about that are ignored. */
  isRefused?: boolean;
  /** Clears the HTTP cache too, since cached responses are free of charge. */
  isFresh?: boolean;
  /** Uses a separate context, for irreversible changes such as another clock. */
  isApart?: boolean;
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Prepares routes before the page sends calls. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** Opens a path of the app in the page of the test file, without the state of other tests; only the app's files stay cached. */
export async function openPage(app: App, path: string, options: PageOptions = {}): Promise<AppPage> {
  const {
    isSignedIn = true,
    key = app.key,
    isRefused = false,
    isFresh = false,
    isApart = false,
    scheme = 'light',
    width = 1440,
    height = 1000,
    prepare,
  } = options;
  const page = isApart ? await openApart(app.page) : app.page;
  if (isFresh) await forgetResponses(app);
  await page.context().clearCookies();
  const size = page.viewportSize();
  // Prevents another layout of the previous page.
  if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  // Moves the pointer away from all elements.
  await page.mouse.move(0, 0);
  await beginAnew(page, isSignedIn ? key : null);
  const complaints: string[] = [];
  page.on('console', message => {
    if (message.type() !== 'error' || (isRefused && REFUSAL.test(message.text()))) return;
    complaints.push(message.text());
  });
  page.on('pageerror', error => complaints.push(error.message));
  page.on('request', request => {
    if (!/^(data|blob):/.test(request.url()) && !request.url().startsWith(app.base)) complaints.push(request.url());
  });
  await prepare?.(page);
  await page.goto(app.base + path);
  return { page, complaints };
}

/** Opens a page in a separate context. */
async function openApart(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the browser has closed');
  return browser.newPage();
}

/** Starts from a document that sends no calls, so that no response arrives later. */
async function forgetResponses({ base, page }: App): Promise<void> {
  await page.goto(`${base}/llms.txt`);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

const beginnings = new WeakMap<Page, Disposable>();
let begun = 0;

/** Replaces the stored state from the next document on. */
async function beginAnew(page: Page, key: string | null): Promise<void> {
  await beginnings.get(page)?.dispose();
  begun += 1;
  const script = `if (location.protocol !== 'about:' && sessionStorage.getItem('begun') !== '${begun}') {
    sessionStorage.clear();
    sessionStorage.setItem('begun', '${begun}');
    localStorage.clear();
    ${key === null ? '' : `localStorage.setItem('asfiled.credential', ${JSON.stringify(key)});`}
  }
  const write = navigator.clipboard?.writeText.bind(navigator.clipboard);
  if (write) navigator.clipboard.writeText = text => write(window.copiedText = text);`;
  beginnings.set(page, await page.addInitScript(script));
}

/** What the page copied last. Pages of concurrent test files share one clipboard. */
export function copiedText(page: Page): Promise<string | undefined> {
  return page.evaluate('window.copiedText');
}

const REFUSAL = /^Failed to load resource: .* status of 4\d\d/;
