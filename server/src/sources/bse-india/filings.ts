import { address } from '../kit/address.ts';
import { clockAhead } from '../kit/clock-ahead.ts';
import { fetchAddress } from '../kit/discovery.ts';
import { documentKind } from '../kit/document-kind.ts';
import { type PublishedDocument, publishedFiling, wrongDocument } from '../kit/pdf/published-filing.ts';
import { readHeading } from './headings.ts';
import { canonicalKeyOfScrip, scripCode } from './securities.ts';

/** India has one clock, five and a half hours ahead of UTC, without daylight saving time. */
export const indiaClock = clockAhead(5.5);

/** Documents are moved to the second folder some days after publication. */
export const DOCUMENTS = 'https://www.bseindia.com/xml-data/corpfiling/AttachLive/';
export const OLDER_DOCUMENTS = 'https://www.bseindia.com/xml-data/corpfiling/AttachHis/';

/** The exchange's number of an announcement (`NEWSID`), in small letters; null if the text is no such number. */
export function announcementId(text: string): string | null {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.exec(text.trim().toLowerCase())?.[0] ?? null;
}

/** The document of an announcement, which has a random file name; null if the name is invalid (a path, another host). */
export function attachment(nativeId: string, name: string): PublishedDocument | null {
  const fileName = /^[\w-]+\.[A-Za-z]{3,5}$/.exec(name.trim())?.[0];
  return fileName === undefined ? null : { nativeId, fileName, url: DOCUMENTS + fileName };
}

/** The document of an announcement: `….pdf#500002/6fb57b5e-…` names the share and the announcement. */
export const filings = publishedFiling({
  registry: 'bse-india',
  clock: indiaClock,
  shown: `${DOCUMENTS}{file}#{code}/{number}`,
  code: scripCode,
  codeName: 'code of a share',
  issuer: canonicalKeyOfScrip,
  fragment: ({ document, code }) => `${code}/${document.nativeId}`,
  read(url, fragment) {
    const [code = '', number = ''] = fragment.split('/');
    const nativeId = announcementId(number);
    const folder = [DOCUMENTS, OLDER_DOCUMENTS].find(value => url.startsWith(value));
    if (folder === undefined || nativeId === null) return null;
    const document = attachment(nativeId, url.slice(folder.length));
    return document && { document, code: scripCode(code) };
  },
  locate({ accession }, { fileName }) {
    const nativeId = announcementId(accession);
    if (nativeId === null) return { lacks: 'no number of the announcement (column accession)' };
    const document = attachment(nativeId, fileName);
    return document ?? { lacks: 'no document (its name has other characters than the exchange gives)' };
  },
  heading(form, _, log) {
    const category = form === '' ? null : form;
    return { ...readHeading({ category, subcategory: null, subject: '' }, 'form', log), title: null, language: 'en' };
  },
  // Announcements keep the first URL of a document that was moved.
  async fetch(client, url) {
    const document =
      (await fetchAddress(client, url)) ?? (await fetchAddress(client, url.replace(DOCUMENTS, OLDER_DOCUMENTS)));
    return document && { ...document, url };
  },
});

/** A document as the exchange serves it: its URL alone names neither share nor announcement. */
export const documents = [DOCUMENTS, OLDER_DOCUMENTS].map(folder =>
  documentKind({
    address: address(`${folder}{file}`),
    states: 'the document of a filing, read with the announcement that names it',
    read: () => null,
    validate: (bytes, _, { file }) => wrongDocument(file, bytes),
  }),
);
