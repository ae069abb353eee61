import { expect, test } from 'vitest';
import { readKnownNames } from './known-names.ts';
import { readRelations } from './relation-sentences.ts';

function read(sentence: string, elsewhere = ''): string[] {
  return readRelations(sentence, readKnownNames([`${sentence}\n\n${elsewhere}`])).map(one => `${one.role} ${one.name}`);
}

test.each<[string, string[]]>([
  [
    'We purchase memory from Brook Technology, Inc., SK mills Inc., and Elm.',
    ['supplier Brook Technology, Inc.', 'supplier SK mills Inc.', 'supplier Elm'],
  ],
  [
    'We utilize foundries, such as Brook Semiconductor Manufacturing Company Limited, or BSMC, and Elm Electronics Co., Ltd., or Elm, to produce our wafers.',
    ['supplier Brook Semiconductor Manufacturing Company Limited', 'supplier Elm Electronics Co., Ltd.'],
  ],
  [
    'Our products are manufactured by Brook Ltd. and Elm Inc. in Malaysia.',
    ['supplier Brook Ltd.', 'supplier Elm Inc.'],
  ],
  [
    'The suppliers whose loss to the Company could have a material effect include, at this time, Brook Corp., Elm Co., Ltd., and/or their United States affiliates, and Oak, Inc.',
    ['supplier Brook Corp.', 'supplier Elm Co., Ltd.', 'supplier Oak, Inc.'],
  ],
  ['The microprocessors in our products are currently available only from Brook, Inc.', ['supplier Brook, Inc.']],
  [
    'We depend on computing infrastructure operated by Brook Web Services (“BWS”), Elm, and other third parties, and any failure could harm us.',
    ['supplier Brook Web Services', 'supplier Elm'],
  ],
  [
    'Distributors include Brook 2000, Elm Micro, and Oak.',
    ['customer Brook 2000', 'customer Elm Micro', 'customer Oak'],
  ],
  [
    'Our customers include Brook Motor Company and Elm N.V., among others.',
    ['customer Brook Motor Company', 'customer Elm N.V.'],
  ],
  [
    'Three wholesalers (Brook, Inc., Elm Corporation and Oak Corporation) accounted for substantially all of our sales.',
    ['customer Brook, Inc.', 'customer Elm Corporation', 'customer Oak Corporation'],
  ],
  ['Our largest customer is the U.S. Department of Energy.', ['customer U.S. Department of Energy']],
  ['Our sole supplier of lenses is Brook Inc.', ['supplier Brook Inc.']],
  ['We run on cloud providers such as Brook, Elm, and Oak.', ['supplier Brook', 'supplier Elm', 'supplier Oak']],
  ['We formed alliances with cloud providers such as Brook, Elm, and Oak.', []],
])('reads the relations of "%s"', (sentence, relations) => {
  expect(read(sentence)).toEqual(relations);
});

test('accepts a short name that the filing defines in full', () => {
  const sentence = 'Brook manufactures the Company’s flour mixes.';
  expect(read(sentence)).toEqual([]);
  expect(read(sentence, 'Brook Mills Corporation (“Brook”) has a contract.')).toEqual([
    'supplier Brook Mills Corporation',
  ]);
});

test.each([
  'We compete with products manufactured by Brook Corporation.',
  'We may purchase components from Brook Corporation in the future.',
  'We no longer purchase components from Brook Corporation.',
  'We purchased the remaining shares of Elm Components from Brook Holdings, Inc.',
  'We obtained a license to make components from Brook Corporation.',
  'We purchase natural gas and fuel from Canada and Mexico.',
  'Our customers include Fortune 500 companies, Federal agencies and State governments.',
  'We purchase components from Brook microprocessors.',
  'We sold our products business to Brook Corporation.',
  'Our strategic partners include Brook Corporation and Elm Inc.',
])('reads no relation from "%s"', sentence => {
  expect(read(sentence)).toEqual([]);
});
