import { titleKey } from '../title-match.ts';

/** Headings of an annual report at which a part that was referred to ends. */
export const MAJOR_CAPTIONS: readonly string[] = [
  'Selected Financial Data',
  'Five-Year Summary',
  "Management's Discussion and Analysis of Financial Condition and Results of Operations",
  "Management's Discussion and Analysis",
  'Quantitative and Qualitative Disclosures About Market Risk',
  "Management's Report on Internal Control Over Financial Reporting",
  'Report of Independent Registered Public Accounting Firm',
  'Report of Independent Auditors',
  'Consolidated Statements of Income',
  'Consolidated Statements of Operations',
  'Consolidated Statements of Earnings',
  'Consolidated Balance Sheets',
  'Notes to Consolidated Financial Statements',
  'Quarterly Financial Data',
  'Shareholder Information',
  'Stockholder Information',
  'Corporate Information',
].map(titleKey);
