import type { IsoDate } from '../../kernel/dates.ts';

export const BIS_HOST = 'stats.bis.org';

const FLOW = `https://${BIS_HOST}/api/v1/data/BIS,WS_CBPOL,1.0/`;

/** The policy rates of an area (`''` = all), by day or by month, as a table without labels. */
export function dataUrl(frequency: 'D' | 'M', area: string, since: IsoDate | null): string {
  const from = since === null ? '' : `startPeriod=${since}&`;
  return `${FLOW}${frequency}.${area}/all?${from}detail=dataonly&format=csv`;
}

export function isPolicyRates(address: string): boolean {
  return (
    address.startsWith(FLOW) || /^https:\/\/stats\.bis\.org\/api\/v2\/data\/dataflow\/BIS\/WS_CBPOL\//.test(address)
  );
}
