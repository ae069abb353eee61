import type { AlternateName } from '../../domain/filings/issuers/model/issuer.ts';
import { isJapaneseCorporateNumber } from '../../kernel/identifiers/check-digits.ts';

/** Identifiers of a filer or a fund at EDINET; empty if the registry states none. */
export interface EdinetIds {
  /** `E02367` */
  edinetCode: string;
  /** `G02262` if the document is about a fund: it belongs to the fund, not to its manager. */
  fundCode: string;
  /** 13 digits. */
  corporateNumber: string;
}

/** The canonical key: a fund's by its code, a company's by its corporate number, else by its EDINET code. */
export function canonicalKeyOf({ edinetCode, fundCode, corporateNumber }: EdinetIds): string {
  if (fundCode !== '') return `edinet:${fundCode}`;
  if (isJapaneseCorporateNumber(corporateNumber)) return `jcn:${corporateNumber}`;
  return `edinet:${edinetCode}`;
}

/** EDINET codes of filers begin with E, of funds with G; the samples of the registry use X and Y. */
export function isEdinetCode(text: string): boolean {
  return /^[A-Z]\d{5}$/.test(text);
}

/** True for codes of funds. */
export function isFundCode(text: string): boolean {
  return /^[GY]\d{5}$/.test(text);
}

/** Securities codes have five characters, the last of a share being 0: `79740`, `330A0`; the ticker is the first four. */
export function tickerOf(securitiesCode: string): string | null {
  return /^\d[0-9A-Z]\d[0-9A-Z]0$/.test(securitiesCode) ? securitiesCode.slice(0, 4) : null;
}

/** The identifiers of an issuer, in the schemes of the model. */
export function identifiersOf(ids: EdinetIds, securitiesCode: string): { scheme: string; identifier: string }[] {
  const own = ids.fundCode === '' ? ids.edinetCode : ids.fundCode;
  const corporateNumber =
    ids.fundCode === '' && isJapaneseCorporateNumber(ids.corporateNumber) ? ids.corporateNumber : '';
  return [
    { scheme: 'edinet', identifier: own },
    { scheme: 'sec_code', identifier: securitiesCode },
    { scheme: 'jcn', identifier: corporateNumber },
  ].filter(item => item.identifier !== '');
}

/** The names of a filer or a fund in the registry; empty if it has none of a kind. */
export function namesOf(names: { local: string; english: string; kana: string }): AlternateName[] {
  const all: AlternateName[] = [
    { kind: 'local', name: names.local },
    { kind: 'english', name: names.english },
    { kind: 'kana', name: names.kana },
  ];
  return all.filter(({ name }) => name !== '');
}
