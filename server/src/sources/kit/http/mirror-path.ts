import { createHash } from 'node:crypto';
import { baseName } from '../../../kernel/base-name.ts';
import { compareText } from '../../../kernel/compare-text.ts';

/** The parts of a request that determine its name in a mirror. */
export interface MirrorRequest {
  url: string;
  form?: Readonly<Record<string, string>>;
  json?: unknown;
}

/** Parameters that contain a secret and are never part of a name. */
const SECRETS = new Set(['Subscription-Key', 'crtfc_key', 'api_key', 'apikey', 'key', 'token', 'crumb']);

/** A longer last part exceeds the limits of file systems: a digest replaces it. */
const MAX_LAST_PART_CHARS = 180;

/**
 * The path of the response to a request in a mirror: `<host>/<path>`, the query after `@` (parameters sorted by name,
 * percent-encoded, without secrets), the form of a POST after `@@`, a JSON body as `@@` and the SHA-256 of its form with
 * sorted keys. A path that ends in `/` is called `…/index`.
 */
export function mirrorPath(request: MirrorRequest): string {
  const { host, pathname: address, searchParams } = new URL(request.url);
  const pathname = address.endsWith('/') ? `${address}index` : address;
  const query = encodeParameters([...searchParams]);
  const body = bodyName(request);
  const name = `${query === '' ? '' : `@${query}`}${body === '' ? '' : `@@${body}`}`;
  const lastPart = baseName(pathname) + name;
  const isShort = lastPart.length <= MAX_LAST_PART_CHARS || name === '';
  return `${host}${pathname}${isShort ? name : `@sha256-${sha256(name).slice(0, 16)}`}`;
}

/** True for a name in which a digest replaces query and form: only the mirror's index states the request. */
export function isDigestName(path: string): boolean {
  return /@sha256-[0-9a-f]{16}$/.test(path);
}

/** The address of a file of a mirror, those of forms as in kit/http/form-address.ts; null if its name does not state it. */
export function mirrorUrl(path: string): string | null {
  const slash = path.indexOf('/');
  if (slash <= 0 || isDigestName(path)) return null;
  const [request = '', form] = divide(path, '@@');
  // A JSON body is stored by its digest, which cannot be reversed.
  if (form !== undefined && !form.includes('=')) return null;
  const url = urlOfName(request);
  return url === null || form === undefined ? url : `${url}@@${form}`;
}

function urlOfName(path: string): string | null {
  const lastPart = baseName(path);
  const folder = path.slice(0, path.length - lastPart.length);
  const [name = '', query] = divide(lastPart, '@');
  const isFolder = name === 'index';
  const address = isFolder && query === undefined ? folder.replace(/\/$/, '') : folder + (isFolder ? '' : name);
  const url = `https://${address}${query === undefined ? '' : `?${query}`}`;
  return URL.canParse(url) ? url : null;
}

function divide(text: string, mark: string): [string, string?] {
  const at = text.indexOf(mark);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + mark.length)];
}

/** The fields of a form as written in the names and the index of a mirror. */
export function encodeForm(form: Readonly<Record<string, string>>): string {
  return encodeParameters(Object.entries(form));
}

function encodeParameters(parameters: [string, string][]): string {
  return parameters
    .filter(([name]) => !SECRETS.has(name))
    .sort(([a], [b]) => compareText(a, b))
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
}

function bodyName({ form, json }: MirrorRequest): string {
  if (form !== undefined) return encodeForm(form);
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
