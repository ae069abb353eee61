import { z } from 'zod';
import { addDays } from '../../../../kernel/dates.ts';
import { entityRefFields, toEntityRef } from '../../../filings/issuers/views/entity.ts';
import { findIssuer, issuerIdsOf } from '../../../filings/issuers/views/find-issuer.ts';
import { asOf, asOfFields, asOfOf, dayAsOf, knownUntil } from '../../../kit/as-of.ts';
import { fresh } from '../../../kit/fields.ts';
import { limit, marketId, ticker } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import type { KnownCalendar } from '../model/earnings-calendar.ts';
import { type JoinedRelease, joinReleases, reportedPeriod, toReleaseResponse } from '../rules/join-releases.ts';
import { earningsReleaseFields, loadActuals, loadCalendar, loadCalendarOn } from '../views.ts';

/** A date that passed long ago without a filing was not kept, or the company files elsewhere; the outcome is unknown. */
const OVERDUE_DAYS = 3;

export const listEarningsReleases = operation({
  name: 'listEarningsReleases',
  route: 'GET /api/v1/companies/{market}/{ticker}/earnings-releases',
  tool: 'list_earnings_releases',
  summary: 'Upcoming and reported results of a company',
  description:
    'One row per fiscal period, latest report_date first, so upcoming periods come first. Upcoming rows are from the calendars that the operator ingests; a confirmed date takes precedence over an estimated one, then the more trusted source. A row is reported once a filing announces the results (8-K item 2.02, 決算短信 and others), or once the periodic report is filed if no filing announces them. Actuals are as filed (diluted, GAAP or IFRS) for the period alone; estimates often are of adjusted earnings and are null in another currency than the actuals. eps_actual is null for a fourth quarter that no filing states alone. Omits dates more than three days ago without a filing.',
  tag: 'Companies',
  plan: 'free',
  credits: 1,
  errors: ['ambiguous_ticker', 'not_found'],
  input: z.strictObject({
    market: marketId,
    ticker,
    limit: limit(100, 20),
    as_of: asOf
      .optional()
      .describe(
        `${asOf.description} Calendars keep one entry per period: one that was read again later is left out of earlier days.`,
      ),
  }),
  output: z
    .object({
      ...entityRefFields,
      items: z.array(z.object(earningsReleaseFields).meta({ id: 'EarningsRelease' })),
      has_more: z.boolean(),
      ...asOfFields,
      ...fresh,
    })
    .meta({ id: 'EarningsCalendarResponse' }),
  example: { market: 'demo', ticker: 'DMFR', limit: 4 },
  async run({ db, now }, { market, ticker: symbol, limit: most, as_of: day }) {
    const issuer = await findIssuer(db, { ticker: symbol, market_id: market }, 'market');
    const ids = issuerIdsOf(issuer);
    const then =
      day === undefined ? null : await loadCalendarOn(db, issuer, { asOf: day, until: knownUntil(day, now) });
    const known = then?.known ?? (await loadCalendar(db, ids));
    const since = addDays(dayAsOf(day, now), -OVERDUE_DAYS);
    const releases = joinReleases(issuer.canonical_key, known).filter(
      release => release.status === 'reported' || release.reportDate >= since,
    );
    const page = releases.slice(0, most);
    const actuals =
      then?.actuals ??
      (await loadActuals(
        db,
        ids,
        page.flatMap(release => reportedPeriod(release) ?? []),
      ));
    return {
      ...toEntityRef(issuer),
      items: page.map(release => toReleaseResponse(release, actuals)),
      has_more: releases.length > most,
      ...asOfOf(day, now),
      data_as_of: newestOf(page, known),
      empty_reason: page.length > 0 ? null : ('not_covered' as const),
    };
  },
});

/** When the newest input of some releases became known, including the reports that state their figures. */
function newestOf(page: readonly JoinedRelease[], { filings }: KnownCalendar): string | null {
  if (page.length === 0) return null;
  const instants = [
    ...page.flatMap(({ entries, filing }) => [
      ...entries.map(entry => entry.readAt),
      ...(filing ? [filing.knownAt] : []),
    ]),
    ...filings.slice(-1).map(filing => filing.knownAt),
  ];
  return instants.reduce((newest, instant) => (Date.parse(instant) > Date.parse(newest) ? instant : newest));
}
