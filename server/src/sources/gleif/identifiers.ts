import {
  isCnpj,
  isJapaneseCorporateNumber,
  isUnifiedSocialCreditCode,
  toJapaneseCorporateNumber,
} from '../../kernel/identifiers/check-digits.ts';

/** `lei:5493001KJTIIGC8Y1R12` */
export function canonicalKeyOfLei(lei: string): string {
  return `lei:${lei}`;
}

/** Companies House: England and Wales, Northern Ireland, Scotland. */
const COMPANIES_HOUSE = new Set(['RA000585', 'RA000586', 'RA000587']);
/** Legal Affairs Bureau of Japan; national tax authorities of Brazil and Korea. */
const JAPAN = 'RA000412';
const BRAZIL = 'RA000681';
const KOREA = 'RA000657';
/** Chamber of Commerce of the Netherlands; Central Business Register of Denmark. */
const NETHERLANDS = 'RA000463';
const DENMARK = 'RA000170';

/**
 * The number under which a business register keeps an entity, in the scheme of the register's own connector where that is
 * known and the number has its form; else under the register's code, as it is (`ra000242`: `HRB 32000`). A Japanese company
 * registration number gives the corporate number that it is part of. A number of another form is never bent into one.
 */
export function registeredNumber(
  authority: string | null,
  number: string | null,
  jurisdiction: string | null,
): { scheme: string; identifier: string } | null {
  if (authority === null || number === null) return null;
  return knownNumber(authority, number, jurisdiction) ?? { scheme: authority.toLowerCase(), identifier: number };
}

function knownNumber(
  authority: string,
  number: string,
  jurisdiction: string | null,
): { scheme: string; identifier: string } | null {
  const plain = number.replace(/[\s-]/g, '').toUpperCase();
  if (COMPANIES_HOUSE.has(authority)) return toCompanyNumber(plain);
  if (authority === JAPAN) {
    const corporate = isJapaneseCorporateNumber(plain) ? plain : toJapaneseCorporateNumber(plain);
    return corporate === null ? null : { scheme: 'jcn', identifier: corporate };
  }
  if (authority === BRAZIL) return toCnpj(number.trim());
  if (authority === KOREA) return /^\d{10}$/.test(plain) ? { scheme: 'bizr_no', identifier: plain } : null;
  if (authority === NETHERLANDS) return /^\d{8}$/.test(plain) ? { scheme: 'kvk', identifier: plain } : null;
  if (authority === DENMARK) return /^\d{8}$/.test(plain) ? { scheme: 'cvr', identifier: plain } : null;
  if (jurisdiction === 'CN' && isUnifiedSocialCreditCode(plain)) return { scheme: 'uscc', identifier: plain };
  return null;
}

function toCompanyNumber(plain: string): { scheme: string; identifier: string } | null {
  const padded = /^\d{1,8}$/.test(plain) ? plain.padStart(8, '0') : plain;
  return /^(?:\d{8}|[A-Z]{2}\d{6}|R\d{7})$/.test(padded) ? { scheme: 'uk', identifier: padded } : null;
}

/** As the registry of listed companies writes it: `33.000.167/0001-01`. */
function toCnpj(number: string): { scheme: string; identifier: string } | null {
  if (!isCnpj(number)) return null;
  const plain = number.replace(/[./-]/g, '');
  const identifier = plain.replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
  return { scheme: 'cnpj', identifier };
}
