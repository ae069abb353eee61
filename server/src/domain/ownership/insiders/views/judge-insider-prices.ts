import type { Database } from '../../../../db/database.ts';
import { type Day, parseDay } from '../../../../kernel/dates.ts';
import { LONGEST_REST_DAYS, lastUpTo } from '../../../markets/prices/rules/price-moves.ts';
import { type Closes, loadClosesOfListings, priceKey } from '../../../markets/prices/views/load-closes.ts';
import type { ListedTransaction } from './insider-shapes.ts';

/** Over so many closes of the day a price is none of a share: mostly the total of the trade, typed in its place. */
const MOST_CLOSES = 10;

/**
 * Lines with `suspect` for purchases and sales whose price is far from the close of the day, on both bases: before a split
 * that came later a right price is many times the restated close. Where one of the bases is not known nothing is said.
 */
export async function withPriceQuality(
  db: Database,
  lines: readonly ListedTransaction[],
): Promise<ListedTransaction[]> {
  const judged = lines.map(toQuestion);
  const asked = judged.flatMap(one => one ?? []);
  if (asked.length === 0) return [...lines];
  const days = asked.map(one => one.day);
  const span = { from: Math.min(...days) - LONGEST_REST_DAYS, until: Math.max(...days) };
  const closes = await loadClosesOfListings(
    db,
    asked.map(one => one.listing),
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
  return price > MOST_CLOSES * Math.max(restated, paid);
}
