import type { z } from 'zod';
import { toIsoDate } from '../../../../kernel/dates.ts';
import { plainNumber } from '../../../../kernel/json-number.ts';
import type { Conversion } from '../../currencies/rules/convert-period.ts';
import { RATES_SOURCE } from '../../currencies/views/load-exchange-rates.ts';
import type { conversion } from './financial-shapes.ts';

/** How amounts were converted, as answers show it. */
export function renderConversion({ from, to, kind, rate }: Conversion): z.input<typeof conversion> {
  return {
    from,
    to,
    rate_kind: kind,
    rate: rate === null ? null : plainNumber(rate.rate),
    rate_from: rate === null ? null : toIsoDate(rate.from),
    rate_to: rate === null ? null : toIsoDate(rate.to),
    days: rate?.days ?? 0,
    source: RATES_SOURCE,
  };
}
