import { multiplyDecimals, readExactNumber } from '../../../../kernel/exact-number.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { type PersonKind, personSlug } from '../../people/model/person.ts';
import type { InsiderLine } from './insider-report.ts';

/** Amounts on the forms are in US dollars. */
const CURRENCY = 'USD';

/** A reference to a person or institution. */
export interface PersonRef {
  slug: string;
  name: string;
  kind: PersonKind;
}

/** A stored line with its report and owners. */
export interface InsiderLineRow {
  transaction_id: string;
  /** InsiderLine as JSON. */
  line: string;
  is_amendment: boolean;
  /** Native id of the original. */
  amends: string | null;
  owners: {
    person_id: string;
    name: string;
    kind: PersonKind;
    is_director: boolean;
    is_officer: boolean;
    is_ten_percent_owner: boolean;
    officer_title: string | null;
  }[];
}

/** Converts a line for responses and events; the caller provides company, filing and id of the original in its own format. */
export function toInsiderTransaction<Entity, Filing>(
  row: InsiderLineRow,
  about: { entity: Entity; filing: Filing; amends: string | null },
) {
  const line = JSON.parse(row.line) as InsiderLine;
  return {
    transaction_id: row.transaction_id,
    entity: about.entity,
    filing: about.filing,
    is_amendment: row.is_amendment,
    amends: about.amends,
    owners: row.owners.map(({ person_id, name, kind, ...relation }) => ({
      person: toPersonRef({ person_id, name, kind }),
      ...relation,
    })),
    is_derivative: line.isDerivative,
    is_holding: line.isHolding,
    security_title: line.securityTitle,
    transaction_date: line.transactionDate,
    transaction_code: line.transactionCode,
    transaction_class: line.transactionClass,
    acquired_disposed: line.acquiredDisposed,
    shares: numberOf(line.shares),
    price_per_share: numberOf(line.pricePerShare),
    price_quality: line.priceQuality,
    amount: numberOf(amountOf(line)),
    currency: CURRENCY,
    shares_owned_following: numberOf(line.sharesOwnedFollowing),
    direct_indirect: line.directIndirect,
    nature_of_ownership: line.natureOfOwnership,
    is_10b5_1: line.isUnderPlan,
    plan_adoption_date: line.planAdoptionDate,
    is_equity_swap: line.isEquitySwap,
    timeliness: line.timeliness,
    underlying_title: line.underlyingTitle,
    underlying_shares: numberOf(line.underlyingShares),
    exercise_price: numberOf(line.exercisePrice),
    exercisable_date: line.exercisableDate,
    expiration_date: line.expirationDate,
    footnotes: line.footnotes,
  };
}

/** The reference to a stored person. */
export function toPersonRef({
  person_id,
  name,
  kind,
}: {
  person_id: string;
  name: string;
  kind: PersonKind;
}): PersonRef {
  return { slug: personSlug(name, person_id), name, kind };
}

/** The total that the form states, else shares times price. */
function amountOf({ totalValue, shares, pricePerShare }: InsiderLine): string | null {
  if (totalValue !== null) return totalValue;
  return shares === null || pricePerShare === null ? null : multiplyDecimals(shares, pricePerShare);
}

function numberOf(digits: string | null): number | null {
  if (digits === null) return null;
  const number = readExactNumber(digits);
  if (number === null) throw new Error(`Invalid number in an insider line: ${digits}`);
  return plainNumber(number.value, number.exact ?? undefined);
}
