import type { Frame } from '../../../../formats/prose/frames.ts';
import type { FlagRuleId } from './flag-rules.ts';

/** A row of the table of red flags. */
export interface FlagFrame extends Frame<FlagRuleId> {
  /**
   * Whether a matter whose party the sentence does not name is the registrant's: `report` in annual and quarterly reports,
   * which tell of the registrant, `filing` in any filing. Otherwise it stays unclear.
   */
  assumesOwn?: 'report' | 'filing';
  /** What the sentence must state besides. */
  needs?:
    | 'dated'
    | 'money'
    | 'percent'
    | 'past'
    | 'immediate'
    | 'departure'
    | 'going_concern'
    | 'owned_by_insider'
    | 'exception';
  /** The matter counts only in the period of the report: the next report repeats the year's amount. */
  isOfPeriod?: true;
  /** The matter lasts until it is settled: an old date does not end it. */
  persists?: true;
  /** Who states it: the auditor in a report or a sentence about one, or anybody else. */
  ofAuditor?: 'only' | 'never';
  /** The statuses that raise the flag; asserted and resolved if absent. */
  raisedBy?: readonly ('asserted' | 'planned')[];
}

/** Matters by the words that name them. lexicon.tsv defines the classes of the roles. */
export const FLAG_FRAMES: readonly FlagFrame[] = [
  // Doubt about the going concern.
  {
    family: 'going_concern_auditor',
    nouns: 'ability',
    roles: { agent: '?', of: '?', sentence: 'doubt' },
    of: 'agent|of',
    assumesOwn: 'report',
    ofAuditor: 'only',
    needs: 'going_concern',
  },
  {
    family: 'going_concern_auditor',
    nouns: 'paragraph',
    roles: { self: 'explanatory' },
    assumesOwn: 'report',
    of: 'none',
    ofAuditor: 'only',
    needs: 'going_concern',
  },
  {
    family: 'going_concern_mgmt',
    nouns: 'ability',
    roles: { agent: '?', of: '?', sentence: 'doubt' },
    of: 'agent|of',
    assumesOwn: 'report',
    ofAuditor: 'never',
    needs: 'going_concern',
  },

  {
    family: 'going_concern_mgmt',
    nouns: 'doubt uncertainty',
    roles: { about: 'going_concern' },
    of: 'none',
    assumesOwn: 'report',
    ofAuditor: 'never',
  },

  // Opinions of auditors.
  {
    family: 'adverse_opinion',
    nouns: 'opinion',
    roles: { self: 'adverse', on: 'statement' },
    of: 'on',
    assumesOwn: 'report',
  },
  {
    family: 'adverse_opinion',
    verbs: 'present',
    roles: { agent: 'statement' },
    polarity: 'negative',
    assumesOwn: 'report',
    ofAuditor: 'only',
  },
  {
    family: 'disclaimer',
    verbs: 'express',
    roles: { agent: '', patient: 'opinion', on: 'financial_statement' },
    polarity: 'negative',
    of: 'on',
    assumesOwn: 'report',
  },
  {
    family: 'disclaimer',
    verbs: 'disclaim',
    roles: { patient: 'opinion', on: 'statement' },
    of: 'on',
    assumesOwn: 'report',
  },
  {
    family: 'qualified_opinion',
    nouns: 'opinion',
    roles: { self: 'qualified', on: 'statement' },
    of: 'on',
    assumesOwn: 'report',
  },
  {
    family: 'qualified_opinion',
    verbs: 'present',
    roles: { agent: 'statement' },
    of: 'none',
    needs: 'exception',
    assumesOwn: 'report',
  },

  // Earlier statements.
  {
    family: 'non_reliance',
    verbs: 'rely',
    roles: { patient: 'financial_statement', as: '!' },
    polarity: 'negative',
    assumesOwn: 'filing',
    of: 'agent',
  },
  {
    family: 'non_reliance',
    verbs: 'rely',
    roles: { on: 'financial_statement', as: '!' },
    polarity: 'negative',
    assumesOwn: 'filing',
    of: 'on',
  },
  {
    family: 'non_reliance',
    verbs: 'rely',
    roles: { upon: 'financial_statement', as: '!' },
    polarity: 'negative',
    assumesOwn: 'filing',
    of: 'upon',
  },
  {
    family: 'restatement',
    verbs: 'restate',
    roles: { patient: 'statement', agent: '?', sentence: 'error', clause: '!change_of_rules' },
    assumesOwn: 'filing',
    raisedBy: ['asserted', 'planned'],
  },
  {
    family: 'restatement',
    nouns: 'restatement',
    roles: { patient: 'statement', agent: '?', sentence: 'error', clause: '!change_of_rules' },
    assumesOwn: 'report',
  },
  {
    family: 'restatement',
    verbs: 'correct',
    roles: { patient: 'error', in: 'statement' },
    of: 'in',
    assumesOwn: 'report',
  },

  // Internal control.
  {
    family: 'material_weakness',
    nouns: 'weakness',
    roles: { self: 'material', agent: '?', recipient: '?' },
    assumesOwn: 'report',
  },
  {
    family: 'material_weakness',
    adjectives: 'effective',
    roles: { agent: 'icfr' },
    polarity: 'negative',
    assumesOwn: 'report',
  },
  { family: 'material_weakness', adjectives: 'ineffective deficient', roles: { agent: 'icfr' }, assumesOwn: 'report' },
  {
    family: 'material_weakness',
    verbs: 'maintain',
    roles: { agent: '', patient: 'icfr' },
    polarity: 'negative',
    assumesOwn: 'report',
  },
  {
    family: 'material_weakness',
    nouns: 'opinion',
    roles: { self: 'adverse', on: 'icfr' },
    of: 'on',
    assumesOwn: 'report',
  },
  {
    family: 'disclosure_controls_ineffective',
    adjectives: 'effective',
    roles: { agent: 'disclosure_control' },
    polarity: 'negative',
    assumesOwn: 'report',
  },
  {
    family: 'disclosure_controls_ineffective',
    adjectives: 'ineffective',
    roles: { agent: 'disclosure_control' },
    assumesOwn: 'report',
  },

  // Auditors.
  { family: 'auditor_resigned', verbs: 'resign', roles: { agent: 'auditor' }, of: 'none', assumesOwn: 'filing' },
  {
    family: 'auditor_resigned',
    nouns: 'resignation',
    roles: { agent: '?', clause: 'auditor' },
    of: 'none',
    assumesOwn: 'filing',
  },
  {
    family: 'auditor_resigned',
    verbs: 'decline',
    roles: { agent: 'auditor', sentence: 'auditor' },
    assumesOwn: 'filing',
  },
  {
    family: 'auditor_disagreement',
    nouns: 'disagreement',
    roles: { with: 'auditor' },
    of: 'none',
    assumesOwn: 'filing',
  },
  { family: 'auditor_disagreement', verbs: 'disagree', roles: { agent: 'auditor' }, of: 'none', assumesOwn: 'filing' },
  { family: 'auditor_disagreement', verbs: 'disagree', roles: { with: 'auditor' }, of: 'none', assumesOwn: 'filing' },

  // Debt.
  {
    family: 'covenant_breach',
    nouns: 'compliance',
    roles: { with: 'covenant', agent: '?', recipient: '?' },
    of: 'recipient',
    polarity: 'negative',
  },
  {
    family: 'covenant_breach',
    nouns: 'noncompliance non-compliance violation breach',
    roles: { sentence: 'debt', clause: 'covenant', recipient: '?', agent: '?' },
    of: 'recipient',
  },
  { family: 'covenant_breach', verbs: 'violate breach', roles: { agent: '', patient: 'covenant' } },
  { family: 'covenant_breach', verbs: 'comply', roles: { agent: '', with: 'covenant' }, polarity: 'negative' },
  {
    family: 'covenant_breach',
    verbs: 'satisfy meet maintain',
    roles: { agent: '', patient: 'covenant' },
    polarity: 'negative',
  },
  { family: 'debt_default', verbs: 'default', roles: { agent: 'registrant|subsidiary', sentence: 'debt' } },
  {
    family: 'debt_default',
    nouns: 'default',
    roles: { recipient: 'registrant|subsidiary', clause: 'debt|payment' },
    of: 'recipient',
  },
  {
    family: 'debt_default',
    nouns: 'event_of_default',
    roles: { recipient: 'registrant|subsidiary?', under: 'debt' },
    of: 'under',
    needs: 'past',
  },
  {
    family: 'debt_default',
    verbs: 'pay repay make',
    roles: { agent: 'registrant|subsidiary', patient: 'payment|debt', sentence: 'debt' },
    polarity: 'negative',
    needs: 'past',
  },
  { family: 'debt_default', verbs: 'accelerate', roles: { agent: 'creditor', patient: 'debt|payment' }, of: 'patient' },

  // Bankruptcy.
  {
    family: 'bankruptcy',
    verbs: 'file commence',
    roles: { agent: 'registrant|subsidiary', sentence: 'bankruptcy', clause: 'petition' },
  },
  {
    family: 'bankruptcy',
    nouns: 'petition',
    roles: { against: 'registrant|subsidiary', sentence: 'bankruptcy' },
    of: 'against',
  },
  { family: 'bankruptcy', verbs: 'declare', roles: { agent: 'registrant|subsidiary', patient: 'petition' } },
  {
    family: 'bankruptcy',
    verbs: 'appoint',
    roles: { patient: 'receiver_class', for: 'registrant|subsidiary' },
    of: 'for',
  },

  // Listing.
  {
    family: 'delisting_notice',
    verbs: 'receive',
    roles: { agent: 'registrant', patient: 'notice', from: 'exchange', sentence: 'listing' },
  },
  {
    family: 'delisting_notice',
    verbs: 'notify advise inform',
    roles: { agent: 'exchange', patient: 'registrant', sentence: 'listing' },
    of: 'patient',
  },
  {
    family: 'delisting_notice',
    nouns: 'compliance',
    roles: { recipient: 'registrant', with: 'listing' },
    of: 'recipient',
    polarity: 'negative',
  },
  {
    family: 'delisting_notice',
    verbs: 'delist suspend',
    roles: { patient: 'own_security', agent: 'exchange?' },
    of: 'patient',
  },
  {
    family: 'delisting_notice',
    verbs: 'place',
    roles: { agent: 'exchange', patient: 'registrant', sentence: 'listing' },
    of: 'patient',
  },
  {
    family: 'delisting_notice',
    verbs: 'meet satisfy comply',
    roles: { agent: 'registrant|own_security', sentence: 'listing' },
    polarity: 'negative',
  },
  {
    family: 'delisting_notice',
    verbs: 'satisfy meet comply',
    roles: { agent: 'registrant', patient: 'listing', sentence: 'exchange' },
    polarity: 'negative',
  },
  {
    family: 'bid_price',
    verbs: 'receive',
    roles: { agent: 'registrant', patient: 'notice', from: 'exchange', sentence: 'bid_price' },
  },
  {
    family: 'bid_price',
    verbs: 'notify advise inform',
    roles: { agent: 'exchange', patient: 'registrant', sentence: 'bid_price' },
    of: 'patient',
  },

  // Authorities.
  {
    family: 'regulator_investigation',
    verbs: 'receive',
    roles: { agent: 'registrant|subsidiary', patient: 'inquiry', sentence: 'authority' },
    persists: true,
  },
  {
    family: 'regulator_investigation',
    verbs: 'serve issue send',
    roles: { patient: 'inquiry', agent: 'authority+definite' },
    assumesOwn: 'report',
    of: 'to',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    nouns: 'investigation inquiry probe',
    roles: { agent: 'authority+definite', into: '?', against: '?' },
    of: 'against',
    assumesOwn: 'report',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    nouns: 'investigation inquiry probe',
    roles: { self: 'authority+definite' },
    assumesOwn: 'report',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    nouns: 'investigation inquiry probe',
    roles: { against: 'registrant|subsidiary', sentence: 'authority' },
    of: 'against',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    nouns: 'investigation inquiry probe',
    roles: { into: 'registrant|subsidiary', sentence: 'authority' },
    of: 'into',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    nouns: 'investigation inquiry probe',
    roles: { of: 'registrant|subsidiary', sentence: 'authority' },
    of: 'of',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    verbs: 'investigate',
    roles: { agent: 'authority', patient: 'registrant|subsidiary|unknown' },
    of: 'patient',
    assumesOwn: 'report',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    nouns: 'investigation inquiry probe subpoena',
    roles: { recipient: 'registrant|subsidiary', sentence: 'authority' },
    of: 'recipient',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    nouns: 'order',
    roles: { self: 'consent', recipient: 'registrant|subsidiary' },
    of: 'recipient',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    verbs: 'file bring',
    roles: { agent: 'authority', patient: 'suit|inquiry', against: 'registrant|subsidiary' },
    of: 'against',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    verbs: 'sue charge',
    roles: { agent: 'authority', patient: 'registrant|subsidiary' },
    of: 'patient',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    verbs: 'respond cooperate',
    roles: { agent: 'registrant|subsidiary', sentence: 'authority', clause: 'inquiry|review_class' },
    persists: true,
  },
  {
    family: 'regulator_investigation',
    nouns: 'investigation inquiry probe',
    roles: { self: 'authority', recipient: 'registrant|subsidiary|unknown' },
    of: 'none',
    needs: 'past',
    assumesOwn: 'report',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    verbs: 'file bring issue commence',
    roles: { agent: 'authority+definite', patient: 'complaint', against: '?' },
    of: 'against',
    assumesOwn: 'report',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    verbs: 'impose issue levy assess',
    roles: { agent: 'authority+definite', patient: 'fine', against: '?', on: '?' },
    of: 'against|on',
    needs: 'past',
    assumesOwn: 'report',
    persists: true,
  },
  {
    family: 'regulator_investigation',
    verbs: 'receive',
    roles: { agent: 'registrant|subsidiary', patient: 'violation_notice', from: 'authority' },
    persists: true,
  },
  {
    family: 'internal_investigation',
    nouns: 'investigation review inquiry',
    roles: { self: 'internal', clause: 'committee', agent: '?' },
    needs: 'past',
    assumesOwn: 'filing',
  },

  // Suits of classes and shareholders.
  {
    family: 'class_action',
    nouns: 'action lawsuit suit complaint litigation case class_action',
    roles: { self: 'class_suit', against: '?' },
    of: 'against',
    needs: 'past',
    assumesOwn: 'report',
    persists: true,
  },
  {
    family: 'class_action',
    nouns: 'action lawsuit suit complaint',
    roles: { self: 'derivative_suit', against: '?' },
    of: 'against',
    needs: 'past',
    assumesOwn: 'report',
    persists: true,
  },

  {
    family: 'class_action',
    verbs: 'file bring commence',
    roles: { agent: 'class_suit', patient: 'suit', against: '?' },
    of: 'against',
    needs: 'past',
    assumesOwn: 'report',
    persists: true,
  },

  // Fraud.
  {
    family: 'misconduct',
    verbs: 'embezzle falsify misappropriate bribe',
    roles: { agent: 'person' },
    assumesOwn: 'filing',
  },
  {
    family: 'misconduct',
    verbs: 'terminate dismiss remove discharge',
    roles: { patient: 'person', for: 'cause' },
    of: 'patient',
    assumesOwn: 'filing',
  },
  {
    family: 'misconduct',
    verbs: 'make',
    roles: { agent: 'registrant|subsidiary|person', patient: 'improper_payment' },
  },
  {
    family: 'misconduct',
    nouns: 'embezzlement falsification misappropriation misconduct',
    roles: { clause: 'person', recipient: '?' },
    needs: 'past',
    assumesOwn: 'filing',
  },

  // Attacks.
  {
    family: 'cyber_incident',
    verbs: 'experience detect identify discover suffer',
    roles: { agent: 'registrant|subsidiary', patient: 'cyber' },
    needs: 'dated',
  },
  {
    family: 'cyber_incident',
    verbs: 'access encrypt exfiltrate attack steal obtain',
    roles: { agent: 'cyber|cyber_actor', patient: 'system' },
    of: 'patient',
    needs: 'dated',
  },
  {
    family: 'cyber_incident',
    verbs: 'affect impact disrupt exploit compromise',
    roles: { agent: 'cyber', patient: 'registrant|subsidiary|system' },
    of: 'patient',
    needs: 'dated',
    assumesOwn: 'report',
  },

  // Departures.
  {
    family: 'director_left_disagreeing',
    nouns: 'disagreement',
    roles: { with: 'registrant', clause: '!auditor', sentence: 'person|other' },
    needs: 'departure',
    assumesOwn: 'filing',
  },
  {
    family: 'abrupt_exit',
    verbs: 'resign depart leave',
    roles: { agent: 'person|other', clause: '!auditor' },
    needs: 'immediate',
    assumesOwn: 'filing',
    of: 'none',
    raisedBy: ['asserted', 'planned'],
  },
  {
    family: 'abrupt_exit',
    verbs: 'terminate remove',
    roles: { patient: 'person|other' },
    needs: 'immediate',
    of: 'none',
    assumesOwn: 'filing',
  },

  {
    family: 'abrupt_exit',
    nouns: 'resignation departure termination',
    roles: { clause: 'person|other' },
    needs: 'immediate',
    of: 'none',
    assumesOwn: 'filing',
    raisedBy: ['asserted', 'planned'],
  },
  {
    family: 'abrupt_exit',
    verbs: 'cease step',
    roles: { agent: 'person|other', clause: '!auditor' },
    needs: 'immediate',
    of: 'none',
    assumesOwn: 'filing',
    raisedBy: ['asserted', 'planned'],
  },

  // Dealings with insiders.
  {
    family: 'related_party_loan',
    nouns: 'loan advance note',
    roles: { to: 'insider' },
    needs: 'money',
    assumesOwn: 'report',
  },
  {
    family: 'related_party_loan',
    verbs: 'lend loan advance',
    roles: { agent: 'registrant|insider', patient: '' },
    needs: 'money',
    assumesOwn: 'report',
  },
  {
    family: 'related_party_sales',
    nouns: 'sale revenue',
    roles: { to: 'related_party' },
    needs: 'money',
    assumesOwn: 'report',
  },
  {
    family: 'related_party_sales',
    nouns: 'sale revenue',
    roles: { from: 'related_party' },
    needs: 'money',
    assumesOwn: 'report',
  },
  {
    family: 'related_party_purchases',
    nouns: 'purchase',
    roles: { from: 'related_party' },
    needs: 'money',
    assumesOwn: 'report',
  },
  {
    family: 'related_party_purchases',
    verbs: 'purchase buy',
    roles: { agent: 'registrant|subsidiary', from: 'related_party' },
    needs: 'money',
  },
  {
    family: 'pledged_shares',
    verbs: 'pledge',
    roles: { agent: 'insider|person|other', patient: 'share' },
    of: 'none',
    assumesOwn: 'filing',
  },

  {
    family: 'related_party_purchases',
    verbs: 'pay purchase buy lease rent engage retain',
    roles: { agent: 'registrant|subsidiary' },
    needs: 'owned_by_insider',
  },
  {
    family: 'related_party_sales',
    verbs: 'sell provide',
    roles: { agent: 'registrant|subsidiary' },
    needs: 'owned_by_insider',
  },

  // Concentration of supply.
  {
    family: 'supplier_concentration',
    verbs: 'depend rely',
    roles: { agent: 'registrant|subsidiary', on: 'sole_source' },
  },
  {
    family: 'supplier_concentration',
    verbs: 'depend rely',
    roles: { agent: 'registrant|subsidiary', upon: 'sole_source' },
  },
  {
    family: 'supplier_concentration',
    verbs: 'purchase buy obtain receive procure source acquire',
    roles: { from: 'sole_source', agent: '?', sentence: 'supplier' },
    assumesOwn: 'report',
  },
  {
    family: 'supplier_concentration',
    adjectives: 'available',
    roles: { agent: '', from: 'sole_source' },
    assumesOwn: 'report',
  },

  {
    family: 'supplier_concentration',
    nouns: 'supplier distributor manufacturer vendor',
    roles: { self: 'sole', recipient: '!registrant|subsidiary' },
    of: 'none',
    assumesOwn: 'report',
  },

  // Figures in words.
  {
    family: 'impairment',
    verbs: 'record recognize recognise incur take',
    roles: { patient: 'impairment', agent: '?' },
    needs: 'money',
    assumesOwn: 'report',
    isOfPeriod: true,
  },
  {
    family: 'impairment',
    verbs: 'be total amount relate result',
    roles: { agent: 'impairment' },
    needs: 'money',
    assumesOwn: 'report',
    of: 'none',
    isOfPeriod: true,
  },
  {
    family: 'impairment',
    verbs: 'include',
    roles: { patient: 'impairment' },
    needs: 'money',
    assumesOwn: 'report',
    of: 'none',
    isOfPeriod: true,
  },
  {
    family: 'impairment',
    verbs: 'impair',
    roles: { patient: '' },
    needs: 'money',
    assumesOwn: 'report',
    of: 'none',
    isOfPeriod: true,
  },
  {
    family: 'toxic_convertible',
    verbs: 'convert',
    roles: { sentence: 'low_price', clause: 'discount' },
    needs: 'percent',
    assumesOwn: 'report',
  },
  {
    family: 'reverse_split',
    verbs: 'effect complete implement',
    roles: { patient: 'reverse_split' },
    needs: 'past',
    assumesOwn: 'filing',
  },
  {
    family: 'reverse_split',
    nouns: 'reverse_split reverse_stock_split reverse_share_split',
    roles: { agent: '?' },
    needs: 'past',
    assumesOwn: 'filing',
  },
  {
    family: 'tax_authority_claim',
    verbs: 'receive',
    roles: { agent: 'registrant|subsidiary', patient: 'deficiency' },
    persists: true,
  },
  {
    family: 'tax_authority_claim',
    verbs: 'receive',
    roles: { agent: 'registrant|subsidiary', patient: 'notice', from: 'tax_authority' },
    persists: true,
  },
  {
    family: 'tax_authority_claim',
    verbs: 'issue assess propose assert',
    roles: { agent: 'tax_authority', patient: 'deficiency|tax' },
    assumesOwn: 'report',
    of: 'to',
    persists: true,
  },
];

/** How proceedings begin and end. */
export const END_FRAMES: readonly Frame<'start' | 'end'>[] = [
  {
    family: 'end',
    verbs: 'dismiss settle close conclude terminate withdraw resolve discontinue',
    roles: { patient: 'suit|inquiry|class_suit' },
  },
  { family: 'end', nouns: 'settlement dismissal', roles: { clause: 'suit|inquiry|class_suit' } },
  { family: 'end', verbs: 'approve', roles: { patient: 'settlement' } },
  { family: 'start', verbs: 'file commence bring receive sue', roles: { patient: 'suit|inquiry|class_suit' } },
];
