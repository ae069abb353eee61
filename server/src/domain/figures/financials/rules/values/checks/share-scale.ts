import type { Breach } from '../../../model/financials.ts';
import { type Chart, type ChartRow, codeNumber } from '../../checks/chart.ts';
import { SHARES_OUTSTANDING } from '../../concepts/share-classes.ts';
import type { Cell, Cells } from '../cell.ts';
import { isSameWithin } from '../precision.ts';
import { cellOf } from '../selection/reported-cell.ts';
import type { SelectionContext } from '../selection/selection-context.ts';

/** Earnings per share and their weighted shares. */
const PAIRS = ['basic', 'diluted'].map(kind => ({
  epsName: `eps_${kind}`,
  sharesName: `weighted_shares_${kind}`,
  eps: codeNumber(`eps_${kind}`),
  shares: codeNumber(`weighted_shares_${kind}`),
}));
const COMMON = codeNumber('net_income_common');
const PROFIT = codeNumber('net_income');

const SCALES = [1e3, 1e6, 1e-3, 1e-6];
/** Maximum deviation due to participating securities, several classes of stock, and earnings rounded to the cent. */
const SPREAD = 1.5;
/** Half a cent: below twice this, earnings per share say little about the count. */
const HALF_CENT = 0.005;
/** If profit gives fewer shares than this, the filer's profit is in another scale, not its shares. */
const MIN_SHARES = 100_000;
/** Above this, earnings per share may themselves be in another scale. */
const HIGH_EARNINGS = 100;
/** Smaller splits cannot be distinguished from new shares. */
const SMALLEST_SPLIT = 1.3;

/** Whether one count is about a thousand or a million times the other. */
export function isOutOfScale(count: number, reference: number, spread = SPREAD): boolean {
  const ratio = count / reference;
  return SCALES.some(scale => ratio / scale < spread && ratio / scale > 1 / spread);
}

/** The number of shares implied by profit and earnings per share; null if they are too small for a conclusion. */
function impliedShares(cells: Cells, eps: Cell | undefined): number | null {
  const profit = cells[COMMON] ?? cells[PROFIT];
  if (!eps || !profit || Math.abs(eps.value) < 2 * HALF_CENT) return null;
  const shares = profit.value / eps.value;
  return shares >= MIN_SHARES ? shares : null;
}

/** Tolerance between a correct count and profit over earnings per share: wider if a cent is much of the earnings. */
function spreadOf(eps: Cell | undefined): number {
  const cents = Math.abs(eps?.value ?? 0);
  return cents > HALF_CENT ? SPREAD * (cents / (cents - HALF_CENT)) : SPREAD;
}

/**
 * Compares the weighted shares of a duration with profit over earnings per share. If another statement of the same
 * count is in scale it is chosen; otherwise the value stays as filed, with `scale_suspect`, or with `split_basis` if
 * earnings or shares were restated by the same factor.
 */
export function checkShareScale(
  chart: Chart,
  cells: Cells,
  balances: Cells | undefined,
  context: SelectionContext,
): void {
  for (const pair of PAIRS) {
    const eps = cells[pair.eps];
    const shares = cells[pair.shares];
    const row = chart.rows[pair.shares];
    const implied = impliedShares(cells, eps);
    if (!eps || !shares || !row || implied === null || shares.value <= 0) continue;
    const isMisscaled = isOutOfScale(shares.value, implied, spreadOf(eps));
    const inScale = isMisscaled ? statedInScale(row, implied, spreadOf(eps), context) : null;
    if (inScale) {
      setFirst(inScale, shares, context);
      cells[pair.shares] = inScale;
    } else if (isSplitBasis(eps, shares, implied)) shares.flag('split_basis');
    else if (isMisscaled) suspect(eps, shares, balances?.[SHARES_OUTSTANDING]);
  }
}

/** Compares the shares outstanding at the end of a duration with its weighted shares. */
export function compareOutstanding(cells: Cells, balances: Cells): void {
  const outstanding = balances[SHARES_OUTSTANDING];
  if (!outstanding || outstanding.value <= 0) return;
  for (const pair of PAIRS) {
    const shares = cells[pair.shares];
    const reference = shares?.has('scale_suspect') ? impliedShares(cells, cells[pair.eps]) : shares?.value;
    if (!reference) continue;
    // Shares outstanding that profit and earnings per share confirm are not out of scale.
    const implied = impliedShares(cells, cells[pair.eps]);
    const isConfirmed = implied !== null && Math.abs(Math.log(outstanding.value / implied)) < Math.log(10);
    if (!isConfirmed && isOutOfScale(outstanding.value, reference)) outstanding.flag('scale_suspect');
    return;
  }
}

/** Breaches of identity X2: weighted shares that contradict profit and earnings per share. */
export function shareBreaches(cells: Cells): Breach[] {
  const breaches: Breach[] = [];
  for (const { eps: epsCode, shares: sharesCode, epsName, sharesName } of PAIRS) {
    const eps = cells[epsCode];
    const shares = cells[sharesCode];
    const profit = cells[COMMON] ?? cells[PROFIT];
    if (!eps || !shares || !profit) continue;
    const isScale = shares.has('scale_suspect') || eps.has('scale_suspect');
    if (!isScale && !shares.has('split_basis')) continue;
    const profitName = cells[COMMON] ? 'net_income_common' : 'net_income';
    breaches.push({
      identity: 'X2',
      terms: { [epsName]: eps.value, [sharesName]: shares.value, [profitName]: profit.value },
      difference: Number((eps.value * shares.value - profit.value).toPrecision(15)),
      tolerance: HALF_CENT * shares.value + Math.abs(eps.value) * shares.half + profit.half,
      cause: isScale ? 'scale' : 'split_basis',
    });
  }
  return breaches;
}

function isSplitBasis(eps: Cell, shares: Cell, implied: number): boolean {
  const ratio = implied / shares.value;
  if (ratio < SMALLEST_SPLIT && ratio > 1 / SMALLEST_SPLIT) return false;
  const width = 0.05 + HALF_CENT / Math.abs(eps.value);
  return [eps, shares].some(
    cell => cell.first !== null && Math.abs((ratio * cell.value) / cell.first.value - 1) <= width,
  );
}

/** The newest statement of a code's concepts for the open slot in the scale of a reference. */
function statedInScale(row: ChartRow, reference: number, spread: number, context: SelectionContext): Cell | null {
  const { reader } = context;
  const { placed, observations, onlyFiling } = reader;
  let best = -1;
  let stating = -1;
  for (const concept of row.chain) {
    const run = reader.runOf(concept);
    if (run === -1) continue;
    for (let at = placed.runStart(run); at < placed.runStart(run + 1); at++) {
      const entry = placed.order[at] ?? 0;
      const filing = observations.filing[entry] ?? -1;
      const ratio = (observations.value[entry] ?? 0) / reference;
      if (ratio >= spread || ratio <= 1 / spread || (onlyFiling !== null && filing !== onlyFiling)) continue;
      if (best !== -1 && filing <= (observations.filing[best] ?? -1)) continue;
      best = entry;
      stating = concept;
    }
  }
  if (best === -1) return null;
  const cell = cellOf(row, best, stating, context);
  cell.flag('newest_refused');
  return cell;
}

/** Gives a count the first statement of the one that it replaces: until another filing stated it, that was the count. */
function setFirst(cell: Cell, replaced: Cell, { reader }: SelectionContext): void {
  const until = reader.filings[cell.filing]?.knownDay ?? 0;
  const { value, filing } = replaced.first ?? replaced;
  cell.since = replaced.since;
  cell.first = isSameWithin(value, cell.value, cell.half)
    ? null
    : { value, filing, restatement: 'correction', until: replaced.first?.until ?? until };
}

/** Flags the count, or, if the shares outstanding confirm it, the earnings per share that contradict both. */
function suspect(eps: Cell, shares: Cell, outstanding: Cell | undefined): void {
  const ratio = outstanding ? outstanding.value / shares.value : 0;
  const isConfirmed = ratio < SPREAD && ratio > 1 / SPREAD;
  if (isConfirmed && Math.abs(eps.value) >= HIGH_EARNINGS) eps.flag('scale_suspect');
  else shares.flag('scale_suspect');
}
