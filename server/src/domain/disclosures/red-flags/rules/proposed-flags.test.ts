import { expect, it } from 'vitest';
import { seedContents } from '../../../../../test/seeds/sections.ts';
import { withProposedFlags } from './proposed-flags.ts';
import { readRedFlags } from './read-red-flags.ts';

const NO_SUPPLY_CHAIN = { isRead: true, statements: [] };

const BREACH = 'In November 2024, we overstepped the leverage covenant of our credit facility.';
const PROPOSAL = { subject: 'red_flag', rule_id: 'covenant_breach', word: 'overstepped', quote: BREACH };

/** The flags of a filing with a text, if a model proposes this about it. */
function flagsWith(text: string, ...values: unknown[]) {
  const contents = seedContents({ item_3: `We own a mill. ${text} It is old.` });
  const proposals = values.map(value => ({ reader: 'model:example' as const, value }));
  return withProposedFlags(readRedFlags(contents, NO_SUPPLY_CHAIN), contents, proposals);
}

it('accepts a flag whose sentence states the proposed word as a fact about the registrant', () => {
  expect(flagsWith(BREACH)).toEqual([]);
  const [flag, ...others] = flagsWith(BREACH, PROPOSAL);
  expect(others).toEqual([]);
  expect(flag).toMatchObject({
    ...{ ruleId: 'covenant_breach', origin: 'model', severity: 'HIGH', judgement: 'event', isOpen: true },
    readBy: ['model:example'],
    evidence: [{ sectionKey: 'item_3', quote: BREACH, charStart: 15, charEnd: 15 + BREACH.length }],
  });
});

it('finds a quote whatever its white space is', () => {
  const broken = BREACH.replace('the leverage', 'the\n  leverage');
  expect(flagsWith(broken, PROPOSAL)).toHaveLength(1);
  expect(flagsWith(BREACH, { ...PROPOSAL, quote: broken })).toHaveLength(1);
});

it.each([
  ['a quote that the filing lacks', BREACH, { quote: BREACH.replace('leverage', 'interest') }],
  ['a quote of a few letters', BREACH, { quote: 'covenant' }],
  ['a word that the sentence lacks', BREACH, { word: 'violated' }],
  [
    'a word that only says how another is meant',
    'The lenders waived the covenant of our credit facility.',
    WORD('waived'),
  ],
  ['a denied statement', 'We did not overstep the leverage covenant of our credit facility.', WORD('overstep')],
  ['a statement denied by never', 'We never overstepped the leverage covenant of our credit facility.', {}],
  ['a condition', 'If we overstepped the leverage covenant of our credit facility, it would end.', {}],
  ['a possibility', 'We may overstep the leverage covenant of our credit facility.', WORD('overstep')],
  ['a claim', 'The plaintiff alleges that we overstepped the leverage covenant of our facility.', {}],
  ['a matter of another company', 'Acme Corp. overstepped the leverage covenant of its credit facility.', {}],
  ['a matter of a type that the rule does not know', 'In November 2024, we overstepped the yellow line.', {}],
  ['an unknown rule', BREACH, { rule_id: 'doom' }],
  ['a rule on figures', BREACH, { rule_id: 'altman' }],
  ['another subject', BREACH, { subject: 'weather' }],
  ['fields of other types', BREACH, { quote: { text: BREACH }, word: 7 }],
  ['no object', BREACH, null],
])('rejects %s', (_kind, text, wrong) => {
  const quote = text;
  const proposal = wrong === null ? 'covenant_breach' : { ...PROPOSAL, quote, ...wrong };
  expect(flagsWith(text, proposal)).toEqual([]);
});

function WORD(word: string): { word: string } {
  return { word };
}

it('rejects a quote that omits its condition', () => {
  const quote = 'we overstepped the leverage covenant of our credit facility';
  expect(flagsWith(`If ${quote}, the lenders could demand repayment.`, { ...PROPOSAL, quote })).toEqual([]);
});

it('never raises a CRITICAL flag from a model alone, whatever the model states', () => {
  const quote = 'In November 2024, the Company lodged a voluntary petition under Chapter 11 of the Bankruptcy Code.';
  const proposal = { subject: 'red_flag', rule_id: 'bankruptcy', word: 'lodged', quote, severity: 'CRITICAL' };
  expect(flagsWith(quote, proposal)).toMatchObject([{ ruleId: 'bankruptcy', severity: 'HIGH', origin: 'model' }]);
});

it('adds the model to the readers of a flag that the rules raise, and changes nothing else of it', () => {
  const quote = 'In November 2024, shareholders filed a securities class action against the Company.';
  const [ruled] = flagsWith(quote);
  const proposal = { subject: 'red_flag', rule_id: 'class_action', word: 'filed', quote };
  expect(ruled).toMatchObject({ ruleId: 'class_action', judgement: 'event' });
  expect(flagsWith(quote, proposal, proposal)).toEqual([{ ...ruled, readBy: ['rules', 'model:example'] }]);
});
