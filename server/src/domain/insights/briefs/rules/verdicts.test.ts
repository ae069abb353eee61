import { expect, test } from 'vitest';
import type { CallGuidance, SpokenTurn } from '../../../disclosures/transcripts/model.ts';
import type { AnnualAmounts } from '../../../figures/financials/model/financials.ts';
import { AMOUNTS_LAYOUT, amountPosition } from '../../../figures/financials/rules/periods/annual-amounts.ts';
import { judgeFiling } from './judge-filing.ts';
import { judgeTranscript, type TranscribedCall } from './judge-transcript.ts';
import { measureCall } from './measure-call.ts';

function year(fiscalYear: number, figures: Record<string, number>): AnnualAmounts {
  const amounts: (number | null)[] = new Array(200).fill(null);
  for (const [code, value] of Object.entries(figures)) amounts[(amountPosition(code) ?? 0) - 1] = value;
  const periodEnd = Math.floor(Date.UTC(fiscalYear, 11, 31) / 86_400_000);
  return {
    ...{ periodStart: periodEnd - 365, periodEnd, fiscalYear, isNewest: fiscalYear === 2024, isStandAlone: false },
    ...{ currency: 'USD', status: 'published', accession: `a${fiscalYear}`, layout: AMOUNTS_LAYOUT, amounts },
  };
}

const PLAIN = {
  ...{ revenue: 1_000, gross_profit: 400, operating_income: 130, ebit: 130, net_income: 90, operating_cash_flow: 120 },
  ...{ free_cash_flow: 70, interest_expense: 10, current_assets: 400, current_liabilities: 200, working_capital: 200 },
  ...{ total_assets: 900, total_liabilities: 400, long_term_debt: 150, equity: 500, retained_earnings: 300 },
  ...{ shares_outstanding: 100 },
};
const BEFORE = [2023, 2022, 2021].map(value => year(value, PLAIN));

const judged = { companyType: 'commercial' as const, flags: [], guidance: [], guidanceFiling: null };
const pointsOf = (verdict: ReturnType<typeof judgeFiling>) =>
  Object.fromEntries((verdict?.components ?? []).map(component => [component.component, component.scorePoints]));

test('scores the components of a sound year, each with its reason', () => {
  const now = { ...PLAIN, revenue: 1_200, gross_profit: 500, operating_income: 190, ebit: 190, net_income: 100 };
  const verdict = judgeFiling({ ...judged, years: [year(2024, now), ...BEFORE] });
  // Z″ = 6.56·200/900 + 3.26·300/900 + 6.72·190/900 + 1.05·500/400 = 5.28; cover 19; seven of nine signs: not debt and current ratio; margin 15.8 % against 13 %
  expect(pointsOf(verdict)).toEqual({
    ...{ growth: 2, margin: 1, cash: 2, balance: 2, f_score: 2, guidance: null, red_flags: 0 },
  });
  expect(verdict).toMatchObject({ stance: 'strong_buy', stanceScore: 9, fiscalYear: 2024, analystSource: 'filing' });
  expect(verdict?.summary).toBe('Score +9: growth +2, margin +1, cash +2, balance +2, f_score +2.');
  expect(verdict?.caveats.join(' ')).toMatch(/no price.*Not validated/);
});

test('deducts at most six points for red flags and limits the stance to sell for a critical flag', () => {
  const now = year(2024, { ...PLAIN, revenue: 1_200, operating_income: 156, gross_profit: 420 });
  const flag = (ruleId: string, severity: 'CRITICAL' | 'HIGH') => ({ ruleId, severity, evidence: [] });
  const one = judgeFiling({ ...judged, years: [now, ...BEFORE], flags: [flag('bankruptcy', 'CRITICAL')] });
  expect(pointsOf(one).red_flags).toBe(-4);
  expect(one).toMatchObject({ stance: 'sell' });
  expect(one?.summary).toContain('A critical event allows no more than sell.');
  const many = Array.from({ length: 5 }, () => flag('debt_wall', 'HIGH'));
  expect(pointsOf(judgeFiling({ ...judged, years: [now, ...BEFORE], flags: many })).red_flags).toBe(-6);
});

test('returns no_conviction for too few inputs or components that cancel out, and null without years', () => {
  expect(judgeFiling({ ...judged, years: [] })).toBeNull();
  expect(judgeFiling({ ...judged, years: [year(2024, { revenue: 5 })], flags: null })).toBeNull();
  expect(judgeFiling({ ...judged, years: [year(2024, PLAIN)] })).toMatchObject({ stance: 'no_conviction' });
  const torn = judgeFiling({
    ...judged,
    years: [year(2024, { ...PLAIN, revenue: 1_300, operating_income: 250, ebit: 250 }), ...BEFORE],
    flags: [1, 2, 3].map(() => ({ ruleId: 'restatement', severity: 'HIGH' as const, evidence: [] })),
  });
  expect(torn?.stance).toBe('no_conviction');
  expect(torn?.summary).toMatch(/speak for and 6 against/);
});

test('skips components that do not apply to banks', () => {
  const bank = judgeFiling({ ...judged, companyType: 'bank', years: [year(2024, PLAIN), ...BEFORE] });
  expect(pointsOf(bank)).toMatchObject({ balance: null, f_score: null });
});

const SPEAKERS = [
  { speaker: 'Avery', role: 'executive' as const, jobTitle: 'CEO', firm: null },
  { speaker: 'Drew', role: 'analyst' as const, jobTitle: null, firm: 'Legend' },
];
const FILLER = 'We make looms and ship them to mills in many places every day of the week. '.repeat(30);

function call(
  quarter: 'q1' | 'q2' | 'q3' | 'q4',
  words: string,
  fields: Partial<TranscribedCall> = {},
): TranscribedCall {
  const response =
    'We sold 40 looms in the quarter and made 12 of them in our own mill, which is what we told you before in May.';
  const turns: SpokenTurn[] = [
    { speaker: 'Avery', session: 'prepared', text: `${FILLER}${words}` },
    ...[1, 2, 3].map((): SpokenTurn => ({ speaker: 'Avery', session: 'qa', text: response })),
    { speaker: 'Drew', session: 'qa', text: 'Weak, weak, weak, weak, decline, decline.' },
  ];
  return {
    ...{ transcriptId: `t:${quarter}`, fiscalYear: 2024, fiscalPeriod: quarter, heldAt: `2024-0${quarter[1]}-20` },
    ...{ language: 'en', speakers: SPEAKERS, turns, guidance: [], ...fields },
  };
}

const stated: CallGuidance = {
  ...{ metric: 'revenue', fiscalYear: 2024, fiscalPeriod: 'fy', unit: 'USD', currency: 'USD', oldLow: 90, oldHigh: 95 },
  ...{ newLow: 100, newHigh: 105, direction: 'raised', quote: 'We raise.', charStart: 0, charEnd: 9, turn: 0 },
};
const NOTHING_REPORTED = () => null;
const USUAL = 'Growth was strong. Demand was weak. We may grow. ';

test('scores a call against earlier calls by tone, hedges, answers, guidance and results', () => {
  const before = [call('q1', USUAL), call('q2', USUAL), call('q3', USUAL, { guidance: [stated] })];
  const verdict = judgeTranscript(
    call('q4', 'Growth was strong, robust, solid, a record. ', { guidance: [stated] }),
    before,
    (code, fiscalYear) => (code === 'revenue' && fiscalYear === 2024 ? 110 : null),
  );
  expect(pointsOf(verdict)).toEqual({ guidance: 4, tone: 2, hedging: 1, answers: 1, results: 2 });
  expect(verdict).toMatchObject({ stance: 'strong_buy', stanceScore: 10, analystSource: 'call', fiscalPeriod: 'q4' });
});

test('returns no stance for a single call, other languages or short calls', () => {
  const alone = judgeTranscript(call('q1', USUAL), [], NOTHING_REPORTED);
  expect(alone).toMatchObject({ stance: 'no_conviction' });
  expect(judgeTranscript(call('q1', USUAL, { language: 'ja' }), [], NOTHING_REPORTED)).toBeNull();
  expect(measureCall(SPEAKERS, [{ speaker: 'Avery', session: null, text: 'Thank you.' }])).toBeNull();
  const short = call('q1', USUAL, { turns: [], heldAt: null });
  expect(judgeTranscript(short, [], NOTHING_REPORTED)).toBeNull();
});

test('quotes a refused answer with its place and skips analysts', () => {
  const text =
    'It was a good quarter for all of us here in the mill and beyond it. I can’t comment on that. Ask me next time, if you like to, and we will see then.';
  const measured = measureCall(SPEAKERS, [
    { speaker: 'Avery', session: 'prepared', text: FILLER },
    { speaker: 'Avery', session: 'qa', text },
    { speaker: 'Drew', session: 'qa', text: 'Weak. '.repeat(50) },
  ]);
  expect(measured).toMatchObject({ answers: 1, dodged: 1, tone: null });
  const [refusal] = measured?.refusals ?? [];
  expect(text.slice(refusal?.charStart ?? 0, refusal?.charEnd ?? 0)).toBe('I can’t comment on that.');
  expect(refusal?.sectionKey).toBe('turn_1');
});
