import type { Expectation, Expectations, RegistryClient } from '../kit/source.ts';
import { type RatesKind, ratesAt } from './addresses.ts';
import { isCurve } from './yield-curve.ts';

/** Some thirty currencies a day are quoted; there were seventeen at the least. */
const BOUNDS: Record<RatesKind | 'curve', Expectation> = {
  daily: { min: 15, max: 100 },
  recent: { min: 500, max: 10_000 },
  history: { min: 150_000, max: 2_000_000 },
  // A dozen tenors over three weeks at the least.
  curve: { min: 50, max: 500_000 },
};

/** A mirror may hold an excerpt; one without any rate is empty all the same. */
export function expectationsOf(documents: readonly { url: string }[], origin: RegistryClient['origin']): Expectations {
  const kinds = documents.flatMap(one => (isCurve(one.url) ? 'curve' : (ratesAt(one.url) ?? [])));
  const max = kinds.reduce((sum, kind) => sum + BOUNDS[kind].max, 0);
  const min = origin === 'replay' ? 1 : kinds.reduce((sum, kind) => sum + BOUNDS[kind].min, 0);
  return { published: { min, max } };
}
