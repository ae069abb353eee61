import { type RateSeries, rateCountryOf } from '../../domain/markets/macro/model/macro-rate.ts';
import { indexOfSeries } from './indexes.ts';

export const FRED_HOST = 'fred.stlouisfed.org';

/** Countries of the OECD's long-term yields, in its codes; EZ is the euro area. */
const OECD_COUNTRIES =
  'AT AU BE BG CA CH CL CO CR CZ DE DK ES EZ FI FR GB GR HR HU IE IL IN IS IT JP KR LT LU LV MX NL NO NZ PL PT RO RU SE SI SK US ZA';

/** Ten-year yields of the Treasury as the Federal Reserve publishes them (H.15): the average of a month, and the day's. */
const H15 = { GS10: 'monthly', DGS10: 'daily' } as const;
const H15_MONTHLY = 'GS10';

/** The series that are asked for. */
export const SERIES_IDS: readonly string[] = [
  ...OECD_COUNTRIES.split(' ').map(country => `IRLTLT01${country}M156N`),
  ...Object.keys(H15),
];

/** The graph of a series as a table. */
export function seriesUrl(seriesId: string): string {
  return `https://${FRED_HOST}/graph/fredgraph.csv?id=${seriesId}`;
}

/** The series whose table an address is; null where it is none that is read. */
export function seriesAt(address: string): RateSeries | null {
  return seriesOf(idAt(address) ?? '');
}

/** The index whose table an address is, by the id of its series; null where it is none. */
export function indexSeriesAt(address: string): string | null {
  const id = idAt(address);
  return id === null || indexOfSeries(id) === null ? null : id;
}

function idAt(address: string): string | null {
  const url = URL.parse(address);
  if (url === null || url.host !== FRED_HOST || url.pathname !== '/graph/fredgraph.csv') return null;
  return url.searchParams.get('id');
}

/** What a series is; null for those that are no ten-year yield. */
export function seriesOf(seriesId: string): RateSeries | null {
  const common = { group: 'gov10y', seriesId, tenor: '10Y' } as const;
  if (seriesId === 'GS10' || seriesId === 'DGS10') {
    const frequency = H15[seriesId];
    const which =
      frequency === 'monthly' ? 'Monthly average of the constant-maturity yield' : 'Constant-maturity yield of the day';
    return { ...common, frequency, countryCode: 'US', note: `${which} (Federal Reserve, H.15).` };
  }
  const country = /^IRLTLT01([A-Z]{2})M156N$/.exec(seriesId)?.[1];
  if (country === undefined) return null;
  const note = 'Monthly average of long-term government bond yields, ten years as a rule (OECD).';
  return { ...common, frequency: 'monthly', countryCode: rateCountryOf(country), note };
}

/** The address of a loose table: its second column is called as its series; the Federal Reserve's is told by its name. */
export function identifyImport(name: string, header: string): string | null {
  const column = /^"?(?:date|observation_date)"?,"?([A-Z0-9]+)"?\s*$/i.exec(header)?.[1]?.toUpperCase() ?? '';
  if (seriesOf(column) !== null || indexOfSeries(column) !== null) return seriesUrl(column);
  return column === 'YIELD' && /^us-10y/i.test(name) ? seriesUrl(H15_MONTHLY) : null;
}
