import type { IsoDate } from '../../../../kernel/dates.ts';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import { periodOfFiling } from '../../prose/rules/period-of-filing.ts';

/** A section or an exhibit in which statements about customers and suppliers are read. */
export interface SupplyText {
  /** Null for an exhibit. */
  sectionKey: string | null;
  /** Paragraphs separated by an empty line. */
  text: string;
}

/** Reports of a period; `PERIODIC` is the form of a report whose form is unknown. */
export const PERIODIC = /^(?:PERIODIC|10-KT?|10-K405|10-KSB|10-QT?|10-QSB|20-F|40-F)(?:\b|\/|$)/;
/** Forms on people, holdings and votes, whose companies are mostly employers and funds. */
const OTHER_FORMS = /^(?:DEF|PRE|DFAN|DEFA|SC 13|SCHEDULE 13|13F|[345](?:\/A)?$|144|N-|485|497|24F|D\b|CORRESP|UPLOAD)/;
/** Sections on people, votes, securities, and those who sell them. */
const OTHER_SECTIONS =
  /(?:^|\.)(?:item_(?:9a|9b|9c|1[0-4]|16[a-z]?|5\.\d\d)|executive_officers|exhibit_index|director_nominees|governance|plan_of_distribution\w*|underwriting\w*|experts|legal_matters|selling_\w+|description_of_\w+|\w*tax\w*|\w*incorporat\w+|additional_information|where_you_can_find\w*)$/;
/** The notes on the statements of a company that the filer bought; item 7 before August 2004. */
const OF_ACQUIRED = /^item_(?:9\.01|7)$/;
const CURRENT = /^8-K/;

/** Returns the texts of a filing that may state customers and suppliers; none for forms on people, holdings and votes. */
export function supplyTexts({ text, exhibits = [], filing }: FilingContents): SupplyText[] {
  const form = filing?.formType ?? '';
  if (OTHER_FORMS.test(form)) return [];
  const isCurrent = CURRENT.test(form);
  const sections = text.sections.filter(
    ({ status, sectionKey, text: body }) =>
      status !== 'shared' &&
      body !== '' &&
      !OTHER_SECTIONS.test(sectionKey) &&
      !(isCurrent && OF_ACQUIRED.test(sectionKey)),
  );
  return [
    ...sections.map(({ sectionKey, text: body }) => ({ sectionKey, text: body })),
    ...exhibits.map(({ text: body }) => ({ sectionKey: null, text: body })),
  ];
}

/** The end of the reported period, or the day of a report without one. */
export function periodOfStatements(contents: FilingContents): IsoDate | null {
  const { filing } = contents;
  if (PERIODIC.test(filing?.formType ?? 'PERIODIC')) return periodOfFiling(contents, contents.text.sections);
  return filing?.periodEnd ?? filing?.filingDate ?? null;
}
