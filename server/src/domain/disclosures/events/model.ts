import type { Instant, IsoDate } from '../../../kernel/dates.ts';
import type { Guidance } from '../../figures/earnings/model/earnings-release.ts';
import type { Reader } from '../../filings/proposals/model.ts';

export const EVENT_FAMILIES = [
  'dilution',
  'audit',
  'reporting',
  'governance',
  'distress',
  'guidance',
  'capital_return',
  'legal',
] as const;
export type EventFamily = (typeof EVENT_FAMILIES)[number];

/** Kinds of events with their family; null for deals and corporate lifecycle events. */
export const EVENT_KIND_FAMILIES = {
  acquisition_or_disposal: null,
  delisting: 'distress',
  listing_removal: 'distress',
  registration_terminated: 'distress',
  control_change: 'governance',
  restructuring: 'distress',
  ipo: null,
  tender_offer_announced: null,
  tender_offer_completed: null,
  tender_offer_withdrawn: null,
  name_change: null,
  listing_deficiency: 'distress',
  bankruptcy: 'distress',
  cybersecurity_incident: 'legal',
  auditor_change: 'audit',
  non_reliance: 'reporting',
  late_filing_notice: 'reporting',
  restatement: 'reporting',
  audit_opinion: 'audit',
  investigation_committee: 'governance',
  going_concern: 'audit',
  internal_control_weakness: 'audit',
  exchange_status: 'distress',
  regulatory_action: 'legal',
  misconduct: 'governance',
  guidance_revision: 'guidance',
  equity_offering: 'dilution',
  convertible_issue: 'dilution',
  capital_reduction: 'capital_return',
  buyback: 'capital_return',
  payment_default: 'distress',
  business_suspension: 'distress',
  dissolution: 'distress',
  creditor_management: 'distress',
  litigation: 'legal',
} as const satisfies Record<string, EventFamily | null>;

export type EventKind = keyof typeof EVENT_KIND_FAMILIES;
export const EVENT_KINDS = Object.keys(EVENT_KIND_FAMILIES) as [EventKind, ...EventKind[]];

/** Variants of each kind; kinds without an entry have no variants. */
export const EVENT_VARIANTS = {
  acquisition_or_disposal: ['announced', 'amended', 'completed', 'terminated', 'spin_off'],
  tender_offer_announced: ['third_party', 'issuer', 'going_private'],
  tender_offer_completed: ['full', 'partial'],
  ipo: ['filed', 'priced', 'withdrawn', 'direct_listing', 'spac'],
  control_change: ['purchase', 'merger', 'board', 'shell_ended'],
  restructuring: ['exit_plan', 'layoffs', 'impairment'],
  delisting: ['exchange', 'voluntary', 'merger', 'transfer', 'debt'],
  listing_removal: ['equity', 'debt'],
  registration_terminated: ['terminated', 'suspended', 'revoked'],
  listing_deficiency: ['bid_price', 'equity', 'late_report', 'governance', 'public_float', 'market_value', 'regained'],
  exchange_status: ['transfer', 'suspended', 'resumed', 'supervision', 'special_treatment'],
  bankruptcy: ['ch11', 'ch7', 'receivership', 'plan_confirmed', 'plan_effective', 'dismissed'],
  payment_default: ['acceleration', 'default', 'cross_default', 'waived'],
  creditor_management: ['start', 'stop'],
  business_suspension: ['part', 'whole', 'resumed'],
  dissolution: ['proposed', 'approved'],
  cybersecurity_incident: ['material', 'voluntary', 'update'],
  litigation: ['filed', 'judgment', 'settled'],
  regulatory_action: ['announced', 'ordered', 'settled', 'closed'],
  investigation_committee: ['formed', 'findings'],
  auditor_change: ['resigned', 'dismissed', 'declined', 'merged', 'engaged'],
  audit_opinion: ['qualified', 'adverse', 'disclaimed', 'emphasis'],
  going_concern: ['auditor', 'management', 'alleviated', 'lifted'],
  internal_control_weakness: ['new', 'continuing', 'remediated'],
  non_reliance: ['a_company', 'b_auditor'],
  restatement: ['big_r', 'little_r', 'reclassification'],
  guidance_revision: ['raised', 'lowered', 'withdrawn', 'initiated', 'reaffirmed'],
  equity_offering: ['public', 'private', 'rights', 'atm'],
  convertible_issue: ['fixed', 'floating_price', 'warrants'],
  capital_reduction: ['paid', 'unpaid'],
  buyback: ['authorised', 'increased', 'completed', 'suspended'],
} as const satisfies Partial<Record<EventKind, readonly string[]>>;

export const EVENT_SALIENCES = ['notable', 'routine'] as const;
export type EventSalience = (typeof EVENT_SALIENCES)[number];

/** How exactly a filing states a date: `2009-05-01` with `month` is some day of May 2009. */
export const EVENT_DATE_PRECISIONS = ['day', 'month', 'quarter', 'year'] as const;
export type EventDatePrecision = (typeof EVENT_DATE_PRECISIONS)[number];

export const EVENT_STATUSES = ['open', 'updated', 'resolved'] as const;
export type EventStatus = (typeof EVENT_STATUSES)[number];

/** Maximum number of days between two consecutive events of one case. */
export const CASE_GAP_DAYS = 180;

/** Typed fields by family. Amounts are in whole units of their currency, `…Pct` is in percent; unstated fields are absent. */
export interface EventFieldsByFamily {
  dilution: {
    newShares: number;
    maxConversionShares: number;
    sharesBefore: number;
    /** New shares as a percentage of the shares before the issue. */
    newSharesPct: number;
    convertiblePct: number;
    pricePerShare: number;
    discountPct: number;
    proceeds: number;
    currency: string;
    useOfProceeds: string;
    offeringMethod: string;
  };
  audit: {
    auditor: string;
    formerAuditor: string;
    disagreement: boolean;
    fiscalYear: number;
    opinion: string;
    opinionBasis: string;
  };
  reporting: {
    lateFormType: string;
    affectedPeriods: IsoDate[];
    statedCause: string;
    expectedDate: IsoDate;
    restatedAmount: number;
    currency: string;
  };
  governance: {
    roleTitle: string;
    authority: string;
    stage: string;
  };
  distress: {
    exchangeRule: string;
    deadlineDate: IsoDate;
    amount: number;
    currency: string;
    instrument: string;
    court: string;
    caseNumber: string;
    isCured: boolean;
  };
  guidance: Omit<Guidance, 'quote' | 'charStart' | 'charEnd'>;
  capital_return: {
    shares: number;
    sharesPct: number;
    amount: number;
    currency: string;
    returnMethod: string;
    isPaid: boolean;
  };
  legal: {
    authority: string;
    counterparty: string;
    side: 'plaintiff' | 'defendant';
    amount: number;
    currency: string;
    stage: string;
  };
  /** Deals and corporate lifecycle events. */
  none: {
    counterparty: string;
    dealSide: 'bought' | 'sold' | 'unknown';
    amount: number;
    currency: string;
    stage: string;
  };
}

type AnyKey<Fields> = Fields extends unknown ? keyof Fields : never;
export type EventFieldName = AnyKey<EventFieldsByFamily[keyof EventFieldsByFamily]>;

/** Field names by family, in output order. */
export const EVENT_FIELD_NAMES = {
  dilution: [
    'newShares',
    'maxConversionShares',
    'sharesBefore',
    'newSharesPct',
    'convertiblePct',
    'pricePerShare',
    'discountPct',
    'proceeds',
    'currency',
    'useOfProceeds',
    'offeringMethod',
  ],
  audit: ['auditor', 'formerAuditor', 'disagreement', 'fiscalYear', 'opinion', 'opinionBasis'],
  reporting: ['lateFormType', 'affectedPeriods', 'statedCause', 'expectedDate', 'restatedAmount', 'currency'],
  governance: ['roleTitle', 'authority', 'stage'],
  distress: ['exchangeRule', 'deadlineDate', 'amount', 'currency', 'instrument', 'court', 'caseNumber', 'isCured'],
  guidance: [
    'metric',
    'fiscalYear',
    'fiscalPeriod',
    'unit',
    'currency',
    'oldLow',
    'oldHigh',
    'newLow',
    'newHigh',
    'direction',
  ],
  capital_return: ['shares', 'sharesPct', 'amount', 'currency', 'returnMethod', 'isPaid'],
  legal: ['authority', 'counterparty', 'side', 'amount', 'currency', 'stage'],
  none: ['counterparty', 'dealSide', 'amount', 'currency', 'stage'],
} as const satisfies { [Family in keyof EventFieldsByFamily]: readonly (keyof EventFieldsByFamily[Family])[] };

/** Stated fields of any family. */
export type EventFields = {
  [Family in keyof EventFieldsByFamily]: Partial<EventFieldsByFamily[Family]>;
}[keyof EventFieldsByFamily];

/** The sentence behind an event, with its offsets. */
export interface EventEvidence {
  /** Null if the event follows from the form, an item or the title of the filing. */
  sectionKey: string | null;
  quote: string | null;
  /** UTF-16 offsets in the section's text, end exclusive. */
  charStart: number | null;
  charEnd: number | null;
}

/** One event as one filing reports it. */
export interface FiledEvent {
  kind: EventKind;
  /** One of {@link EVENT_VARIANTS} of its kind; null if the filing states none. */
  variant: string | null;
  salience: EventSalience;
  /** True if the event ends a matter: a deficiency is cured, a default waived, a case dismissed. */
  isResolving: boolean;
  /** Effective date; null if the filing states none. */
  eventDate: IsoDate | null;
  /** Absent for an exact day. A date that is not exact is the first day of the stated period. */
  datePrecision?: EventDatePrecision;
  /** Title for display. */
  title: string;
  /** `2.01`; before 2004-08-23 `2`. Null if the event follows from the form. */
  itemCode: string | null;
  /** Distinguishes several events of one kind and item; '' if there is only one. */
  subject: string;
  /** Events of one issuer with the same key form a case if no more than {@link CASE_GAP_DAYS} lie between them. */
  caseKey: string | null;
  fields: EventFields;
  evidence: EventEvidence[];
  /** Absent: the rules. */
  readBy?: readonly Reader[];
}

/** The fields of an event that are stored as JSON. */
export type EventWords = Pick<FiledEvent, 'title' | 'datePrecision' | 'fields' | 'evidence'> & { rulesVersion: string };

/** A stored event, merged from all its filings. */
export interface StoredEvent {
  eventId: string;
  issuerId: string;
  kind: EventKind;
  family: EventFamily | null;
  variant: string | null;
  salience: EventSalience;
  status: EventStatus;
  eventDate: IsoDate | null;
  /** When its first filing became known. */
  knownAt: Instant;
  itemCode: string | null;
  caseId: string | null;
  words: EventWords;
}
