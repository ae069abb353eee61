import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { OPERATIONS } from '../operations.ts';

/** The placeholder for the nonce of a response; web/vite.config.ts writes it. */
const NONCE = '{{nonce}}';
/** The placeholder for prices that differ from the defaults; web/index.html has it. */
const PRICES = '{{prices}}';

const A_YEAR_SECONDS = 31_536_000;

/** Paths that the app routes by itself. */
const PAGES = [
  '/',
  '/c/*',
  '/f/*',
  '/p/*',
  '/search',
  '/screen',
  '/screens',
  '/watchlist',
  '/notifications',
  '/account',
  '/account/*',
  '/signin',
  '/signin/done',
  '/signup',
  '/reset',
  '/consent',
];

export interface WebApp {
  folder: string;
  /** Credits of operations whose price differs from the one built into the app: `searchFilings=0&screenFinancials=5`. */
  prices: string;
}

/** Opens the built app in a folder; null if there is none. */
export function openWebApp(folder: string | undefined, operations: readonly AnyOperation[]): WebApp | null {
  if (folder === undefined || !hasWebApp(folder)) return null;
  const known = new Map(OPERATIONS.map(({ name, credits }) => [name, credits]));
  const others = operations.filter(({ name, credits }) => known.get(name) !== credits);
  return { folder, prices: others.map(({ name, credits }) => `${name}=${credits}`).join('&') };
}

/** Whether a folder contains a built app. */
function hasWebApp(folder: string): boolean {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8').includes(NONCE);
  } catch {
    return false;
  }
}

/** Serves the web app: its page, with a policy for each response, and its content-hashed assets. */
export async function addWebApp(app: FastifyInstance, web: WebApp): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(web.folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    // File names contain a content hash, so the content of a name never changes.
    immutable: true,
    maxAge: A_YEAR_SECONDS * 1000,
    preCompressed: true,
  });
  for (const url of PAGES) {
    app.get(url, { config: { operation: 'web_app' } }, async (_request, reply) => sendPage(reply, web));
  }
}

/** Whether a browser navigates to a path outside the API, and should get a page instead of JSON. */
export function acceptsHtml({ method, url, headers }: FastifyRequest): boolean {
  const isApi = url.startsWith('/api/') || url.startsWith('/assets/');
  return method === 'GET' && !isApi && (headers.accept ?? '').includes('text/html');
}

/** Sends the page of the web app with a fresh nonce for its styles. */
export async function sendPage(reply: FastifyReply, { folder, prices }: WebApp): Promise<FastifyReply> {
  // Read on each request, so that a rebuild takes effect without a restart.
  const page = await readFile(join(folder, 'index.html'), 'utf8');
  const nonce = randomBytes(16).toString('base64url');
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': contentSecurityPolicy(nonce),
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'permissions-policy': 'camera=(), geolocation=(), microphone=()',
      'cache-control': 'no-cache',
    })
    .send(page.replaceAll(NONCE, nonce).replace(PRICES, prices));
}

/** Scripts and styles are own files, except styles that the component library inserts with the nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // Filings are shown in a frame without a URL, which must not navigate to one.
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
