import type { EventKind } from '../../../disclosures/events/model.ts';
import type { SignalPattern } from '../model/signal-pattern.ts';

/** Raise it when the tables below or their interpretation change. */
export const PATTERN_RULES_VERSION = 'signals-1';

/** A kind that a pattern counts, without some of its variants. */
interface Counted {
  kind: EventKind;
  /** Null stands for events without a variant. */
  except: readonly (string | null)[];
}

export interface PatternRule {
  /** The kinds whose events trigger the pattern. */
  counted: readonly Counted[];
  /** Months before the newest event in which the other events must have become known. */
  lookbackMonths: number;
}

/** What each pattern counts, and its lookback. Resolved events never count. */
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
      // Only with a disagreement.
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
  /** Minimum number of issues in the lookback. */
  issues: 3,
  newSharesPct: 25,
  strongNewSharesPct: 50,
  /** Variant that makes the pattern strong whatever the numbers, as does a conversion price below the market. */
  strongVariant: 'floating_price',
  /** Matches an `offeringMethod` that sells no shares: a shelf, a plan, a split, a dividend. */
  uncountedMethod:
    /shelf|employee|incentive plan|purchase plan|reinvestment|stock split|share split|stock dividend|bonus/i,
  /** A cover, an agreement and a closing within this many days report one issue, unless their numbers differ. */
  sameIssueDays: 10,
} as const;

export const AUDIT = {
  /** A finding repeats after this many days, in another report. */
  repeatedAfterDays: 270,
} as const;

export const CHURN = {
  changes: 2,
  strongChanges: 3,
  strongVariant: 'resigned',
  /** A departure and the following engagement within this many days are one change. */
  sameChangeDays: 180,
} as const;

export const FAILURE = { strongKind: 'non_reliance', strongVariant: 'big_r' } as const;

export const LATE = {
  notices: 2,
  strongNotices: 3,
  /** Delay of a report that makes the pattern strong, counted from the notice, which is due a day after the report. */
  strongDays: 60,
  /** Notices without a period concern different periods if this many days lie between them. */
  otherPeriodDays: 45,
  /** Tolerance between stated and filed period ends, which differ for 52-week years. */
  samePeriodDays: 10,
} as const;

export const CUTS = { cuts: 3, strongMeanPct: 10 } as const;

export const EXIT = {
  strongKind: 'bankruptcy',
  /** Kinds that make the pattern strong with an effective date. */
  datedKinds: ['delisting', 'listing_removal', 'registration_terminated', 'dissolution'],
  /** Registries whose delisting form does not state the class. More notes than shares are delisted. */
  classUnknownFor: ['sec-edgar'],
  /** Events that end earlier bankruptcies. */
  ends: [{ kind: 'bankruptcy', except: ['ch11', 'ch7', 'receivership', 'plan_confirmed', null] }],
  /** A delisting or deregistration within this many days of a takeover is part of the takeover. */
  takeoverDays: 90,
  takeovers: [
    { kind: 'control_change', except: ['board', 'shell_ended'] },
    { kind: 'tender_offer_completed', except: ['partial'] },
    { kind: 'delisting', except: ['exchange', 'voluntary', 'transfer', 'debt', null] },
  ],
} as const satisfies { ends: readonly Counted[]; takeovers: readonly Counted[] } & Record<string, unknown>;

/** Returns true if a rule counts events of a kind and variant. */
export function isCounted(
  counted: readonly Counted[],
  { kind, variant }: { kind: EventKind; variant: string | null },
): boolean {
  return counted.some(candidate => candidate.kind === kind && !candidate.except.includes(variant));
}

/** Kinds that any pattern counts. */
export const PATTERN_KINDS: readonly EventKind[] = [
  ...new Set([
    ...Object.values<PatternRule>(PATTERN_RULES).flatMap(rule => rule.counted.map(candidate => candidate.kind)),
    ...EXIT.takeovers.map(takeover => takeover.kind),
  ]),
];
