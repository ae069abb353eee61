import type { TallySum } from '../domain/kit/store/tallies.ts';
import { formatInteger } from './terminal.ts';

/** `edinet files: 12 parts of 3 documents read, 4 left out (picture 3, print 1), 0 unread` */
export function describeSum({ registry, kind, documents, read, explained, unread }: TallySum): string {
  const reasons = Object.entries(explained).sort(([, a], [, b]) => b - a);
  const leftOut = reasons.reduce((sum, [, count]) => sum + count, 0);
  const named = reasons.map(([reason, count]) => `${reason} ${formatInteger(count)}`).join(', ');
  const why = reasons.length === 0 ? '' : ` (${named})`;
  return `${registry} ${kind}: ${formatInteger(read)} parts of ${formatInteger(documents)} documents read, ${formatInteger(leftOut)} left out${why}, ${formatInteger(unread)} unread`;
}
