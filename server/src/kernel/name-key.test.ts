import { describe, expect, it } from 'vitest';
import { nameKey } from './name-key.ts';

describe('nameKey', () => {
  it.each([
    ['Apple Inc.', 'apple'],
    ['The Coca-Cola Company', 'coca cola'],
    ['COCA COLA CO', 'coca cola'],
    ['JPMORGAN CHASE & CO', 'jpmorgan chase'],
    ['BANK OF AMERICA CORP /DE/', 'bank of america'],
    ['APPLE COMPUTER INC/ FA', 'apple computer'],
    ['Moody’s Corporation', 'moodys'],
    ['Nestlé S.A.', 'nestle'],
    ['Petróleo Brasileiro S.A. - Petrobras', 'petroleo brasileiro sa petrobras'],
    ['Ørsted A/S', 'orsted a s'],
    ['ＴＯＹＯＴＡ', 'toyota'],
    ['ガンホー', 'ガンホー'],
    ['삼성전자', '삼성전자'],
    ['Company', 'company'],
    ['The', 'the'],
  ])('%s → %s', (name, key) => expect(nameKey(name)).toBe(key));

  it('is empty where there is no letter or digit', () => expect(nameKey(' … / - ')).toBe(''));

  it('folds what it folded to itself', () => {
    const once = nameKey('The Procter & Gamble Company');
    expect(nameKey(once)).toBe(once);
  });
});
