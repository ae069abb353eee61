/** Taxonomies that EDGAR takes stand at `host/prefix/version`: `http://fasb.org/us-gaap/2024`, `http://xbrl.us/dei/2009-01-31`. */
const STANDARD = /^https?:\/\/(?:xbrl\.us|fasb\.org|xbrl\.fasb\.org|xbrl\.sec\.gov)\/([a-z][a-z0-9-]*)\/[0-9]{4}/;
const IFRS = /^https?:\/\/xbrl\.i(?:frs|asb)\.org\/taxonomy\/[0-9]{4}-[0-9]{2}-[0-9]{2}\/(ifrs-[a-z]+)/;

/**
 * The prefix that everybody uses for a standard taxonomy, of whatever year: `us-gaap`, `dei`, `srt`, `ifrs-full`,
 * `country` … Null for the filer's own.
 */
export function standardPrefix(namespace: string): string | null {
  return STANDARD.exec(namespace)?.[1] ?? IFRS.exec(namespace)?.[1] ?? null;
}
