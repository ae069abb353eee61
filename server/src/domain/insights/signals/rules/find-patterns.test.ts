import { describe, expect, it } from 'vitest';
import type { EventFields, EventKind } from '../../../disclosures/events/model.ts';
import type { PatternEvent, PatternHit, PatternInput, SignalPattern } from '../model/signal-pattern.ts';
import { findPatterns } from './find-patterns.ts';

let count = 0;

/** An event in a filing of its own that became known at noon of a day. */
function event(
  kind: EventKind,
  day: string,
  other: Partial<PatternEvent> & { fields?: EventFields } = {},
): PatternEvent {
  count += 1;
  return {
    eventId: `e${String(count).padStart(4, '0')}`,
    kind,
    variant: null,
    status: 'open',
    knownAt: `${day}T12:00:00Z`,
    eventDate: null,
    filingId: `sec-edgar:${count}`,
    fields: {},
    ...other,
  };
}

function hitOf(
  pattern: SignalPattern,
  events: PatternEvent[],
  reports: PatternInput['reports'] = [],
): PatternHit | null {
  return findPatterns({ events, reports }).find(hit => hit.pattern === pattern) ?? null;
}

/** `2024-01-05..2024-06-05 strong 3`: first, last, strength at the last event, number of events. */
function formatHit(hit: PatternHit | null): string {
  if (hit === null) return 'none';
  const isStrong = hit.strongFrom !== null && hit.strongFrom <= hit.latestAt;
  return `${hit.firstAt.slice(0, 10)}..${hit.latestAt.slice(0, 10)} ${isStrong ? 'strong' : 'moderate'} ${hit.eventIds.length}`;
}

const issue = (day: string, fields: EventFields = {}, variant: string | null = 'public') =>
  event('equity_offering', day, { variant, fields });
const notice = (day: string, period: string, form = '10-Q') =>
  event('late_filing_notice', day, { fields: { lateFormType: form, affectedPeriods: [period] } });
const guidance = (day: string, variant: string, fields: EventFields = {}, filingId?: string) =>
  event('guidance_revision', day, {
    variant,
    fields: { metric: 'revenue', ...fields },
    ...(filingId ? { filingId } : {}),
  });
const change = (day: string, variant: string, fields: EventFields = {}) =>
  event('auditor_change', day, { variant, fields });

describe('dilution_spiral', () => {
  it.each<[string, PatternEvent[], string]>([
    [
      'three issues',
      [issue('2024-01-05'), issue('2024-03-05'), issue('2024-06-05')],
      '2024-01-05..2024-06-05 moderate 3',
    ],
    ['two issues', [issue('2024-01-05'), issue('2024-03-05')], 'none'],
    ['25 % new shares in one issue', [issue('2024-01-05', { newSharesPct: 25 })], '2024-01-05..2024-01-05 moderate 1'],
    [
      'less than 25 % new shares',
      [issue('2024-01-05', { newSharesPct: 12 }), issue('2024-03-05', { newSharesPct: 12.9 })],
      'none',
    ],
    [
      'percentages from the shares before each issue',
      [issue('2024-01-05', { newShares: 30, sharesBefore: 100 })],
      '2024-01-05..2024-01-05 moderate 1',
    ],
    ['no shares before', [issue('2024-01-05', { newShares: 30, sharesBefore: 0 })], 'none'],
    [
      '50 % new shares in two issues',
      [issue('2024-01-05', { newSharesPct: 20 }), issue('2024-03-05', { newSharesPct: 30 })],
      '2024-01-05..2024-03-05 strong 2',
    ],
    [
      'a convertible with a floating price',
      [
        issue('2024-01-05'),
        issue('2024-03-05'),
        event('convertible_issue', '2024-04-05', { variant: 'floating_price' }),
      ],
      '2024-01-05..2024-04-05 strong 3',
    ],
    ['a floating price alone', [event('convertible_issue', '2024-04-05', { variant: 'floating_price' })], 'none'],
    [
      'conversion shares, which do not count as new shares',
      [event('convertible_issue', '2024-04-05', { fields: { convertiblePct: 80 } })],
      'none',
    ],
    ['a shelf', [issue('2024-01-05'), issue('2024-03-05'), issue('2024-06-05', { offeringMethod: 'Shelf' })], 'none'],
    [
      'a withdrawn issue',
      [issue('2024-01-05'), issue('2024-03-05'), { ...issue('2024-06-05'), status: 'resolved' }],
      'none',
    ],
    ['a prospectus and its 8-K', [issue('2024-01-05'), issue('2024-01-09'), issue('2024-06-05')], 'none'],
    [
      'two issues in a week with different numbers',
      [issue('2024-01-05', { newShares: 5 }), issue('2024-01-09', { newShares: 7 }), issue('2024-06-05')],
      '2024-01-05..2024-06-05 moderate 3',
    ],
  ])('evaluates %s', (_, events, expected) => {
    expect(formatHit(hitOf('dilution_spiral', events))).toBe(expected);
  });

  it('looks back twelve months from the newest event, excluding the first day', () => {
    const others = [issue('2024-06-05'), issue('2025-01-05')];
    expect(formatHit(hitOf('dilution_spiral', [issue('2024-01-05'), ...others]))).toBe('none');
    expect(formatHit(hitOf('dilution_spiral', [issue('2024-01-06'), ...others]))).toBe(
      '2024-01-06..2025-01-05 moderate 3',
    );
  });

  it('counts the percentages of one issue once and names both parts in the reason', () => {
    const fields = { newSharesPct: 26, newShares: 26 };
    const convertible = event('convertible_issue', '2024-03-05', { fields: { convertiblePct: 10.25 } });
    const hit = hitOf('dilution_spiral', [issue('2024-01-05', fields), issue('2024-01-08', fields), convertible]);
    expect(hit).toMatchObject({
      strongFrom: null,
      reason: '2 issues of shares or convertibles in 12 months; 26 % new shares stated; 10.3 % by conversion.',
    });
  });

  it('reports the newest event that triggered the pattern', () => {
    const spiral = [issue('2020-01-05'), issue('2020-03-05'), issue('2020-06-05')];
    expect(formatHit(hitOf('dilution_spiral', [...spiral, issue('2024-01-05')]))).toBe(
      '2020-01-05..2020-06-05 moderate 3',
    );
  });
});

describe('audit_distress', () => {
  const doubt = (day: string, variant = 'auditor') => event('going_concern', day, { variant });
  const opinion = (day: string, variant: string) => event('audit_opinion', day, { variant });
  it.each<[string, PatternEvent[], string]>([
    ['doubt', [doubt('2024-03-01')], '2024-03-01..2024-03-01 moderate 1'],
    ['doubt that plans alleviated', [doubt('2024-03-01', 'alleviated')], 'none'],
    [
      'a doubt that was lifted later',
      [{ ...doubt('2023-03-01'), status: 'resolved' }, doubt('2024-03-01', 'lifted')],
      'none',
    ],
    [
      'two doubts in one report',
      [doubt('2024-03-01'), doubt('2024-03-01', 'management')],
      '2024-03-01..2024-03-01 moderate 2',
    ],
    ['doubt again the next year', [doubt('2023-03-10'), doubt('2024-03-01')], '2023-03-10..2024-03-01 strong 2'],
    ['doubt again three years later', [doubt('2021-03-10'), doubt('2024-03-01')], '2024-03-01..2024-03-01 moderate 1'],
    [
      'a doubt and an adverse opinion',
      [doubt('2024-03-01'), opinion('2024-03-01', 'adverse')],
      '2024-03-01..2024-03-01 strong 2',
    ],
    ['a qualified opinion', [opinion('2024-03-01', 'qualified')], 'none'],
    [
      'a resignation with a disagreement',
      [change('2024-03-01', 'resigned', { disagreement: true })],
      '2024-03-01..2024-03-01 moderate 1',
    ],
    ['a resignation without', [change('2024-03-01', 'resigned', { disagreement: false })], 'none'],
    ['a dismissal with a disagreement', [change('2024-03-01', 'dismissed', { disagreement: true })], 'none'],
  ])('evaluates %s', (_, events, expected) => {
    expect(formatHit(hitOf('audit_distress', events))).toBe(expected);
  });
});

describe('auditor_churn', () => {
  it.each<[string, PatternEvent[], string]>([
    [
      'two changes in three years',
      [change('2022-03-01', 'dismissed'), change('2024-03-01', 'dismissed')],
      '2022-03-01..2024-03-01 moderate 2',
    ],
    ['two in four years', [change('2020-03-01', 'dismissed'), change('2024-03-01', 'dismissed')], 'none'],
    [
      'two changes, one of them a resignation',
      [change('2022-03-01', 'dismissed'), change('2024-03-01', 'resigned')],
      '2022-03-01..2024-03-01 strong 2',
    ],
    [
      'a dismissal and the following engagement',
      [change('2024-03-01', 'dismissed'), change('2024-05-01', 'engaged')],
      'none',
    ],
    [
      'two filings about one departure',
      [
        change('2024-03-01', 'dismissed', { formerAuditor: 'Abacus LLP' }),
        change('2024-03-20', 'dismissed', { formerAuditor: 'ABACUS, LLP' }),
      ],
      'none',
    ],
    [
      'three',
      [change('2022-03-01', 'dismissed'), change('2023-03-01', 'dismissed'), change('2024-03-01', 'merged')],
      '2022-03-01..2024-03-01 strong 3',
    ],
  ])('evaluates %s', (_, events, expected) => {
    expect(formatHit(hitOf('auditor_churn', events))).toBe(expected);
  });
});

describe('accounting_failure', () => {
  it.each<[string, PatternEvent[], string]>([
    [
      'a weakness',
      [event('internal_control_weakness', '2024-03-01', { variant: 'new' })],
      '2024-03-01..2024-03-01 moderate 1',
    ],
    ['a remediated weakness', [event('internal_control_weakness', '2024-03-01', { variant: 'remediated' })], 'none'],
    ['non-reliance', [event('non_reliance', '2024-03-01')], '2024-03-01..2024-03-01 strong 1'],
    [
      'a minor restatement',
      [event('restatement', '2024-03-01', { variant: 'little_r' })],
      '2024-03-01..2024-03-01 moderate 1',
    ],
    ['a big one', [event('restatement', '2024-03-01', { variant: 'big_r' })], '2024-03-01..2024-03-01 strong 1'],
    ['a reclassification', [event('restatement', '2024-03-01', { variant: 'reclassification' })], 'none'],
  ])('evaluates %s', (_, events, expected) => {
    expect(formatHit(hitOf('accounting_failure', events))).toBe(expected);
  });
});

describe('late_filer', () => {
  const annual = notice('2024-04-01', '2023-12-31', '10-K');
  const quarter = notice('2024-05-15', '2024-03-31');
  const inTime = [
    { periodEnd: '2023-12-31', knownAt: '2024-04-15T20:00:00Z' },
    { periodEnd: '2024-03-31', knownAt: '2024-05-20T20:00:00Z' },
  ];
  it.each<[string, PatternEvent[], PatternInput['reports'], string]>([
    ['two periods', [annual, quarter], inTime, '2024-04-01..2024-05-15 moderate 2'],
    ['one period twice', [annual, notice('2024-04-02', '2023-12-30', '10-K')], inTime, 'none'],
    ['three periods', [annual, quarter, notice('2024-08-14', '2024-06-30')], inTime, '2024-04-01..2024-08-14 strong 3'],
    [
      'notices for one form without a period, six weeks apart',
      ['2024-04-01', '2024-05-15'].map(day => event('late_filing_notice', day)),
      [],
      'none',
    ],
    [
      'a report more than sixty days late',
      [annual, notice('2024-08-14', '2024-06-30')],
      [{ periodEnd: '2023-12-31', knownAt: '2024-06-01T20:00:00Z' }],
      '2024-04-01..2024-08-14 strong 2',
    ],
  ])('evaluates %s', (_, events, reports, expected) => {
    expect(formatHit(hitOf('late_filer', events, reports))).toBe(expected);
  });

  it('becomes strong on the day when an unfiled report is sixty days late', () => {
    expect(hitOf('late_filer', [annual, quarter], inTime.slice(0, 1))?.strongFrom).toBe('2024-07-14T12:00:00Z');
    expect(hitOf('late_filer', [annual, quarter], inTime)?.strongFrom).toBe(null);
  });
});

describe('guidance_cut_streak', () => {
  const low = (day: string, other: EventFields = {}, filing?: string) => guidance(day, 'lowered', other, filing);
  const by = (change: number): EventFields => ({
    oldLow: 100,
    oldHigh: 100,
    newLow: 100 - change,
    newHigh: 100 - change,
  });
  it.each<[string, PatternEvent[], string]>([
    ['three cuts', [low('2024-02-01'), low('2024-05-01'), low('2024-08-01')], '2024-02-01..2024-08-01 moderate 3'],
    [
      'cuts of different years',
      ['2023', '2024', '2025'].map((year, at) => low(`2024-0${at + 2}-01`, { fiscalYear: Number(year) })),
      '2024-02-01..2024-04-01 moderate 3',
    ],
    [
      'cuts of ten percent',
      ['2024-02-01', '2024-05-01', '2024-08-01'].map(day => low(day, by(10))),
      '2024-02-01..2024-08-01 strong 3',
    ],
    [
      'cuts of less than ten percent on average',
      [low('2024-02-01', by(20)), low('2024-05-01', by(4)), low('2024-08-01', by(5))],
      '2024-02-01..2024-08-01 moderate 3',
    ],
    [
      'cuts with a raise in between',
      [low('2024-02-01'), low('2024-05-01'), guidance('2024-06-01', 'raised'), low('2024-08-01')],
      'none',
    ],
    [
      'cuts with a raise of another measure in between',
      [
        low('2024-02-01'),
        low('2024-05-01'),
        guidance('2024-06-01', 'raised', { metric: 'eps_diluted' }),
        low('2024-08-01'),
      ],
      '2024-02-01..2024-08-01 moderate 3',
    ],
    [
      'cuts with a confirmation in between',
      [low('2024-02-01'), low('2024-05-01'), guidance('2024-06-01', 'reaffirmed'), low('2024-08-01')],
      '2024-02-01..2024-08-01 moderate 3',
    ],
    [
      'cuts of a quarter and its year in one filing',
      [low('2024-02-01', {}, 'f'), low('2024-02-01', { fiscalPeriod: 'q1' }, 'f'), low('2024-05-01')],
      'none',
    ],
    ['of two figures', [low('2024-02-01'), low('2024-05-01'), low('2024-08-01', { metric: 'eps_diluted' })], 'none'],
    ['in more than two years', [low('2022-01-01'), low('2023-05-01'), low('2024-08-01')], 'none'],
    [
      'warnings relative to the previous year',
      ['2024-02-01', '2024-05-01', '2024-08-01'].map(day => guidance(day, 'initiated')),
      'none',
    ],
  ])('evaluates %s', (_, events, expected) => {
    expect(formatHit(hitOf('guidance_cut_streak', events))).toBe(expected);
  });
});

describe('exit_risk', () => {
  const leaves = (day: string, variant: string | null = 'exchange', other: Partial<PatternEvent> = {}) =>
    event('delisting', day, { variant, ...other });
  it.each<[string, PatternEvent[], string]>([
    ['a notice', [leaves('2024-03-01')], '2024-03-01..2024-03-01 moderate 1'],
    [
      'a notice with an effective date',
      [leaves('2024-03-01', 'exchange', { eventDate: '2024-03-11' })],
      '2024-03-01..2024-03-01 strong 1',
    ],
    ['a notice that was cured', [leaves('2024-03-01', 'exchange', { status: 'resolved' })], 'none'],
    ['bankruptcy', [event('bankruptcy', '2024-03-01', { variant: 'ch11' })], '2024-03-01..2024-03-01 strong 1'],
    ['a case that was dismissed', [event('bankruptcy', '2024-03-01', { variant: 'dismissed' })], 'none'],
    [
      'a bankruptcy that ended with a plan',
      [
        event('bankruptcy', '2024-03-01', { variant: 'ch11' }),
        event('bankruptcy', '2025-01-01', { variant: 'plan_effective', status: 'resolved' }),
      ],
      'none',
    ],
    [
      'a bankruptcy after a dismissed one',
      [
        event('bankruptcy', '2024-03-01', { variant: 'dismissed', status: 'resolved' }),
        event('bankruptcy', '2024-06-01', { variant: 'ch7' }),
      ],
      '2024-06-01..2024-06-01 strong 1',
    ],
    ['a form 25 that only the list names', [leaves('2024-03-01', null)], 'none'],
    [
      'a delisting from a title of another registry',
      [leaves('2024-03-01', null, { filingId: 'hkexnews:1' })],
      '2024-03-01..2024-03-01 moderate 1',
    ],
    ['notes that leave the exchange', [leaves('2024-03-01', 'debt')], 'none'],
    ['a move to another exchange', [leaves('2024-03-01', 'transfer')], 'none'],
    ['a completed merger', [leaves('2024-03-01', 'merger', { eventDate: '2024-03-11' })], 'none'],
    [
      'a Form 15 after a merger',
      [leaves('2024-03-01', 'merger'), event('registration_terminated', '2024-03-12')],
      'none',
    ],
    [
      'a Form 25 without a class, with a change of control',
      [
        event('control_change', '2024-03-01', { variant: 'merger' }),
        leaves('2024-03-02', 'exchange', { eventDate: '2024-03-12' }),
      ],
      'none',
    ],
    [
      'a much earlier change of control',
      [event('control_change', '2023-03-01', { variant: 'merger' }), leaves('2024-03-02')],
      '2024-03-02..2024-03-02 moderate 1',
    ],
    [
      'a new board',
      [event('control_change', '2024-03-01', { variant: 'board' }), leaves('2024-03-02')],
      '2024-03-02..2024-03-02 moderate 1',
    ],
    [
      'a bankruptcy of a company that is taken over',
      [event('control_change', '2024-03-01', { variant: 'purchase' }), event('bankruptcy', '2024-03-02')],
      '2024-03-02..2024-03-02 strong 1',
    ],
    [
      'a listing deficiency, which is not a delisting',
      [event('listing_deficiency', '2024-03-01', { variant: 'bid_price' })],
      'none',
    ],
  ])('evaluates %s', (_, events, expected) => {
    expect(formatHit(hitOf('exit_risk', events))).toBe(expected);
  });
});

describe('findPatterns', () => {
  const history = [
    issue('2023-01-05', { newSharesPct: 10 }),
    issue('2023-05-05', { newSharesPct: 20 }),
    issue('2023-09-05', { newSharesPct: 5 }),
    change('2022-01-05', 'dismissed'),
    change('2023-01-05', 'resigned', { disagreement: true }),
    event('non_reliance', '2023-02-05'),
    notice('2023-04-01', '2022-12-31', '10-K'),
    notice('2023-05-15', '2023-03-31'),
    ...['2023-02-01', '2023-05-01', '2023-08-01'].map(day => guidance(day, 'lowered')),
    event('delisting', '2023-10-05', { variant: 'exchange' }),
  ];

  it('returns the same patterns for any order of events and on repeated calls', () => {
    const hits = findPatterns({ events: history, reports: [] });
    expect(hits.map(hit => hit.pattern)).toEqual([
      'dilution_spiral',
      'audit_distress',
      'auditor_churn',
      'accounting_failure',
      'late_filer',
      'guidance_cut_streak',
      'exit_risk',
    ]);
    for (let turn = 1; turn < history.length; turn += 1) {
      const turned = [...history.slice(turn), ...history.slice(0, turn)];
      expect(findPatterns({ events: turned, reports: [] })).toEqual(hits);
      expect(findPatterns({ events: turned.reverse(), reports: [] })).toEqual(hits);
    }
  });

  it('names existing events between its first and last event, within the lookback', () => {
    const known = new Map(history.map(patternEvent => [patternEvent.eventId, patternEvent.knownAt]));
    for (const hit of findPatterns({ events: history, reports: [] })) {
      const moments = hit.eventIds.map(id => known.get(id) ?? '');
      expect(moments).toEqual(moments.toSorted());
      expect([moments[0], moments.at(-1)]).toEqual([hit.firstAt, hit.latestAt]);
      expect(new Set(hit.eventIds).size).toBe(hit.eventIds.length);
      expect(hit.reason).toMatch(/^[A-Z0-9][^\n]+\.$/);
    }
  });

  it('finds no patterns in resolved events or without events', () => {
    const resolved = history.map(patternEvent => ({ ...patternEvent, status: 'resolved' as const }));
    expect(findPatterns({ events: resolved, reports: [] })).toEqual([]);
    expect(findPatterns({ events: [], reports: [] })).toEqual([]);
  });

  it('ignores events of other kinds and much later events', () => {
    const hits = findPatterns({ events: history, reports: [] });
    const others = [
      event('name_change', '2023-05-05'),
      event('litigation', '2023-05-06'),
      event('buyback', '2030-01-01'),
    ];
    expect(findPatterns({ events: [...history, ...others], reports: [] })).toEqual(hits);
    expect(findPatterns({ events: [...history, issue('2030-01-01')], reports: [] })).toEqual(hits);
  });
});
