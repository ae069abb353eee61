import { expect, it } from 'vitest';
import { languageOf } from './language.ts';

it('names are told to be in the language of their script, Han characters in that of their market', () => {
  expect(languageOf('Apple Inc.', 'us')).toBeUndefined();
  expect(languageOf('サンプル電機', 'us')).toBe('ja');
  expect(languageOf('예시화학', 'kr')).toBe('ko');
  expect(languageOf('示例重工股份有限公司', 'cn')).toBe('zh-Hans');
  expect(languageOf('樣本控股有限公司', 'hk')).toBe('zh-Hant');
  expect(languageOf('見本', null)).toBe('zh');
});
