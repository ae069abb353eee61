/**
 * Registries by how much they know of the companies themselves: those that register a company before those that only
 * list its shares or carry its reports, and reference data, which restates what others register, last.
 */
const ORDER = [
  'sec-edgar',
  'edinet',
  'opendart',
  'cvm',
  'companies-house',
  'cninfo',
  'hkexnews',
  'esef',
  'tdnet',
  'gleif',
];

/** Registries that carry reports and announcements and say of no company whether it exists still. */
const WITHOUT_REGISTER = new Set(['esef', 'tdnet']);

/** The rank of a registry in the order of trust between registries, 0 first; one that nobody ranked comes after those. */
export function rankOfRegistry(registry: string): number {
  const at = ORDER.indexOf(registry);
  return at < 0 ? ORDER.length : at;
}

export function keepsRegister(registry: string): boolean {
  return !WITHOUT_REGISTER.has(registry);
}
