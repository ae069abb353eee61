import { type Relation, type RoleStatement, roleStatement } from '../../../domain/ownership/people/model/role.ts';
import type { AnomalyLog } from '../../../kernel/anomaly-log.ts';
import { kindOfName } from '../../kit/kinds-of-names.ts';
import type { Row } from '../read-response.ts';
import {
  type Officer,
  parseOfficers,
  parseRelatedHoldings,
  parseReportedHoldings,
  type RelatedHolding,
  type ReportedHolding,
} from './parse-persons.ts';

/** The statements of a table about people; null for other tables. */
export function statePeople(endpoint: string, rows: readonly Row[], log: AnomalyLog): RoleStatement[] | null {
  if (endpoint === 'exctvSttus') return parseOfficers(rows, log).map(ofOfficer);
  if (endpoint === 'hyslrSttus') return ofRelated(parseRelatedHoldings(rows, log));
  if (endpoint === 'majorstock') return parseReportedHoldings(rows, log).flatMap(ofLargeHolder);
  if (endpoint === 'elestock') return parseReportedHoldings(rows, log).flatMap(ofInsider);
  return null;
}

/** Directors by the kind of their registration; `미등기` is an executive without a seat, `감사` an auditor. */
const DIRECTOR = /사내이사|사외이사|기타비상무이사|^이사$/;

function ofOfficer(officer: Officer): RoleStatement {
  return roleStatement({
    name: officer.name,
    kind: 'person',
    born: officer.bornIn,
    relation: DIRECTOR.test(officer.registration ?? '') ? 'director' : 'officer',
    roleTitle:
      [officer.position, officer.registration, officer.duties].filter(part => part !== null).join(', ') || null,
    asOf: officer.asOf,
    termEndDate: officer.termEnd,
    confirmation: 'annual',
    nativeId: officer.receipt,
  });
}

const IS_COMMON = /보통|의결권\s*있는|의결권이\s*있는/;

/** One row for each kind of share: preferred shares are separate, so that a holder of both has the common ones. */
function ofRelated(holdings: readonly RelatedHolding[]): RoleStatement[] {
  const named = holdings.filter(holding => !holding.isTotal);
  const isChosen = (holding: RelatedHolding): boolean =>
    IS_COMMON.test(holding.shareKind ?? '') ||
    !named.some(
      other =>
        other.name === holding.name && other.receipt === holding.receipt && IS_COMMON.test(other.shareKind ?? ''),
    );
  return named.filter(isChosen).map(holding =>
    roleStatement({
      name: holding.name,
      kind: kindOfName(holding.name),
      relation: 'major_shareholder',
      roleTitle: [holding.relation, holding.shareKind].filter(part => part !== null).join(' / ') || null,
      asOf: holding.asOf,
      shares: holding.shares,
      ownershipPct: holding.sharePct,
      confirmation: 'annual',
      nativeId: holding.receipt,
    }),
  );
}

/** Reports are due at five percent, and with every point more or less: below that, the reported stake has ended. */
const REPORTED_FROM_PCT = 5;

function ofLargeHolder(holding: ReportedHolding): RoleStatement[] {
  if (holding.reportedOn === null) return [];
  const isBelow = holding.sharePct !== null && Number(holding.sharePct) < REPORTED_FROM_PCT;
  return [
    roleStatement({
      name: holding.name,
      kind: kindOfName(holding.name),
      relation: 'major_shareholder',
      asOf: holding.reportedOn,
      untilDate: isBelow ? holding.reportedOn : null,
      shares: holding.shares,
      ownershipPct: holding.sharePct,
      confirmation: 'stake',
      nativeId: holding.receipt,
    }),
  ];
}

/** Officers and main shareholders who report their holdings, with their capacity in the row. */
function ofInsider(holding: ReportedHolding): RoleStatement[] {
  const relation = capacityOf(holding.capacity ?? '');
  if (holding.reportedOn === null || relation === null) return [];
  return [
    roleStatement({
      name: holding.name,
      kind: kindOfName(holding.name),
      relation,
      roleTitle: holding.capacity,
      asOf: holding.reportedOn,
      shares: holding.shares,
      ownershipPct: holding.sharePct,
      confirmation: 'annual',
      nativeId: holding.receipt,
    }),
  ];
}

function capacityOf(capacity: string): Relation | null {
  if (/비등기|미등기/.test(capacity)) return 'officer';
  if (/등기/.test(capacity)) return /감사(?!위원)/.test(capacity) ? 'officer' : 'director';
  return /주주/.test(capacity) ? 'major_shareholder' : null;
}
