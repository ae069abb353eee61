import type { Database } from '../../../../db/database.ts';
import { type Day, parseDay } from '../../../../kernel/dates.ts';
import { maxOf, minOf } from '../../../../kernel/lists.ts';
import { LONGEST_REST_DAYS, lastUpTo } from '../../../markets/prices/rules/price-moves.ts';
import { type Closes, loadClosesOfListings, priceKey } from '../../../markets/prices/views/load-closes.ts';
import type { ListedTransaction } from './insider-shapes.ts';

/** A price above this multiple of the day's close is not a price per share; usually it is the total of the trade. */
const MAX_CLOSES = 10;

/**
 * Marks purchases and sales as `suspect` if their price is far above the day's close on both bases. Both are required because
 * a correct price from before a later split is many times the restated close; a line without both closes is left unchanged.
 */
export async function withPriceQuality(
  db: Database,
  lines: readonly ListedTransaction[],
): Promise<ListedTransaction[]> {
  const judged = lines.map(toQuestion);
  const requested = judged.flatMap(item => item ?? []);
  if (requested.length === 0) return [...lines];
  const days = requested.map(question => question.day);
  const span = { from: minOf(days) - LONGEST_REST_DAYS, until: maxOf(days) };
  const closes = await loadClosesOfListings(
    db,
    requested.map(question => question.listing),
    span,
  );
  return lines.map((line, at) => {
    const question = judged[at];
    const found = question == null ? undefined : closes.get(priceKey(question.listing));
    if (question == null || found === undefined || found.currency !== line.currency) return line;
    return isFarAbove(question, found) ? { ...line, price_quality: 'suspect' as const } : line;
  });
}

interface Question {
  listing: { market_id: string; ticker: string };
  day: Day;
  price: number;
}

function toQuestion(line: ListedTransaction): Question | null {
  const { entity, transaction_code: code, transaction_date: date, is_derivative: isDerivative } = line;
  const price = line.price_per_share ?? null;
  const day = parseDay(date ?? '');
  if ((code !== 'P' && code !== 'S') || isDerivative || price === null || day === null) return null;
  if (entity.ticker === null || entity.market_id === null) return null;
  return { listing: { market_id: entity.market_id, ticker: entity.ticker }, day, price };
}

function isFarAbove({ day, price }: Question, { days, byBasis, actions }: Closes): boolean {
  const place = lastUpTo(days, day);
  const found = days[place];
  if (found === undefined || day - found > LONGEST_REST_DAYS) return false;
  const restated = byBasis.split_adjusted?.[place];
  const later = actions?.splits.filter(split => split.day > found).reduce((all, { ratio }) => all * ratio, 1);
  const paid = byBasis.raw?.[place] ?? (restated === undefined || later === undefined ? undefined : restated * later);
  if (restated === undefined || paid === undefined) return false;
  return price > MAX_CLOSES * Math.max(restated, paid);
}
