import { describe, expect, it } from 'vitest';
import { matchVintages, type Version } from './vintages.ts';

function version(value: number, firstDay: number, lastDay: number, ordinal = 0, isOriginal = ordinal === 0): Version {
  return { value, entry: value, first: value, firstDay, lastDay, ordinal, isOriginal };
}

function match(...histories: Version[][]): number[] | 'mixed' | null {
  const found = matchVintages(histories);
  return found === null || found === 'mixed' ? found : found.map(version => version.value);
}

describe('operands of one accounting basis', () => {
  it('pairs originals where neither was restated', () => {
    expect(match([version(100, 0, 365)], [version(70, 0, 300)])).toEqual([100, 70]);
  });

  it('pairs recast with recast', () => {
    const year = [version(100, 0, 0), version(110, 365, 730, 1)];
    const toDate = [version(70, 0, 0), version(76, 300, 300, 1)];
    expect(match(year, toDate)).toEqual([110, 76]);
  });

  it('pairs the originals where one was never stated again after the other changed', () => {
    expect(match([version(100, 200, 200), version(90, 900, 900, 1)], [version(70, 0, 365)])).toEqual([100, 70]);
  });

  it('pairs a recast with what was repeated unchanged after it', () => {
    expect(match([version(100, 200, 200), version(90, 300, 300, 1)], [version(70, 0, 365)])).toEqual([90, 70]);
  });

  it('leaves a second recast aside where the other operand stops before it', () => {
    const year = [version(100, 0, 0), version(110, 365, 365, 1), version(115, 1100, 1100, 2)];
    const toDate = [version(70, 0, 0), version(76, 300, 300, 1)];
    expect(match(year, toDate)).toEqual([110, 76]);
  });

  it('pairs a comparative that is known only since the recast with the recast', () => {
    expect(match([version(100, 0, 0), version(110, 365, 365, 1)], [version(76, 300, 300, 0, false)])).toEqual([
      110, 76,
    ]);
  });

  it('takes three legs of one basis', () => {
    const legs = [
      [version(85, 0, 0), version(91, 750, 750, 1)],
      [version(44, 180, 180), version(47, 550, 550, 1)],
      [version(43, 0, 180)],
    ];
    expect(match(...legs)).toEqual([85, 44, 43]);
  });

  it('finds nothing where an operand is not stated', () => {
    expect(match([version(100, 0, 0)], [])).toBeNull();
  });
});
