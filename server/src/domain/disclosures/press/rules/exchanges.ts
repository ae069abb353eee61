import { readFileSync } from 'node:fs';
import { findExchange } from '../../../filings/markets/model/exchanges.ts';
import { MARKETS } from '../../../filings/markets/model/markets.ts';
import { wordKey } from './word-key.ts';

/** An exchange that a wire names. */
export interface NamedExchange {
  /** ISO 10383; null for that of the sample pack's made-up issuers. */
  mic: string | null;
  /** Null where no market of the catalogue has it. */
  marketId: string | null;
}

/**
 * Words that wires write for exchanges, each with one meaning: words that several exchanges go by (`TSE`, `NSE`, `BSE`) are
 * left out.
 */
const EXCHANGES = readExchanges(readFileSync(new URL('./exchanges.tsv', import.meta.url), 'utf8'));

/** The exchange that a wire's words mean; null where they mean none that is known. */
export function exchangeOfWords(words: string): NamedExchange | null {
  return EXCHANGES.get(wordKey(words)) ?? null;
}

function readExchanges(text: string): ReadonlyMap<string, NamedExchange> {
  const [, ...lines] = text.trimEnd().split('\n');
  return new Map(
    lines.map(line => {
      const [word = '', mic = '', market = ''] = line.split('\t');
      const exchange = mic === '' ? { mic: null, marketId: market } : { mic, marketId: marketOf(mic) };
      return [wordKey(word), exchange];
    }),
  );
}

/** The market of the country in which an exchange is. */
function marketOf(mic: string): string | null {
  const countryCode = findExchange(mic)?.countryCode ?? '';
  return MARKETS.find(market => market.countryCodes.includes(countryCode))?.marketId ?? null;
}
