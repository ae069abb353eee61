import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import type { Filing } from '../../domain/filings/issuers/model/issuer.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { addToList } from '../../kernel/lists.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import type { PeriodicReport, StatementBasis } from './endpoints.ts';
import { type Evidence, type ReadDocument, reportKey, reportOf } from './evidence.ts';
import { toFiling } from './filings/map-filing.ts';
import { type AccountRows, byReceipt, toAccountFacts } from './filings/parse-accounts.ts';
import { periodOf } from './filings/report-period.ts';
import { PERIODIC_REPORTS, reportCodeOf } from './filings/report-types.ts';
import { canonicalKeyOfCorp, compactDate, corpCode, dateOfReceipt, receiptNumber } from './identifiers.ts';
import { toIssuer, toProfiledIssuer } from './map-issuer.ts';
import { statePeople } from './people/state-people.ts';
import { type Row, textOf } from './read-response.ts';

/** The profile of a company. */
export function parseCompany(source: string, { response, parameters, log }: ReadDocument): IssuerRecords[] {
  const issuer = response.state === 'none' ? null : toProfiledIssuer(response.root, log);
  const requested = corpCode(parameters.get('corp_code'));
  const canonicalKey = issuer?.canonicalKey ?? (requested === null ? null : canonicalKeyOfCorp(requested));
  if (canonicalKey === null) return [];
  const damage = response.failure ?? (issuer === null ? 'empty_answer' : null);
  return [{ canonicalKey, source, issuer, filings: [], facts: [], contents: null, damage }];
}

/** Account rows of one source (all accounts on one basis, or main accounts on both), by company. */
export function parseAccountResponses(
  source: string,
  documents: readonly ReadDocument[],
  evidence: Evidence,
): IssuerRecords[] {
  const byCompany = new Map<string, { records: IssuerRecords; accounts: AccountRows[] }>();
  const damage = documents.find(document => document.response.failure !== null)?.response.failure ?? null;
  const entryOf = (code: string) => {
    const known = byCompany.get(code);
    if (known !== undefined) return known;
    const entry = { records: { ...emptyRecords(canonicalKeyOfCorp(code), source), damage }, accounts: [] };
    byCompany.set(code, entry);
    return entry;
  };
  for (const document of documents) {
    const requested = corpCode(document.parameters.get('corp_code'));
    if (requested !== null) entryOf(requested);
    for (const [code, account] of accountsOf(document, evidence)) entryOf(code).accounts.push(account);
  }
  const [first] = documents;
  return [...byCompany.values()].map(({ records, accounts }) => {
    if (accounts.length === 0 || first === undefined) return records;
    const facts = [toAccountFacts(source, accounts, first.log)];
    return { ...records, filings: filingsOf(accounts), facts };
  });
}

function filingsOf(accounts: readonly AccountRows[]): Filing[] {
  const byNumber = new Map(
    accounts.map(({ receipt, report, period }) => [
      receipt,
      periodicFiling(receipt, report.reportCode, period.end, true),
    ]),
  );
  return [...byNumber.values()];
}

function periodicFiling(
  receipt: string,
  code: PeriodicReport['reportCode'],
  periodEnd: IsoDate | null,
  hasXbrl: boolean,
): Filing {
  return toFiling(receipt, {
    formType: PERIODIC_REPORTS[code].formType,
    kind: null,
    remark: '',
    periodEnd,
    title: null,
    isAmendment: false,
    hasXbrl,
    primaryDocument: null,
  });
}

function accountsOf(document: ReadDocument, evidence: Evidence): [string, AccountRows][] {
  const { response, log, parameters } = document;
  const accounts: [string, AccountRows][] = [];
  for (const [receipt, rows] of byReceipt(response.rows, log)) {
    const [first] = rows;
    const code = corpCode(first?.corp_code) ?? corpCode(parameters.get('corp_code'));
    const report = reportOf({
      year: first?.bsns_year ?? parameters.get('bsns_year'),
      code: first?.reprt_code ?? parameters.get('reprt_code'),
    });
    if (code === null || report === null) {
      log.add('bad_row', receipt, 'names no company, year or kind of report');
      continue;
    }
    const period = periodOf({
      ...report,
      receivedOn: dateOfReceipt(receipt) ?? '',
      statedEnd: evidence.periodEnds.get(receipt) ?? null,
      yearEndMonth: evidence.yearEndMonths.get(code) ?? null,
    });
    if (period === null) {
      log.add(
        'unknown_period',
        receipt,
        `nothing says when the report ${report.reportCode} of ${report.businessYear} ends`,
      );
      continue;
    }
    for (const [basis, some] of byBasis(rows, parameters, document)) {
      const isOnlyBasis = basis === 'OFS' && evidence.withoutConsolidated.has(reportKey(code, report));
      accounts.push([code, { receipt, report, basis, isOnlyBasis, period, rows: some }]);
    }
  }
  return accounts;
}

function byBasis(rows: readonly Row[], parameters: URLSearchParams, { log }: ReadDocument): [StatementBasis, Row[]][] {
  const groups = new Map<StatementBasis, Row[]>();
  for (const row of rows) {
    const text = textOf(row, 'fs_div') ?? parameters.get('fs_div');
    if (text !== 'CFS' && text !== 'OFS') {
      log.add('bad_row', 'fs_div', JSON.stringify(row));
      continue;
    }
    addToList(groups, text, row);
  }
  return [...groups];
}

const HOLDING_FORMS: Readonly<Record<string, string>> = {
  majorstock: '주식등의대량보유상황보고서',
  elestock: '임원ㆍ주요주주특정증권등소유상황보고서',
};

/** Tables of periodic reports and reports of holdings: their filings, and the people in them. */
export function parseTables(source: string, documents: readonly ReadDocument[]): IssuerRecords[] {
  const byCompany = new Map<string, IssuerRecords>();
  const seen = new Set<string>();
  const damage = documents.find(document => document.response.failure !== null)?.response.failure ?? null;
  const recordsOf = (code: string): IssuerRecords => {
    const known = byCompany.get(code) ?? { ...emptyRecords(canonicalKeyOfCorp(code), source), damage };
    byCompany.set(code, known);
    return known;
  };
  for (const { endpoint, parameters, response, log } of documents) {
    const requested = corpCode(parameters.get('corp_code'));
    if (requested !== null) recordsOf(requested);
    const ofCompanies = Map.groupBy(response.rows, row => corpCode(row.corp_code) ?? requested);
    for (const [code, rows] of ofCompanies) {
      const people = code === null ? null : statePeople(endpoint, rows, log);
      if (code === null || people === null) continue;
      const records = recordsOf(code);
      records.people = [...(records.people ?? []), ...people];
    }
    for (const [at, row] of response.rows.entries()) {
      const code = corpCode(row.corp_code) ?? requested;
      const filing = tableFiling(endpoint, parameters, row);
      if (code === null || filing === null) {
        log.add('bad_row', `list[${at}]`, JSON.stringify(row));
        continue;
      }
      const records = recordsOf(code);
      records.issuer ??= toIssuer(row);
      const key = `${code} ${filing.nativeId}`;
      if (!seen.has(key)) records.filings.push(filing);
      seen.add(key);
    }
  }
  return [...byCompany.values()];
}

function tableFiling(endpoint: string, parameters: URLSearchParams, row: Row): Filing | null {
  const receipt = receiptNumber(row.rcept_no);
  if (receipt === null) return null;
  const form = HOLDING_FORMS[endpoint];
  if (form === undefined) {
    const code = reportCodeOf(parameters.get('reprt_code'));
    return code === null ? null : periodicFiling(receipt, code, compactDate(textOf(row, 'stlm_dt')), true);
  }
  const kind = textOf(row, 'report_tp');
  const formType = kind === null ? form : `${form}(${kind})`;
  return toFiling(receipt, {
    formType,
    kind: endpoint === 'majorstock' ? 'D001' : 'D002',
    remark: '',
    periodEnd: null,
    title: null,
    isAmendment: false,
    hasXbrl: false,
    primaryDocument: null,
  });
}
