import type { ReportedFact } from '../../domain/filings/filings/model/filing-contents.ts';
import type { PersonKind } from '../../domain/ownership/people/model/person.ts';
import { type RoleStatement, roleStatement } from '../../domain/ownership/people/model/role.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { canonicalDecimal, decimalPlaces, multiplyDecimals, toScaledInteger } from '../../kernel/exact-number.ts';
import { maxOf } from '../../kernel/lists.ts';
import { kindOfName } from '../kit/kinds-of-names.ts';
import { type LargeHolding, readLargeHolding, readMajorShareholders, readOfficers } from './filings/read-holders.ts';

/**
 * The directors and owners of the company of an annual report, or the holders in a report of a large holding, which is
 * about another company than its filer.
 */
export function statePeople(facts: readonly ReportedFact[], filingDate: IsoDate | null): RoleStatement[] {
  const holding = readLargeHolding(facts);
  if (holding !== null) return stateHolding(holding, filingDate);
  return [...stateOfficers(facts, filingDate), ...stateShareholders(facts)];
}

/** Notes behind a name: `(注)１`. */
const NOTE = /[(（]注[^)）]*[)）]\s*[0-9０-９、,]*\s*$/u;
/** Members of the board, including executive ones, but not auditors (監査役) and executive officers (執行役). */
const DIRECTOR = /取締役/u;

function stateOfficers(facts: readonly ReportedFact[], filingDate: IsoDate | null): RoleStatement[] {
  if (filingDate === null) return [];
  return readOfficers(facts).map(officer =>
    roleStatement({
      name: plainName(officer.name),
      nameAsFiled: officer.name,
      kind: 'person',
      born: officer.dateOfBirth?.slice(0, 7) ?? null,
      relation: DIRECTOR.test(officer.title ?? '') ? 'director' : 'officer',
      roleTitle: officer.title,
      asOf: filingDate,
      shares: decimalOf(officer.shares),
      confirmation: 'annual',
    }),
  );
}

/** Companies fill columns of names with blanks, which have no meaning between Japanese letters. */
function plainName(name: string): string {
  const plain = name.replace(NOTE, '').trim();
  return JAPANESE.test(plain) ? plain.replace(/\s+/g, '') : plain;
}

const JAPANESE = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々\s]+$/u;

function stateShareholders(facts: readonly ReportedFact[]): RoleStatement[] {
  // A custodian has one row per account: the sum is its total.
  const byHolder = Map.groupBy(readMajorShareholders(facts), shareholder => `${shareholder.name} ${shareholder.date}`);
  return [...byHolder.values()].flatMap(accounts => {
    const [first] = accounts;
    if (first === undefined) return [];
    return [
      roleStatement({
        name: first.name,
        nameAsFiled: first.nameAsFiled,
        kind: kindOfName(first.name),
        relation: 'major_shareholder',
        asOf: first.date,
        shares: addUp(accounts.map(account => decimalOf(account.shares))),
        ownershipPct: toPercent(addUp(accounts.map(account => account.ratio))),
        accountNumbers: accounts.flatMap(({ account }) => account ?? []),
        standingProxy: accounts.find(({ standingProxy }) => standingProxy !== null)?.standingProxy ?? null,
        confirmation: 'annual',
      }),
    ];
  });
}

/** The sum of decimal digits; null if one of them is not stated. */
function addUp(digits: readonly (string | null)[]): string | null {
  const [only, second] = digits;
  if (second === undefined) return only ?? null;
  const stated = digits.map(digit => (digit === null ? null : canonicalDecimal(digit)));
  if (!stated.every(value => value !== null)) return null;
  const places = maxOf(stated.map(decimalPlaces));
  const sum = stated.reduce((total, value) => total + toScaledInteger(value, places), 0n);
  const text = String(sum).padStart(places + 1, '0');
  return places === 0 ? text : `${text.slice(0, -places)}.${text.slice(-places)}`;
}

/** Reports are due above five percent; a report at or below it states the end of the holding. */
const REPORTED_ABOVE_PCT = 5;

function stateHolding({ issuer, dutyDate, holders, total }: LargeHolding, filingDate: IsoDate | null): RoleStatement[] {
  const asOf = dutyDate ?? filingDate;
  if (asOf === null || issuer.securitiesCode === '') return [];
  const percent = toPercent(total.ratio);
  const isOver = percent !== null && Number(percent) <= REPORTED_ABOVE_PCT;
  return holders.map(holder =>
    roleStatement({
      name: holder.name,
      kind: kindOfHolder(holder.kind, holder.name),
      relation: 'major_shareholder',
      asOf,
      untilDate: isOver ? asOf : null,
      shares: decimalOf(holder.shares),
      ownershipPct: toPercent(holder.ratio),
      confirmation: 'stake',
      about: { scheme: 'sec_code', identifier: issuer.securitiesCode.padEnd(5, '0') },
    }),
  );
}

function kindOfHolder(stated: string | null, name: string): PersonKind {
  if (stated === null) return kindOfName(name);
  return stated.startsWith('個人') ? 'person' : 'institution';
}

function decimalOf(text: string | null): string | null {
  return text === null ? null : canonicalDecimal(text);
}

/** `0.1615` → `16.15`. */
function toPercent(ratio: string | null): string | null {
  const digits = decimalOf(ratio);
  return digits === null ? null : multiplyDecimals(digits, '100');
}
