/** True for the page with which a registry refuses scripts, with any status. */
export function refusesAutomation(status: number, page: string): boolean {
  if (status !== 403 && status !== 429) return false;
  return /automated tool|undeclared|request rate threshold|rate threshold exceeded|unusual traffic/i.test(page);
}

/** `Retry-After` (RFC 9110 §10.2.3), seconds or a date, in milliseconds from `nowMs`; null if it is absent. */
export function retryAfterMs(header: string | null, nowMs: number): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1000;
  const at = Date.parse(header);
  return Number.isNaN(at) ? null : Math.max(0, at - nowMs);
}
