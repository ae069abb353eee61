import { expect, test } from 'vitest';
import { SOURCES } from './sources.ts';

test('registries with tagged reports fetch them by default, without a setting', () => {
  const defaults = SOURCES.flatMap(({ description, defaultForms }) =>
    defaultForms === undefined ? [] : [[description.registry, defaultForms]],
  );
  const none = { scheduled: [], named: [] };
  const tagged = { scheduled: ['XBRL'], named: ['XBRL'] };
  expect(Object.fromEntries(defaults)).toMatchObject({
    'bse-india': none,
    cninfo: none,
    edinet: tagged,
    esef: tagged,
    hkexnews: none,
    opendart: tagged,
    tdnet: tagged,
    'sec-edgar': { scheduled: ['10-K', '10-Q', '20-F', '40-F', '8-K', '6-K', 'DEF 14A'], named: [] },
  });
});
