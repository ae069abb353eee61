import type { IssuerRecords } from '../../domain/filings/filings/model/issuer-records.ts';
import { bareIssuer } from '../../domain/filings/issuers/model/issuer.ts';
import { objectOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import { address } from '../kit/address.ts';
import { documentKind } from '../kit/document-kind.ts';
import { emptyRecords } from '../kit/empty-records.ts';
import { canonicalKeyOfNumber, companyNumber } from './company-number.ts';
import { API_HOST, SEARCHED_BYTES } from './company-pages.ts';
import { parseOfficers, stateOfficers } from './officers.ts';
import { statusOf } from './profile.ts';
import { checkLength, type Page, readPage, textOrNull } from './read-response.ts';

const page = address(`https://${API_HOST}/officers/{id}/appointments?start_index={start?}`);

/** The URL of the page after `start` entries; `''` for the first page. */
function pageUrl(values: { id: string; start: string }): string {
  const url = page.url(values);
  return values.start === '' ? url.replace(/\?.*/, '') : url;
}

/** The appointments of one officer at all companies, which only mirrors and imports hold. A page is a source of its own. */
export const appointments = documentKind({
  address: { ...page, url: pageUrl },
  source: 'appointments/{id}/{start}',
  named: ({ start }) => ({ start: start === '' ? '0' : start }),
  states: 'people: the appointments of one officer at all companies; issuers: name, status',
  isOnlyImported: true,
  task: 'appointments',
  key: pageUrl,
  read: readPage,
  map: (read, { source, values, log }) => toRecords(read, { source, officerId: values.id }, log),
  accepts: 'appointments of an officer',
  identify({ bytes }) {
    const start = bytes.toString('utf8', 0, SEARCHED_BYTES);
    const id = /"self"\s*:\s*"\/officers\/([\w-]+)\/appointments"/.exec(start)?.[1];
    if (id === undefined || !/"appointed_to"\s*:/.test(start)) return null;
    return { id, start: /"start_index"\s*:\s*"?([1-9]\d*)/.exec(start)?.[1] ?? '' };
  },
});

/** The companies of a page. An entry without a company is an anomaly. */
function toRecords(
  read: Page,
  { source, officerId }: { source: string; officerId: string },
  log: AnomalyLog,
): IssuerRecords[] {
  checkLength(read, log);
  const companies = new Map<string, IssuerRecords>();
  for (const [at, item] of read.items.entries()) {
    const company = objectOf(item.appointed_to);
    const number = companyNumber(textOrNull(company.company_number));
    const [officer] = parseOfficers([{ name: read.response.name, ...item }], log);
    if (number === null) log.add('bad_appointment', `$.items[${at}]`, 'no company_number');
    if (number === null || officer === undefined) continue;
    const key = canonicalKeyOfNumber(number);
    const known = companies.get(key) ?? emptyRecords(key, source);
    const companyName = textOrNull(company.company_name);
    const issuer = companyName === null ? null : toIssuer(number, companyName, textOrNull(company.company_status));
    const people = [...(known.people ?? []), ...stateOfficers([{ ...officer, officerId }])];
    companies.set(key, { ...known, issuer: known.issuer ?? issuer, people });
  }
  return [...companies.values()];
}

function toIssuer(number: string, companyName: string, status: string | null): IssuerRecords['issuer'] {
  return {
    ...bareIssuer(canonicalKeyOfNumber(number), companyName, [{ scheme: 'uk', identifier: number }]),
    status: statusOf(status) ?? 'active',
  };
}
