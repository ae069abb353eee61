/**
 * Numbers by which a register or an exchange knows a company. Two issuers with one of them in common are one. Other schemes
 * (tax numbers that a group shares, codes of banks and venues, the numbers of searches) say nothing of that.
 */
const ENTITY_SCHEMES = new Set([
  // Global: ISO 17442.
  'lei',
  // Registers of companies and of filers.
  'cik',
  'jcn',
  'edinet',
  'dart',
  'jurir_no',
  'bizr_no',
  'uk',
  'cnpj',
  'cvm',
  'uscc',
  'tw_ubn',
  'kvk',
  'cvr',
  'edrpou',
  // A registry's own number of a company whose share lines have codes of their own.
  'cninfo_org_id',
]);

/** Codes of share lines: a company may have several, and exchanges reassign them. */
const SHARE_SCHEMES = new Set(['sec_code', 'stock_code', 'cninfo', 'hkex']);

/** A company has one of these: two different values mean two companies. */
const ONE_PER_ENTITY = new Set([
  'lei',
  'cik',
  'jcn',
  'dart',
  'jurir_no',
  'uk',
  'cnpj',
  'uscc',
  'tw_ubn',
  'kvk',
  'cvr',
  'edrpou',
]);

/** Numbers that a registry assigns itself: if it states one for two of its own registrants, these are one. */
const OWN_NUMBERS: ReadonlyMap<string, string> = new Map([
  ['cninfo_org_id', 'cninfo'],
  ['cninfo', 'cninfo'],
  ['edinet', 'edinet'],
  ['dart', 'opendart'],
  ['cvm', 'cvm'],
]);

/** Whether a registry that the registrants share assigns the number itself. */
export function isOwnNumber(scheme: string, registries: readonly string[]): boolean {
  return registries.includes(OWN_NUMBERS.get(scheme) ?? '');
}

/** How strongly a number identifies a company: a company's own before those of its shares. Null if it does not. */
export function strengthOf(scheme: string): 'entity' | 'share' | null {
  if (ENTITY_SCHEMES.has(scheme)) return 'entity';
  return SHARE_SCHEMES.has(scheme) ? 'share' : null;
}

/** Every scheme that may join issuers. */
export const JOINING_SCHEMES: readonly string[] = [...ENTITY_SCHEMES, ...SHARE_SCHEMES];

/** True for a number of which an entity has exactly one: two different ones mean two entities. */
export function isOnePerEntity(scheme: string): boolean {
  return ONE_PER_ENTITY.has(scheme);
}

const KEY = /^([a-z_]+):(.+)$/;

/** The number in a canonical key; null if the key is made from a name. */
export function numberOfKey(canonicalKey: string): { scheme: string; identifier: string } | null {
  const [, scheme, identifier] = KEY.exec(canonicalKey) ?? [];
  if (scheme === undefined || identifier === undefined || strengthOf(scheme) === null) return null;
  return { scheme, identifier };
}
