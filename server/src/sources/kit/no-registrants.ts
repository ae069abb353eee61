import type { Instant, IsoDate } from '../../kernel/dates.ts';
import type { Source } from './source.ts';

/** What a connector says where its publisher has neither companies nor filings, and dates nothing by the day. */
export const NO_REGISTRANTS = {
  precedence: {},
  knownAtOfDay: (date: IsoDate): Instant => `${date}T23:59:59Z`,
  sourceOf: () => null,
  issuerOf: () => null,
  planBulk: async () => null,
  async *splitBulk() {},
} satisfies Partial<Source>;
