import { expect, it } from 'vitest';
import { conceptLabel } from './concept-words.ts';

it.each([
  ['us-gaap:IncreaseDecreaseInInventories', 'Increase Decrease In Inventories'],
  ['acme:IPhoneMember', 'IPhone'],
  ['acme:WearablesHomeAndAccessoriesMember', 'Wearables Home And Accessories'],
  ['srt:EMEARegionMember', 'EMEA Region'],
  ['acme:OtherSegmentMember', 'Other'],
])('splits the name of %s, which no filer labels, into words', (concept, words) => {
  expect(conceptLabel(concept)).toBe(words);
});
