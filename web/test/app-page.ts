import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, inject } from 'vitest';
import type { SharedApp } from './setup/app.ts';

/** The service and the browser that all test files share. */
export interface App extends Omit<SharedApp, 'browser'> {
  /** In which the pages of a test file are opened: what the browser keeps of the app's files is kept for all of them. */
  context: BrowserContext;
}

/** To be called once in a test file: `const app = useApp();`, its members inside tests. What the file opened is closed after it. */
export function useApp(): Readonly<App> {
  let opened: App | null = null;
  let browser: Browser | null = null;
  beforeAll(async () => {
    const shared = inject('app');
    if (shared === null) return;
    browser = await chromium.connect(shared.browser);
    opened = { ...shared, context: await browser.newContext() };
  });
  // What a test leaves open goes on asking, drawing and taking memory.
  afterEach(async () => {
    const others = browser?.contexts().filter(context => context !== opened?.context) ?? [];
    await Promise.all([...(opened?.context.pages() ?? []), ...others].map(one => one.close()));
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
    get context() {
      return get().context;
    },
  };
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
  scheme?: 'light' | 'dark';
  width?: number;
  height?: number;
  /** Sees to what the service answers before the page asks. */
  prepare?: (page: Page) => Promise<unknown>;
}

/** A page of the app that begins with nothing that other tests kept: only the files of the app are at hand. */
export async function openPage(app: App, path: string, options: PageOptions = {}): Promise<AppPage> {
  const {
    isSignedIn = true,
    key = app.key,
    isRefused = false,
    isFresh = false,
    scheme = 'light',
    width = 1440,
    height = 1000,
    prepare,
  } = options;
  const context = isFresh ? await app.context.browser()?.newContext() : app.context;
  if (!context) throw new Error('the browser is gone');
  const page = await context.newPage();
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: scheme });
  await page.addInitScript(beginAnew(isSignedIn ? key : null));
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

/** Runs in the page before anything else, in each that it goes on to: only the first begins anew. */
function beginAnew(key: string | null): string {
  return `if (location.protocol !== 'about:' && sessionStorage.getItem('begun') === null) {
    sessionStorage.setItem('begun', '');
    localStorage.clear();
    ${key === null ? '' : `localStorage.setItem('asfiled.credential', ${JSON.stringify(key)});`}
  }`;
}

const REFUSAL = /^Failed to load resource: .* status of 4\d\d/;
