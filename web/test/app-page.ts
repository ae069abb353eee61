import { type Browser, chromium, type Disposable, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { SharedApp } from './setup/app.ts';

/** The service that all test files share, and a page of one's own. */
export interface App extends Omit<SharedApp, 'browser'> {
  /** The page of a test file, in a context of its own: another for each test would cost more than most tests do. */
  page: Page;
}

/** To be called once in a test file: `const app = useApp();`, its members inside tests. What the file opened is closed after it. */
export function useApp(): Readonly<App> {
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
    // What failed may still be at it.
    if (task.result?.state === 'fail') opened.page = await opened.page.context().newPage();
    else await leave(opened.page);
    const pages = browser?.contexts().flatMap(context => context.pages()) ?? [];
    await Promise.all(pages.filter(page => page !== opened?.page).map(page => page.close()));
  });
  afterAll(() => browser?.close());
  const get = (): App => {
    if (opened === null) throw new Error('the app is there inside tests, not while they are collected');
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

/** Ends what a test asked of the page. */
async function leave(page: Page): Promise<void> {
  for (const event of ['console', 'pageerror', 'request']) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
}

export interface AppPage {
  page: Page;
  /** Errors that the page logged, and what it asked of anybody but its own service. */
  complaints: string[];
}

export interface PageOptions {
  isSignedIn?: boolean;
  /** Instead of the app's own. */
  key?: string;
  /** The service is expected to refuse: what the browser itself logs of that is no complaint. */
  isRefused?: boolean;
  /** The browser has no answers of other tests at hand either: one that it has is free of charge, whoever asks again. */
  isFresh?: boolean;
  /** In a window of its own, for what cannot be taken back, such as another clock. */
  isApart?: boolean;
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Sees to what the service answers before the page asks. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** The page of the test file at an address of the app. It begins with nothing that other tests kept: only the files of the app are at hand. */
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
  if (isFresh) await forgetAnswers(app);
  await page.context().clearCookies();
  const size = page.viewportSize();
  // The page before would lay itself out once more.
  if (size?.width !== width || size.height !== height) await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  // Nothing is pointed at.
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

/** In a context of its own. */
async function openApart(page: Page): Promise<Page> {
  const browser = page.context().browser();
  if (browser === null) throw new Error('the browser is gone');
  return browser.newPage();
}

/** From a document of the service that asks for nothing, so that no answer comes in afterwards. */
async function forgetAnswers({ base, page }: App): Promise<void> {
  await page.goto(`${base}/llms.txt`);
  const session = await page.context().newCDPSession(page);
  await session.send('Network.clearBrowserCache');
  await session.detach();
}

const beginnings = new WeakMap<Page, Disposable>();
let begun = 0;

/** What the browser keeps is what is given, from the next document on; what that and those after it keep stays. */
async function beginAnew(page: Page, key: string | null): Promise<void> {
  await beginnings.get(page)?.dispose();
  begun += 1;
  const script = `if (location.protocol !== 'about:' && sessionStorage.getItem('begun') !== '${begun}') {
    sessionStorage.clear();
    sessionStorage.setItem('begun', '${begun}');
    localStorage.clear();
    ${key === null ? '' : `localStorage.setItem('asfiled.credential', ${JSON.stringify(key)});`}
  }`;
  beginnings.set(page, await page.addInitScript(script));
}

const REFUSAL = /^Failed to load resource: .* status of 4\d\d/;
