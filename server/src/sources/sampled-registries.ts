// Written by `npm run lists` from the folders.

/** The registries with documents in the sample pack, most trusted first. */
export const SAMPLED_REGISTRIES: readonly string[] = [
  'sec-edgar',
  'edinet',
  'opendart',
  'companies-house',
  'esef',
  'ecb',
  'globenewswire',
  'earningscall',
  'us-treasury',
  'fred',
  'imf',
  'sbti',
  'yahoo',
];
