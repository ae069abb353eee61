import type { EventKind } from '../../../disclosures/events/model.ts';
import type { SignalPattern } from '../model/signal-pattern.ts';

/** Changes with every change of the tables below, or of how they are read. */
export const PATTERN_RULES_VERSION = 'signals-1';

/** Which variants of a kind a pattern does not count. */
interface Counted {
  kind: EventKind;
  /** Null among them: events of which no variant is known. */
  except: readonly (string | null)[];
}

export interface PatternRule {
  /** What one event of may trigger the pattern, and what of these does not count. */
  counted: readonly Counted[];
  /** Months before its newest event in which the others must have become known. */
  lookbackMonths: number;
}

/** What each pattern counts, and how far it looks back. Events that are resolved count for none. */
export const PATTERN_RULES = {
  dilution_spiral: {
    counted: [
      { kind: 'equity_offering', except: [] },
      { kind: 'convertible_issue', except: [] },
    ],
    lookbackMonths: 12,
  },
  audit_distress: {
    counted: [
      { kind: 'going_concern', except: ['alleviated', 'lifted'] },
      { kind: 'audit_opinion', except: ['qualified', 'emphasis', null] },
      // With a disagreement only.
      { kind: 'auditor_change', except: ['dismissed', 'merged', 'engaged', null] },
    ],
    lookbackMonths: 24,
  },
  auditor_churn: { counted: [{ kind: 'auditor_change', except: [] }], lookbackMonths: 36 },
  accounting_failure: {
    counted: [
      { kind: 'non_reliance', except: [] },
      { kind: 'restatement', except: ['reclassification'] },
      { kind: 'internal_control_weakness', except: ['remediated'] },
    ],
    lookbackMonths: 24,
  },
  late_filer: { counted: [{ kind: 'late_filing_notice', except: [] }], lookbackMonths: 24 },
  guidance_cut_streak: {
    counted: [{ kind: 'guidance_revision', except: ['initiated', 'reaffirmed', 'withdrawn', null] }],
    lookbackMonths: 24,
  },
  exit_risk: {
    counted: [
      { kind: 'delisting', except: ['merger', 'transfer', 'debt'] },
      { kind: 'listing_removal', except: ['debt'] },
      { kind: 'registration_terminated', except: [] },
      { kind: 'bankruptcy', except: ['dismissed', 'plan_effective'] },
      { kind: 'dissolution', except: [] },
    ],
    lookbackMonths: 18,
  },
} as const satisfies Record<SignalPattern, PatternRule>;

export const DILUTION = {
  /** Issues in the lookback, or new shares of those before each issue, summed. */
  issues: 3,
  newSharesPct: 25,
  strongNewSharesPct: 50,
  /** Convertibles that make it strong whatever the numbers; so does a conversion price below the market's. */
  strongVariant: 'floating_price',
  /** What adds no shares that are sold: a shelf, a plan, a split, a dividend. In `offeringMethod`, in any case. */
  uncountedMethod:
    /shelf|employee|incentive plan|purchase plan|reinvestment|stock split|share split|stock dividend|bonus/i,
  /** A cover, an agreement and a closing tell of one issue within so many days, unless they state other numbers. */
  sameIssueDays: 10,
} as const;

export const AUDIT = {
  /** The same finding again in another report. */
  repeatedAfterDays: 270,
} as const;

export const CHURN = {
  changes: 2,
  strongChanges: 3,
  strongVariant: 'resigned',
  /** A departure and the engagement of who comes next are one change. */
  sameChangeDays: 180,
} as const;

export const FAILURE = { strongKind: 'non_reliance', strongVariant: 'big_r' } as const;

export const LATE = {
  notices: 2,
  strongNotices: 3,
  /** A notice is due the day after the report was: the report's delay is counted from it. */
  strongDays: 60,
  /** Notices that state no period are of another one where so many days are between them. */
  otherPeriodDays: 45,
  /** Period ends as stated and as filed differ by some days where a year has 52 weeks. */
  samePeriodDays: 10,
} as const;

export const CUTS = { cuts: 3, strongMeanPct: 10 } as const;

export const EXIT = {
  strongKind: 'bankruptcy',
  /** Of these kinds an effective date makes it strong. */
  datedKinds: ['delisting', 'listing_removal', 'registration_terminated', 'dissolution'],
  /** Where a list tells of a delisting, its form alone does not say of what: notes leave exchanges more often than shares do. */
  classUntoldBy: ['sec-edgar'],
  /** What ends the bankruptcies before it. */
  ends: [{ kind: 'bankruptcy', except: ['ch11', 'ch7', 'receivership', 'plan_confirmed', null] }],
  /** Who was taken over leaves the exchange and the register too: so many days before or after. */
  takeoverDays: 90,
  takeovers: [
    { kind: 'control_change', except: ['board', 'shell_ended'] },
    { kind: 'tender_offer_completed', except: ['partial'] },
    { kind: 'delisting', except: ['exchange', 'voluntary', 'transfer', 'debt', null] },
  ],
} as const satisfies { ends: readonly Counted[]; takeovers: readonly Counted[] } & Record<string, unknown>;

/** Whether a rule counts events of a kind and variant. */
export function isCounted(
  counted: readonly Counted[],
  { kind, variant }: { kind: EventKind; variant: string | null },
): boolean {
  return counted.some(one => one.kind === kind && !one.except.includes(variant));
}

/** Kinds that any pattern looks at. */
export const PATTERN_KINDS: readonly EventKind[] = [
  ...new Set([
    ...Object.values<PatternRule>(PATTERN_RULES).flatMap(rule => rule.counted.map(one => one.kind)),
    ...EXIT.takeovers.map(one => one.kind),
  ]),
];
