import {
  isCnpj,
  isJapaneseCorporateNumber,
  isUnifiedSocialCreditCode,
  toJapaneseCorporateNumber,
} from '../../kernel/identifiers/check-digits.ts';
import { readTable } from '../kit/read-table.ts';

/** `lei:5493001KJTIIGC8Y1R12` */
export function canonicalKeyOfLei(lei: string): string {
  return `lei:${lei}`;
}

/** The identifier schemes of business registers, by the code of the registration authority. */
const SCHEMES: ReadonlyMap<string, string> = new Map(
  readTable(new URL('./registers.tsv', import.meta.url)).map(([authority = '', , scheme = '']) => [authority, scheme]),
);

/**
 * The number of an entity in its business register. The scheme is that of the register's own connector if the number has
 * the register's form, otherwise the register's code, with the number as written (`ra000242`: `HRB 32000`). A Japanese
 * company registration number gives the corporate number that contains it.
 */
export function registeredNumber(
  authority: string | null,
  number: string | null,
  jurisdiction: string | null,
): { scheme: string; identifier: string } | null {
  if (authority === null || number === null) return null;
  const scheme = SCHEMES.get(authority) ?? (jurisdiction === 'CN' ? 'uscc' : null);
  const identifier = scheme === null ? null : toNumberOf(scheme, number);
  if (scheme === null || identifier === null) return { scheme: authority.toLowerCase(), identifier: number };
  return { scheme, identifier };
}

/** The number as a scheme writes it; null if it has another form. */
function toNumberOf(scheme: string, number: string): string | null {
  const plain = number.replace(/[\s-]/g, '').toUpperCase();
  switch (scheme) {
    case 'uk':
      return toCompanyNumber(plain);
    case 'jcn':
      return isJapaneseCorporateNumber(plain) ? plain : toJapaneseCorporateNumber(plain);
    case 'cnpj':
      return toCnpj(number.trim());
    case 'uscc':
      return isUnifiedSocialCreditCode(plain) ? plain : null;
    case 'bizr_no':
      return /^\d{10}$/.test(plain) ? plain : null;
    default:
      return /^\d{8}$/.test(plain) ? plain : null;
  }
}

function toCompanyNumber(plain: string): string | null {
  const padded = /^\d{1,8}$/.test(plain) ? plain.padStart(8, '0') : plain;
  return /^(?:\d{8}|[A-Z]{2}\d{6}|R\d{7})$/.test(padded) ? padded : null;
}

/** As CVM writes it: `33.000.167/0001-01`. */
function toCnpj(number: string): string | null {
  if (!isCnpj(number)) return null;
  return number.replace(/[./-]/g, '').replace(/^(..)(...)(...)(....)(..)$/, '$1.$2.$3/$4-$5');
}
