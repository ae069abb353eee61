import { readFileSync } from 'node:fs';
import { MARKETS } from '../../domain/filings/markets/model/markets.ts';

/** A market of ISO 10383. */
export interface Exchange {
  mic: string;
  /** Of the exchange whose segment it is; its own where it is none. */
  operatingMic: string;
  /** ISO 3166-1 alpha-2. */
  countryCode: string;
  /** As exchanges are commonly called where the catalog of markets has it, else as the standard's list does. */
  name: string;
}

/** The exchange of a market identifier code; null where the list has none in force. */
export function exchangeOf(mic: string): Exchange | null {
  exchanges ??= readExchanges(readFileSync(new URL('./exchanges.tsv', import.meta.url), 'utf8'));
  return exchanges.get(mic) ?? null;
}

/** Read when it is first asked for: threads that load a registry of one exchange need it seldom. */
let exchanges: ReadonlyMap<string, Exchange> | null = null;

/**
 * Reads the table made of the list of market identifier codes (ISO 10383, edition of 28 October 2024, codes in force): a
 * line each, the operating code empty where it is the same.
 */
function readExchanges(text: string): ReadonlyMap<string, Exchange> {
  const commonNames = new Map(MARKETS.flatMap(market => market.exchanges.map(one => [one.mic, one.name] as const)));
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.map(line => {
      const [mic = '', operating = '', countryCode = '', name = ''] = line.split('\t');
      const exchange = { mic, operatingMic: operating === '' ? mic : operating, countryCode };
      return [mic, { ...exchange, name: commonNames.get(mic) ?? name }];
    }),
  );
}
