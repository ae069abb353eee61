import { isVintage } from '../../domain/markets/macro/model/world-outlook.ts';
import { MONTH_NAMES } from '../../kernel/months.ts';

export const IMF_HOST = 'www.imf.org';
export const PORTAL_HOST = 'api.imf.org';

export const PORTAL = `https://${PORTAL_HOST}/external/sdmx/3.0/data/dataflow/IMF.RES/WEO/+/`;
const REPORTS = `https://${IMF_HOST}/en/Publications/WEO/weo-database/`;

/** The vintage of a month in words, `October 2016`; null if the database was not published then. */
export function vintageOfWords(month: string, year: string): string | null {
  const at = MONTH_NAMES.findIndex(name => name.toLowerCase().startsWith(month.toLowerCase().slice(0, 3)));
  const vintage = `${year}-${String(at + 1).padStart(2, '0')}`;
  return at >= 0 && isVintage(vintage) ? vintage : null;
}

/** The vintage in a URL; null if it states none. */
export function vintageAt(url: string): string | null {
  const [, pathYear, pathMonth] = /\/weo-database\/(\d{4})\/([A-Za-z]+)\//.exec(url) ?? [];
  if (pathYear !== undefined) return vintageOfWords(pathMonth ?? '', pathYear);
  const [, month, year] = /\/WEO([A-Z][a-z]{2})(\d{4})all/.exec(url) ?? [];
  return month === undefined ? null : vintageOfWords(month, year ?? '');
}

/** The file of a whole vintage, published up to April 2025. Since April 2024 its path has the month. */
export function fullFileUrl(vintage: string): string {
  const [year = '', month = ''] = vintage.split('-');
  const name = MONTH_NAMES[Number(month) - 1] ?? '';
  const short = `WEO${name.slice(0, 3)}${year}all`;
  if (vintage < '2020-10')
    return `https://${IMF_HOST}/external/pubs/ft/weo/${year}/${month <= '06' ? '01' : '02'}/weodata/${short}.xls`;
  const folder = vintage >= '2024-04' ? `${year}/${name}` : year;
  return `https://${IMF_HOST}/-/media/Files/Publications/WEO/WEO-Database/${folder}/${short}.ashx`;
}

/** The page of reports by country of a vintage. It is not requested; imported files are stored under its URL. */
export function reportUrl(vintage: string, file = 'weo-report'): string {
  const [year = '', month = ''] = vintage.split('-');
  return `${REPORTS}${year}/${MONTH_NAMES[Number(month) - 1]}/${file}`;
}

/** The series of the newest vintage at the portal, of one country or of all (`*`). */
export function portalUrl(area: string): string {
  return `${PORTAL}${area}.*.A`;
}
