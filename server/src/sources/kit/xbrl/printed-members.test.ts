import { expect, it } from 'vitest';
import { reportedFact } from '../../../../test/seeds/reports.ts';
import { printedMembers } from './printed-members.ts';

const row = (...cells: string[]) => `<tr>${cells.map(cell => `<td>${cell}</td>`).join('')}</tr>`;
const AXIS = 'srt:ProductOrServiceAxis';
const facts = [
  'fir:TPadMember',
  'fir:WearablesHomeandAccessoriesMember',
  'fir:RestOfNorthSegmentMember',
  'fir:SilentMember',
  'fir:LabelledMember',
  'us-gaap:CorporateNonSegmentMember',
].map(member => reportedFact({ dimensions: { [AXIS]: member } }));

it('spells members as the tables of the filing print them', () => {
  const document = `<p>Silent</p><table>
    ${row('TPAD sales', '1')}${row('tPad <sup>(1)</sup>', '2')}${row('TPAD', '3')}${row('tPad', '4')}
    ${row('Wearables, Home &amp; Accessories', '5')}${row('Rest of North:', '6')}${row('LABELLED', '7')}
    ${row('Corporate, non-segment', '8')}</table>`;
  expect([...printedMembers(facts, new Map([['fir:LabelledMember', 'Labelled']]), [document])]).toEqual([
    ['fir:TPadMember', 'tPad'],
    ['fir:WearablesHomeandAccessoriesMember', 'Wearables, Home & Accessories'],
    ['fir:RestOfNorthSegmentMember', 'Rest of North'],
    ['us-gaap:CorporateNonSegmentMember', 'Corporate, non-segment'],
  ]);
});

it('finds nothing without tables, and needs none where every member has a label', () => {
  expect(printedMembers(facts, new Map(), ['<p>tPad</p>']).size).toBe(0);
  expect(printedMembers([reportedFact({})], new Map(), []).size).toBe(0);
});
