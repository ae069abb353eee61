import { createHash } from 'node:crypto';

/** A request as far as its name in a mirror goes. */
export interface MirrorRequest {
  url: string;
  form?: Readonly<Record<string, string>>;
  json?: unknown;
}

/** Parameters that carry a secret and never enter a name. */
const SECRETS = new Set(['Subscription-Key', 'crtfc_key', 'api_key', 'apikey', 'key', 'token', 'crumb']);

/** A last part longer than this does not fit everywhere: a digest stands for it. */
const MAX_LAST_PART_CHARS = 180;

/**
 * Where the answer to a request stands in a mirror: `<host>/<path>`, the query after `@` (parameters sorted by name,
 * percent-encoded, without secrets), the form of a POST after `@@`, a JSON body as `@@` and the SHA-256 of its form with
 * sorted keys. A path that ends in `/` is called `…/index`.
 */
export function mirrorPath(request: MirrorRequest): string {
  const { host, pathname: address, searchParams } = new URL(request.url);
  const pathname = address.endsWith('/') ? `${address}index` : address;
  const query = encodeParameters([...searchParams]);
  const body = bodyName(request);
  const name = `${query === '' ? '' : `@${query}`}${body === '' ? '' : `@@${body}`}`;
  const lastPart = pathname.slice(pathname.lastIndexOf('/') + 1) + name;
  const isShort = lastPart.length <= MAX_LAST_PART_CHARS || name === '';
  return `${host}${pathname}${isShort ? name : `@sha256-${sha256(name).slice(0, 16)}`}`;
}

/** The URL of a GET that a mirror file answers; null for a POST and where only a digest of the query is there. */
export function mirrorUrl(path: string): string | null {
  const slash = path.indexOf('/');
  if (slash <= 0 || path.includes('@@')) return null;
  const lastPart = path.slice(path.lastIndexOf('/') + 1);
  if (/@sha256-[0-9a-f]{16}$/.test(lastPart)) return null;
  const at = lastPart.indexOf('@');
  const folder = path.slice(0, path.length - lastPart.length);
  const name = at < 0 ? lastPart : lastPart.slice(0, at);
  const query = at < 0 ? '' : `?${lastPart.slice(at + 1)}`;
  const isFolder = name === 'index';
  const address = isFolder && query === '' ? folder.replace(/\/$/, '') : folder + (isFolder ? '' : name);
  return URL.canParse(`https://${address}${query}`) ? `https://${address}${query}` : null;
}

function encodeParameters(parameters: [string, string][]): string {
  return parameters
    .filter(([name]) => !SECRETS.has(name))
    .sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function bodyName({ form, json }: MirrorRequest): string {
  if (form !== undefined) return encodeParameters(Object.entries(form));
  return json === undefined ? '' : sha256(JSON.stringify(sortKeys(json)));
}

function sortKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sortKeys);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, member]) => [key, sortKeys(member)]));
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
