import { EXAMPLE_PDF, EXAMPLE_ZIP, type RegistryExamples } from '../kit/example-responses.ts';
import { announcementsUrl } from './announcements.ts';
import { securities } from './securities.ts';

/** Responses of the exchange's form about companies that do not exist. */

const NUMBER = '9b1d7c2e-0000-4000-8000-00000000000';

/** The exchange's response if there are no announcements. */
export const NOTHING_FOUND = '"No Record Found!"';

/** Valid and invalid responses, for the tests that all connectors share. */
export const examples: RegistryExamples = {
  // The day’s end in India (UTC+5:30).
  knownAt: { '2024-07-01': '2024-07-01T18:29:59Z', '2024-01-15': '2024-01-15T18:29:59Z' },
  requests: {
    'BSE announcements': {
      address: announcementsUrl({ code: null, from: '2026-11-19', to: '2026-11-19' }, 1),
      good: NOTHING_FOUND,
      bad: { unexpected_document: '{"Message":"An error has occurred."}', truncated_json: '{"Table":[{"NEWSID"' },
    },
    'BSE shares': {
      address: securities.url({ status: 'Active' }),
      good: '[]',
      bad: { unexpected_document: NOTHING_FOUND, truncated_json: '[{"SCRIP_CD":"5' },
    },
    'BSE document': {
      address: 'https://www.bseindia.com/xml-data/corpfiling/AttachLive/5c000000-0000-4000-8000-000000000001.pdf',
      good: EXAMPLE_PDF,
      bad: { unexpected_document: EXAMPLE_ZIP },
    },
  },
};

/** A row of announcements; `number` makes its id and the name of its document. */
export function announcementRow(number: number, more: Readonly<Record<string, unknown>> = {}): object {
  return {
    NEWSID: `${NUMBER}${number}`,
    SCRIP_CD: 599001,
    NEWSSUB: 'AURORA WIDGETS &amp; CO. LTD. - 599001 - Unaudited Financial Results For The Quarter',
    DT_TM: '2026-11-19T18:05:10.2',
    NEWS_DT: '2026-11-19T18:05:10.2',
    FILESTATUS: 'N    ',
    ATTACHMENTNAME: `5c000000-0000-4000-8000-00000000000${number}.pdf`,
    HEADLINE: 'Results of the quarter.',
    CATEGORYNAME: 'Result',
    SLONGNAME: 'AURORA WIDGETS &amp; CO. LTD.',
    News_submission_dt: '2026-11-19T18:05:10',
    DissemDT: '2026-11-19T18:05:12.5',
    SUBCATNAME: 'Financial Results',
    ...more,
  };
}

/** A page of announcements of which there are `total`. */
export function announcementPage(rows: readonly object[], total: number = rows.length): string {
  return JSON.stringify({ Table: rows, Table1: [{ ROWCNT: total }] });
}

/** A share of a list. */
export function securityRow(more: Readonly<Record<string, unknown>> = {}): object {
  return {
    SCRIP_CD: '599001',
    Scrip_Name: 'Aurora Widgets & Co Ltd',
    Status: 'Active',
    GROUP: 'A',
    FACE_VALUE: '2.00',
    ISIN_NUMBER: 'INE999Z01012',
    INDUSTRY: 'Widgets',
    scrip_id: 'AURORA',
    Segment: 'Equity',
    Issuer_Name: 'Aurora Widgets & Co Limited',
    ...more,
  };
}
