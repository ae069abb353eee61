/** The path of what a token may be used for: everything, REST alone, MCP alone. */
export const RESOURCE_PATHS = ['/', '/api', '/mcp'] as const;
export type ResourcePath = (typeof RESOURCE_PATHS)[number];

const LOOPBACK_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]']);

/** The resource indicator (RFC 8707) of a path: an origin without a slash behind it, or with the path. */
export function resourceIndicator(origin: string, path: ResourcePath): string {
  return path === '/' ? origin : origin + path;
}

/** Which of the resources of the service at `origin` an indicator names; null = none of them. */
export function resourcePathOf(origin: string, indicator: string): ResourcePath | null {
  const url = URL.parse(indicator);
  if (url === null || url.search !== '' || url.hash !== '' || url.username !== '' || url.password !== '') return null;
  if (!isSameService(url.origin, origin)) return null;
  const path = url.pathname === '/' ? '/' : url.pathname.replace(/\/$/, '');
  return RESOURCE_PATHS.find(known => known === path) ?? null;
}

/** Whether two origins lead to one service: the names of this machine for itself mean the same. */
export function isSameService(one: string, other: string): boolean {
  if (one === other) return true;
  const [a, b] = [URL.parse(one), URL.parse(other)];
  if (a === null || b === null || a.protocol !== b.protocol || a.port !== b.port) return false;
  return LOOPBACK_NAMES.has(a.hostname) && LOOPBACK_NAMES.has(b.hostname);
}

/** Whether a token for `allowed` (null = of a key, which is for everything) may be used at `place`. */
export function isAllowedAt(allowed: string | null, place: ResourcePath): boolean {
  return allowed === null || allowed === '/' || allowed === place;
}
