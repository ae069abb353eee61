import { expect, test } from 'vitest';
import { issuerKeyOfUrl } from './addresses.ts';

test('reads the fund from the file of a fund, and no issuer from the report of its manager’s auditor', () => {
  const folder = 'package/jpsps070000-asr-001_G99901-000_2025-05-09_01_2025-08-08/XBRL_TO_CSV';
  const of = (name: string) => issuerKeyOfUrl(`${folder}/${name}-000_2025-05-09_01_2025-08-08.csv`);
  expect(of('jpsps070000-asr-001_G99901')).toBe('edinet:G99901');
  expect(of('jpaud-aar-cn-001_E99902')).toBeNull();
});
