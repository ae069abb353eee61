import { clockAhead } from '../kit/clock-ahead.ts';
import { type PublishedDocument, publishedFiling } from '../kit/pdf/published-filing.ts';
import { readAnnouncementType } from './announcement-types.ts';
import { canonicalKeyOfCode, securityCode } from './stocks.ts';

/** China has one clock, eight hours ahead of UTC, without daylight saving time since 1991. */
export const chinaClock = clockAhead(8);

const DOCUMENTS = 'https://static.cninfo.com.cn';
const PATH =
  /^(?:https?:\/\/static\.cninfo\.com\.cn)?\/?(finalpage\/\d{4}-\d{2}-\d{2}\/(\w+)\.([A-Za-z]{3,5}))(?:#.*)?$/;

/** The document of an `adjunctUrl` (`finalpage/2019-10-22/1206997843.PDF`) or of its whole URL; null for others. */
export function documentOfLink(link: string): PublishedDocument | null {
  const [, path, nativeId, extension] = PATH.exec(link.trim()) ?? [];
  if (path === undefined || nativeId === undefined || extension === undefined) return null;
  return { nativeId, fileName: `${nativeId}.${extension.toLowerCase()}`, url: `${DOCUMENTS}/${path}` };
}

/** The document of an announcement: `….PDF#600519` names the share line. */
export const filings = publishedFiling({
  registry: 'cninfo',
  clock: chinaClock,
  shown: `${DOCUMENTS}/finalpage/{day}/{number}.PDF#{code}`,
  code: securityCode,
  codeName: 'code of a share',
  issuer: canonicalKeyOfCode,
  fragment: ({ code }) => code,
  read(url, fragment) {
    const document = url.startsWith(DOCUMENTS) ? documentOfLink(url) : null;
    return document && { document, code: securityCode(fragment) };
  },
  locate: ({ accession, path }, { filed }) =>
    documentOfLink(accession) ??
    documentOfNumber(accession.trim(), path, filed) ?? { lacks: 'no number of the announcement (column accession)' },
  heading(form) {
    const type = readAnnouncementType(form === '' ? null : form, form);
    return { ...type, title: form === '' ? null : form };
  },
});

function documentOfNumber(number: string, path: string, filed: string): PublishedDocument | null {
  const extension = /\.([a-z]{3,5})$/i.exec(path.replace(/\.gz$/i, ''))?.[1];
  if (!/^\d{6,}$/.test(number) || extension === undefined) return null;
  return documentOfLink(`finalpage/${filed}/${number}.${extension.toUpperCase()}`);
}
