import { readFileSync } from 'node:fs';
import { MARKETS } from './markets.ts';

/** An exchange or trading venue of ISO 10383. */
export interface Exchange {
  mic: string;
  /** The exchange that this venue is a segment of; its own MIC if it is not a segment. */
  operatingMic: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** The common name if the catalog of markets has one, otherwise the name in the ISO list. */
  name: string;
}

/** The exchange of a market identifier code; null if the list has no active entry for it. */
export function findExchange(mic: string): Exchange | null {
  exchanges ??= readExchanges(readFileSync(new URL('./exchanges.tsv', import.meta.url), 'utf8'));
  return exchanges.get(mic) ?? null;
}

/** Loaded on first use: threads that run a single-exchange registry rarely need it. */
let exchanges: ReadonlyMap<string, Exchange> | null = null;

/**
 * Reads the table of market identifier codes (ISO 10383, edition of 28 October 2024, active codes): one code a line,
 * the operating MIC empty if it is the code itself.
 */
function readExchanges(text: string): ReadonlyMap<string, Exchange> {
  const commonNames = new Map(
    MARKETS.flatMap(market => market.exchanges.map(exchange => [exchange.mic, exchange.name] as const)),
  );
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.map(line => {
      const [mic = '', operating = '', countryCode = '', name = ''] = line.split('\t');
      const exchange = { mic, operatingMic: operating === '' ? mic : operating, countryCode };
      return [mic, { ...exchange, name: commonNames.get(mic) ?? name }];
    }),
  );
}
