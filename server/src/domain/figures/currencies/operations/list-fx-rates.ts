import { z } from 'zod';
import { parseDay, toIsoDate } from '../../../../kernel/dates.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import { fresh, isoDate } from '../../../kit/fields.ts';
import { operation } from '../../../kit/operation.ts';
import { ratesKnownAt } from '../model.ts';
import { loadExchangeRates, NO_RATES, RATES_SOURCE, type StoredRates } from '../views/load-exchange-rates.ts';

const fxRate = z
  .object({
    currency: z.string().describe('ISO 4217.'),
    local_per_usd: z.number().describe('Units of the currency for 1 USD.'),
    rate_date: isoDate.describe('Date that the publisher states for the rate.'),
    source: z.string().describe('Registry id of the publisher.'),
  })
  .meta({ id: 'FxRate' });

export const listFxRates = operation({
  name: 'listFxRates',
  route: 'GET /api/v1/fx/rates',
  tool: 'list_fx_rates',
  summary: 'Latest exchange rates',
  description:
    'The latest stored exchange rate of each currency, in units of the currency for 1 USD, in order of currency code. Rates are cross rates of the euro reference rates that the European Central Bank publishes on working days at about 16:00 in Frankfurt: reference rates, not dealing prices. Omits USD and currencies without a rate for over a week. Empty without stored rates; run asfiled ingest ecb.',
  tag: 'Currencies',
  plan: 'free',
  credits: 1,
  errors: [],
  input: z.strictObject({}),
  output: z.object({ items: z.array(fxRate), ...fresh }).meta({ id: 'FxRatesResponse' }),
  example: {},
  async run({ db }) {
    const stored = await loadExchangeRates(db);
    const items = stored === null ? [] : quotesOf(stored);
    return {
      items,
      data_as_of: stored === null ? null : ratesKnownAt(stored.newest),
      empty_reason: items.length > 0 ? null : NO_RATES,
    };
  },
});

function quotesOf({ rates, newest }: StoredRates): z.input<typeof fxRate>[] {
  return rates.currencies().flatMap(currency => {
    const quote = currency === 'USD' ? null : rates.closing('USD', currency, parseDay(newest) ?? 0);
    if (quote === null) return [];
    const { rate, to } = quote;
    return [{ currency, local_per_usd: plainNumber(rate), rate_date: toIsoDate(to), source: RATES_SOURCE }];
  });
}
