import { z } from 'zod';
import { type Day, parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { limit } from '../../../kit/input-fields.ts';
import { operation } from '../../../kit/operation.ts';
import { screenWindowOf, WINDOWS_DISAGREE, windowDays, windowsAgree } from '../../../kit/screens/screen-predicate.ts';
import { ratesKnownAt } from '../model.ts';
import type { ExchangeRates } from '../rules/exchange-rates.ts';
import { loadExchangeRates, NO_RATES, RATES_SOURCE } from '../views/load-exchange-rates.ts';
import { type fxMove, moversOut } from '../views/moves.ts';

const DEFAULT_DAYS = 7;

export const listFxMovers = operation({
  name: 'listFxMovers',
  route: 'GET /api/v1/fx/movers',
  tool: 'list_fx_movers',
  summary: 'Currencies with the largest moves against the dollar',
  description:
    'Change of each currency against the US dollar over a number of days, largest absolute move first. Rates are cross rates of the euro reference rates that the European Central Bank publishes on working days. The newest rate is compared with the last one at least window_days earlier. Omits currencies without a rate in the week up to either day.',
  tag: 'Currencies',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z
    .strictObject({
      ...screenWindowOf(DEFAULT_DAYS),
      limit: limit(100, 20),
    })
    .refine(windowsAgree, WINDOWS_DISAGREE),
  output: moversOut,
  example: { window: '1m', limit: 5 },
  async run({ db }, { limit: size, ...given }) {
    const days = windowDays(given, DEFAULT_DAYS);
    const stored = await loadExchangeRates(db);
    const newest = stored === null ? 0 : (parseDay(stored.newest) ?? 0);
    const moves = stored === null ? [] : movesOf(stored.rates, newest, days);
    return {
      items: moves.slice(0, size),
      has_more: moves.length > size,
      window_days: days,
      data_as_of: stored === null ? null : ratesKnownAt(stored.newest),
      empty_reason: moves.length > 0 ? null : NO_RATES,
    };
  },
});

/** Largest first; ties by code. */
function movesOf(rates: ExchangeRates, newest: Day, days: number): z.input<typeof fxMove>[] {
  return rates
    .currencies()
    .flatMap(currency => (currency === 'USD' ? [] : moveOf(rates, currency, newest, days)))
    .sort((a, b) => Math.abs(b.change_pct) - Math.abs(a.change_pct));
}

function moveOf(rates: ExchangeRates, currency: string, newest: Day, days: number): z.input<typeof fxMove>[] {
  const end = rates.closing('USD', currency, newest);
  const start = end === null ? null : rates.closing('USD', currency, end.to - days);
  if (end === null || start === null) return [];
  return [
    {
      currency,
      change_pct: percent(start.rate / end.rate - 1),
      usd_change_pct: percent(end.rate / start.rate - 1),
      local_per_usd: plainNumber(end.rate),
      start_local_per_usd: plainNumber(start.rate),
      start_date: toIsoDate(start.to),
      end_date: toIsoDate(end.to),
      source: RATES_SOURCE,
    },
  ];
}

/** A share in percent, rounded to six decimals. */
function percent(share: number): number {
  return Math.round(share * 1e8) / 1e6;
}
