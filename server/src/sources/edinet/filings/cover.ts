import type { ReportedFact } from '../../../domain/filings/filings/model/filing-contents.ts';
import { dateOrNull, type IsoDate } from '../../../kernel/dates.ts';

/** The document and entity information of a report (`jpdei_cor`), and its cover page. */
export interface Cover {
  edinetCode: string;
  fundCode: string;
  securitiesCode: string;
  name: string;
  nameEnglish: string;
  fundName: string;
  fundNameEnglish: string;
  /** `FY`, `HY`, `Q1` … */
  periodType: string | null;
  fiscalYearStart: IsoDate | null;
  fiscalYearEnd: IsoDate | null;
  periodEnd: IsoDate | null;
  previousFiscalYearStart: IsoDate | null;
  previousFiscalYearEnd: IsoDate | null;
  comparativePeriodEnd: IsoDate | null;
  /** Null if the report does not state it. */
  hasConsolidated: boolean | null;
  isAmendment: boolean;
  /** Number of the document that this one corrects. */
  amends: string | null;
  /** `有価証券報告書` */
  documentTitle: string | null;
  /** `特定有価証券の内容等の開示に関する内閣府令` for funds. */
  isOfFund: boolean;
}

/** Reads the cover of a report; absent values are empty or null. */
export function readCover(facts: readonly ReportedFact[]): Cover {
  const texts = new Map<string, string>();
  for (const { concept, value, dimensions } of facts) {
    const isCover = concept.startsWith('jpdei_cor:') || concept.endsWith(':DocumentTitleCoverPage');
    if (!isCover || value === null || Object.keys(dimensions).length > 0) continue;
    const name = concept.slice(concept.indexOf(':') + 1);
    if (!texts.has(name)) texts.set(name, value.trim());
  }
  const text = (name: string): string => texts.get(`${name}DEI`) ?? '';
  const date = (name: string): IsoDate | null => dateOrNull(text(name));
  const consolidated = text('WhetherConsolidatedFinancialStatementsArePrepared');
  const amends = text('IdentificationOfDocumentSubjectToAmendment');
  return {
    edinetCode: text('EDINETCode'),
    fundCode: text('FundCode'),
    securitiesCode: text('SecurityCode'),
    name: text('FilerNameInJapanese'),
    nameEnglish: text('FilerNameInEnglish'),
    fundName: text('FundNameInJapanese'),
    fundNameEnglish: text('FundNameInEnglish'),
    periodType: text('TypeOfCurrentPeriod') || null,
    fiscalYearStart: date('CurrentFiscalYearStartDate'),
    fiscalYearEnd: date('CurrentFiscalYearEndDate'),
    periodEnd: date('CurrentPeriodEndDate'),
    previousFiscalYearStart: date('PreviousFiscalYearStartDate'),
    previousFiscalYearEnd: date('PreviousFiscalYearEndDate'),
    comparativePeriodEnd: date('ComparativePeriodEndDate'),
    hasConsolidated: consolidated === '' ? null : consolidated === 'true',
    isAmendment: text('AmendmentFlag') === 'true',
    amends: amends === '' ? null : amends,
    documentTitle: texts.get('DocumentTitleCoverPage') ?? null,
    isOfFund: text('CabinetOfficeOrdinance').startsWith('特定有価証券'),
  };
}
