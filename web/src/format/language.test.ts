import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it('detects the language of a name by its script, and of Han characters by the market', () => {
  expect(languageOf('Apple Inc.', 'us')).toBeUndefined();
  expect(languageOf('サンプル電機', 'us')).toBe('ja');
  expect(languageOf('예시화학', 'kr')).toBe('ko');
  expect(languageOf('示例重工股份有限公司', 'cn')).toBe('zh-Hans');
  expect(languageOf('樣本控股有限公司', 'hk')).toBe('zh-Hant');
  expect(languageOf('見本', null)).toBe('zh');
});
