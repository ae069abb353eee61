import { describe, expect, it } from 'vitest';
import { parsePlainText } from '../../../formats/html-text/plain-text/parse-plain-text.ts';
import { boundExhibits } from './bound-exhibits.ts';

const REPORT = [
  'FORM 6-K',
  'REPORT OF FOREIGN ISSUER',
  'FICTIONAL WORKS N.V.',
  'SIGNATURES',
  'Pursuant to the requirements of the Securities Exchange Act of 1934, the registrant has duly caused this report to be signed on its behalf by the undersigned, thereunto duly authorized.',
  'Date: March 6, 2023',
  'By: /s/ Jane Q. Doe',
];
const RELEASE = Array.from(
  { length: 40 },
  (_, at) => `Fictional Works will close plant number ${at} by the end of the year.`,
);

function bound(form: string, lines: readonly string[]): string[] {
  const text = parsePlainText(lines.join('\n\n'));
  return boundExhibits(form, { fileName: 'x.txt', nativeType: form, isPrimary: true, text }).map(
    exhibit => exhibit.text,
  );
}

describe('boundExhibits', () => {
  it('returns the release behind the signatures of a Form 6-K', () => {
    const [text] = bound('6-K', [...REPORT, ...RELEASE]);
    expect(text).toContain('plant number 39');
    expect(text).not.toContain('FORM 6-K');
  });

  it('returns the exhibit 99 behind the signatures of a Form 8-K, and no other text', () => {
    expect(bound('8-K', [...REPORT, 'Exhibit 99.1', ...RELEASE])).toHaveLength(1);
    expect(bound('8-K', [...REPORT, ...RELEASE])).toEqual([]);
    expect(bound('8-K', [...REPORT, 'Exhibit 10.1', ...RELEASE])).toEqual([]);
  });

  it('returns nothing if only signatures follow', () => {
    expect(bound('6-K', REPORT)).toEqual([]);
  });
});
