/** The paths that a token can be restricted to: everything, REST only, MCP only. */
export const RESOURCE_PATHS = ['/', '/api', '/mcp'] as const;
export type ResourcePath = (typeof RESOURCE_PATHS)[number];

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The resource indicator (RFC 8707) of a path: the origin without a trailing slash, followed by the path if it has one. */
export function resourceIndicator(origin: string, path: ResourcePath): string {
  return path === '/' ? origin : origin + path;
}

/** The resource of the service at `origin` that an indicator names; null if it names none. */
export function resourcePathOf(origin: string, indicator: string): ResourcePath | null {
  const url = URL.parse(indicator);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return null;
  if (!isSameService(url.origin, origin)) return null;
  const path = url.pathname === '/' ? '/' : url.pathname.replace(/\/$/, '');
  return RESOURCE_PATHS.find(known => known === path) ?? null;
}

/** Whether two origins are the same service: all loopback names are equivalent. */
export function isSameService(origin: string, other: string): boolean {
  if (origin === other) return true;
  const [a, b] = [URL.parse(origin), URL.parse(other)];
  if (a === null || b === null || a.protocol !== b.protocol || a.port !== b.port) return false;
  return LOOPBACK_NAMES.has(a.hostname) && LOOPBACK_NAMES.has(b.hostname);
}

/** Whether a credential restricted to `allowed` (null = unrestricted, as keys are) may be used at `path`. */
export function isAllowedAt(allowed: string | null, path: ResourcePath): boolean {
  return allowed === null || allowed === '/' || allowed === path;
}
