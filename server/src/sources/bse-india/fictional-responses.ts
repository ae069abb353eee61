/** Responses of the exchange's form about companies that do not exist. */

const NUMBER = '9b1d7c2e-0000-4000-8000-00000000000';

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

/** The exchange's response if there are no announcements. */
export const NOTHING_FOUND = '"No Record Found!"';

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
