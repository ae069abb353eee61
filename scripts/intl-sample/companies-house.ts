import { extractInline } from '../../server/src/formats/ixbrl/extract-inline.ts';
import type { XbrlFact } from '../../server/src/formats/xbrl/report.ts';
import { DOWNLOAD_HOST } from '../../server/src/sources/companies-house/company-data.ts';
import { isFigure, readPlain } from './corpus.ts';
import { writeInstance } from './write-instance.ts';

const FOLDER = 'uk/companies-house/accounts';
/** Accounts with full statements, from one daily zip of unknown date. */
const ACCOUNTS = [
  'Prod223_2911_00390616_20201231',
  'Prod223_2911_00541560_20201130',
  'Prod223_2911_00787985_20200930',
  'Prod223_2911_00824514_20201231',
  'Prod223_2911_04184222_20200229',
  'Prod223_2911_04457427_20201231',
  'Prod223_2911_05380971_20200831',
  'Prod223_2911_08119445_20201231',
  'Prod223_2911_10535033_20201231',
  'Prod223_2911_11010959_20200630',
];

/** Group or company, when creditors are due, columns of the changes in equity; others are of officers, assets, parties. */
const AXES = /:(?:GroupCompanyDataDimension|MaturitiesOrExpirationPeriodsDimension|EquityClassesDimension)$/;
const PEOPLE = /Director|Officer|KeyManagement|Pension|RelatedPart|AverageNumber/;
const COVER =
  /^(?:UKCompaniesHouseRegisteredNumber|EntityCurrentLegalOrRegisteredName|StartDateForPeriodCoveredByReport|EndDateForPeriodCoveredByReport|BalanceSheetDate|DateAuthorisationFinancialStatementsForIssue|ReportTitle)$/;

/** Accounts with the figures of their statements, as plain XBRL, by their URL. */
export function companiesHouseResponses(corpus: string): Map<string, Buffer> {
  return new Map(
    ACCOUNTS.map(name => [`https://${DOWNLOAD_HOST}/${name}.xml`, bareAccounts(corpus, `${FOLDER}/${name}.html.gz`)]),
  );
}

function bareAccounts(corpus: string, path: string): Buffer {
  const report = extractInline([{ name: path, source: readPlain(corpus, path) }]);
  const facts = report.facts.filter(fact => isCover(fact) || (isFigure(fact, AXES) && !PEOPLE.test(fact.localName)));
  return Buffer.from(writeInstance(facts, report.schemaRefs[0] ?? ''));
}

function isCover({ localName, dimensions, value }: XbrlFact): boolean {
  return COVER.test(localName) && value !== null && dimensions.every(({ axis }) => AXES.test(axis));
}
