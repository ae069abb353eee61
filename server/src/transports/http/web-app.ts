import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { OPERATIONS } from '../operations.ts';

/** What the build leaves in the page where the nonce of a response goes: web/vite.config.ts. */
const NONCE = '{{nonce}}';
/** Where it says what this service asks for its calls: web/index.html. */
const PRICES = '{{prices}}';

const A_YEAR_SECONDS = 31_536_000;

/** Addresses that the app has pages at; what is under them it tells apart itself. */
const PAGES = [
  '/',
  '/c/*',
  '/f/*',
  '/search',
  '/screen',
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

/** What the pages are made of. */
export interface WebApp {
  folder: string;
  /** Credits of operations that cost other than the app knows: `searchFilings=0&screenFinancials=5`. */
  prices: string;
}

/** The app in a folder, for a service of these operations; null where none is built. */
export function openWebApp(folder: string | undefined, operations: readonly AnyOperation[]): WebApp | null {
  if (folder === undefined || !hasWebApp(folder)) return null;
  const known = new Map(OPERATIONS.map(({ name, credits }) => [name, credits]));
  const others = operations.filter(({ name, credits }) => known.get(name) !== credits);
  return { folder, prices: others.map(({ name, credits }) => `${name}=${credits}`).join('&') };
}

/** Whether a folder holds a built app. */
function hasWebApp(folder: string): boolean {
  try {
    return readFileSync(join(folder, 'index.html'), 'utf8').includes(NONCE);
  } catch {
    return false;
  }
}

/** The web app: its pages, one document with a policy of its own for each answer, and its files, named by their content. */
export async function addWebApp(app: FastifyInstance, web: WebApp): Promise<void> {
  await app.register(fastifyStatic, {
    root: join(web.folder, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    index: false,
    // Another file is another name: what a name stands for never changes.
    immutable: true,
    maxAge: A_YEAR_SECONDS * 1000,
    preCompressed: true,
  });
  for (const url of PAGES) {
    app.get(url, { config: { operation: 'web_app' } }, async (_request, reply) => sendPage(reply, web));
  }
}

/** Whether somebody types an address into a browser, who is better served with a page than with JSON. */
export function acceptsHtml({ method, url, headers }: FastifyRequest): boolean {
  const isApi = url.startsWith('/api/') || url.startsWith('/assets/');
  return method === 'GET' && !isApi && (headers.accept ?? '').includes('text/html');
}

/** Sends the web app’s page with a nonce of its own, without which no script of it runs. */
export async function sendPage(reply: FastifyReply, { folder, prices }: WebApp): Promise<FastifyReply> {
  // Read anew, so that a build under a running service shows at the next page.
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

/** Scripts are files of ours; styles too, but for those that the component library writes under the nonce. */
function contentSecurityPolicy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    // A document that is shown stands in a frame without an address, and must not lead to one.
    "frame-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}
