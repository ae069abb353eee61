import type { Database } from '../server/src/db/database.ts';
import { join, raw, sql } from '../server/src/db/database.ts';
import { exportPanel } from '../server/src/domain/insights/panels/operations/export-panel.ts';
import { PanelWriter, planPanel } from '../server/src/domain/insights/panels/views/panel.ts';
import { toPanelQuestion } from '../server/src/domain/insights/panels/views/panel-question.ts';
import { processorSeconds, watchProcesses } from './process-usage.ts';
import type { BenchReport } from './report.ts';
import { VALUED_FROM, withScreenStore } from './screen-store.ts';

const ISSUERS = 20_000;
const DAYS = { start: `${VALUED_FROM}-01-01`, end: '2024-12-31', step: 'month' };
const TEN_MEASURES =
  'return_on_invested_capital,asset_turnover,cash_conversion_cycle,quick_ratio,interest_coverage,accruals_to_assets,piotroski_f_score,altman_z_nonmanufacturer,beneish_m_score,revenue_growth_5y';
const TEN_WITH_MULTIPLES =
  'market_cap,enterprise_value,price_to_earnings,price_to_book,price_to_sales,ev_to_ebitda,free_cash_flow_yield,revenue,gross_margin,return_on_capital_employed';

const PANELS: Record<string, object> = {
  'ten line items, wide CSV': {
    measures:
      'revenue,gross_profit,operating_income,net_income,total_assets,equity,cash,operating_cash_flow,capital_expenditure,eps_diluted',
  },
  'ten measures of up to six years, wide CSV': { measures: TEN_MEASURES },
  'the same, long CSV with reasons': { measures: TEN_MEASURES, shape: 'long' },
  'seven multiples and three ratios, wide CSV': { measures: TEN_WITH_MULTIPLES },
};

interface Measured {
  seconds: number;
  processorSeconds: number;
  rows: number;
  bytes: number;
  days: number;
}

/** `asfiled panel` over twenty thousand issuers on sixty days. */
export function benchPanel(): Promise<BenchReport> {
  return withScreenStore(ISSUERS, async db => {
    const { usage, stop } = watchProcesses(process.pid);
    const floor = await measure(() => readBare(db));
    const rows: BenchReport['rows'] = [];
    for (const [name, question] of Object.entries(PANELS)) {
      usage.own = 0;
      usage.all = 0;
      const panel = await measure(() => writePanel(db, question));
      const perSecond = Math.round(panel.rows / panel.seconds).toLocaleString('en-US');
      const size = `${(panel.bytes / 1e6).toFixed(0)} MB`;
      rows.push({
        name,
        figure: `${panel.rows.toLocaleString('en-US')} rows (${size}) in ${panel.seconds.toFixed(1)} s: ${perSecond} rows/s; processor ${panel.processorSeconds.toFixed(1)} s; peak memory ${megabytes(usage.own)} of Node, ${megabytes(usage.all)} of all processes`,
        ratio: panel.processorSeconds / floor.processorSeconds,
      });
    }
    stop();
    rows.push({
      name: 'floor: the same companies and days by a bare query of ten amounts',
      figure: `${floor.rows.toLocaleString('en-US')} rows in ${floor.seconds.toFixed(1)} s; processor ${floor.processorSeconds.toFixed(1)} s`,
    });
    return {
      title: 'Panels',
      how: `Ten measures of ${ISSUERS.toLocaleString('en-US')} issuers on 60 ends of months, one of fifty a second registrant of another company. The digest is computed, the bytes are dropped. Figures have three versions a year. The ratio is the processor time of the service and PostgreSQL over that of the floor. Memory includes that of the benchmark itself and the shared buffers of PostgreSQL. Amounts are fictional.`,
      rows,
    };
  });
}

async function measure(work: () => Promise<Pick<Measured, 'rows' | 'bytes' | 'days'>>): Promise<Measured> {
  const [startedMs, used] = [performance.now(), processorSeconds(process.pid)];
  const done = await work();
  const seconds = (performance.now() - startedMs) / 1_000;
  return { ...done, seconds, processorSeconds: processorSeconds(process.pid) - used };
}

async function writePanel(db: Database, question: object) {
  const input = exportPanel.input.parse({ ...DAYS, ...question });
  const now = new Date();
  const plan = await planPanel(db, await toPanelQuestion(db, input, now), now);
  const writer = new PanelWriter(db, plan);
  for await (const _piece of writer.pieces());
  const { rows, bytes, days } = writer.manifest;
  return { rows, bytes, days: days.length };
}

const TEN_AMOUNTS = join(Array.from({ length: 10 }, (_, at) => raw(`amounts[${at * 9 + 2}] as value_${at}`)));

async function readBare(db: Database) {
  const input = exportPanel.input.parse({ ...DAYS, measures: 'revenue' });
  const { days } = await toPanelQuestion(db, input, new Date());
  let rows = 0;
  for (const day of days) {
    const read = await db.query(sql`
      select issuer_id, fiscal_year, ${TEN_AMOUNTS} from annual_history
      where is_newest and known_from <= ${day}::date and known_to > ${day}::date`);
    rows += read.length;
  }
  return { rows, bytes: 0, days: days.length };
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}
