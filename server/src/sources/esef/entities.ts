import { isLei } from '../../kernel/identifiers/check-digits.ts';
import { nameKey } from '../../kernel/identifiers/name-key.ts';

/** The entity of a report, by its best identifier. */
export interface Entity {
  /** `lei:…`, `kvk:…`, `cvr:…`, `uk:…`, `edrpou:…`; `name:…` if there is no valid identifier. */
  canonicalKey: string;
  /** Empty for a name. */
  identifiers: { scheme: string; identifier: string }[];
}

/** Identifier schemes of `xbrli:identifier`, with their national numbers. */
const SCHEMES: readonly [RegExp, string][] = [
  [/^http:\/\/standards\.iso\.org\/iso\/17442$/, 'lei'],
  [/^https?:\/\/www\.kvk\.nl\/kvk-id$/, 'kvk'],
  [/^https?:\/\/www\.dcca\.dk\/cvr$/, 'cvr'],
  [/^https?:\/\/www\.companieshouse\.gov\.uk\/?$/, 'uk'],
  [/edrpou/i, 'edrpou'],
];

/** Patterns of national numbers, of which not all have check digits. */
const SHAPES: Readonly<Record<string, RegExp>> = {
  kvk: /^\d{8}$/,
  cvr: /^\d{8}$/,
  uk: /^[A-Z0-9]{8}$/,
  edrpou: /^\d{8,10}$/,
};

/**
 * The entity of a report by the identifier of its contexts, or by its name if the identifier has no known scheme, has a
 * wrong check digit, or is a placeholder of a template. Null without a name.
 */
export function entityOfReport(stated: { scheme: string; identifier: string }, name: string | null): Entity | null {
  const scheme = SCHEMES.find(([pattern]) => pattern.test(stated.scheme))?.[1] ?? '';
  const identifier = stated.identifier.trim().toUpperCase();
  if (isIdentifier(scheme, identifier)) return entityOf(scheme, identifier);
  const slug = name === null ? '' : nameKey(name).replaceAll(' ', '-');
  // Two companies of one name in two registers are two.
  return slug === '' ? null : { canonicalKey: `name:${scheme === '' ? 'other' : scheme}-${slug}`, identifiers: [] };
}

/** The entity in a URL of the index: an LEI, or `EDRPOU-31242924`; null for other URLs. */
export function entityOfAddress(part: string): Entity | null {
  if (isLei(part)) return entityOf('lei', part);
  const [, prefix = '', identifier = ''] = /^([A-Z]+)-(.+)$/.exec(part) ?? [];
  const scheme = prefix.toLowerCase();
  return isIdentifier(scheme, identifier) ? entityOf(scheme, identifier) : null;
}

/** The entity of a canonical key. */
export function entityOfKey(canonicalKey: string): Entity {
  const colon = canonicalKey.indexOf(':');
  const [scheme, identifier] = [canonicalKey.slice(0, colon), canonicalKey.slice(colon + 1)];
  return scheme === 'name' ? { canonicalKey, identifiers: [] } : entityOf(scheme, identifier);
}

function entityOf(scheme: string, identifier: string): Entity {
  return { canonicalKey: `${scheme}:${identifier}`, identifiers: [{ scheme, identifier }] };
}

function isIdentifier(scheme: string, identifier: string): boolean {
  if (scheme === 'lei') return isLei(identifier);
  return SHAPES[scheme]?.test(identifier) === true && !isPlaceholder(identifier);
}

/** `12345678`, `00000000`: placeholders in example reports. */
function isPlaceholder(identifier: string): boolean {
  return /^(.)\1+$/.test(identifier) || '01234567890'.includes(identifier) || '9876543210'.includes(identifier);
}
