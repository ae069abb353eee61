import type { KindCounts, LabelMeasure, SubjectMeasure } from './measure.ts';

/** Standard score of a 95 % interval. */
const Z = 1.96;

/** The Wilson score interval of a share at 95 %, in percent; null without observations. */
export function wilson(part: number, whole: number): { low: number; high: number } | null {
  if (whole === 0) return null;
  const share = part / whole;
  const centre = share + Z ** 2 / (2 * whole);
  const spread = Z * Math.sqrt((share * (1 - share)) / whole + Z ** 2 / (4 * whole ** 2));
  const scale = 1 + Z ** 2 / whole;
  return {
    low: Math.max(0, (100 * (centre - spread)) / scale),
    high: Math.min(100, (100 * (centre + spread)) / scale),
  };
}

/** A comparison with the labels as Markdown. */
export function renderLabels({ half, subjects, details }: LabelMeasure): string {
  return [
    `## Prose, labelled half \`${half}\``,
    '',
    'Records read from labelled filings, by subject. A published record without a label is wrong. Negatives are labelled near misses; one is raised if its sentence is the evidence of a record of its kind. A red flag counts once per filing. Intervals are Wilson score intervals at 95 %.',
    '',
    '| subject | filings | labelled | found | recall | published | right | precision | negatives | raised |',
    '|---|---|---|---|---|---|---|---|---|---|',
    ...subjects.map(renderRow),
    '',
    '| subject | fields of right records |',
    '|---|---|',
    ...subjects.map(({ subject, fields }) => {
      const cells = [...fields].map(([field, { stated, right }]) => `${field} ${right}/${stated}`);
      return `| ${subject} | ${cells.join(' · ')} |`;
    }),
    '',
    '| subject | kind | labelled | found | published | right | negatives | raised |',
    '|---|---|---|---|---|---|---|---|',
    ...subjects
      .filter(({ subject }) => subject === 'red_flag' || subject === 'event')
      .flatMap(({ subject, kinds }) => [...kinds].sort().map(([kind, counts]) => renderKind(subject, kind, counts))),
    '',
    ...details.map(detail => `- ${detail}`),
  ].join('\n');
}

function renderKind(subject: string, kind: string, counts: KindCounts): string {
  const { labelled, found, published, right, negatives, raised } = counts;
  return `| ${[subject, kind, labelled, found, published, right, negatives, raised].join(' | ')} |`;
}

function renderRow(row: SubjectMeasure): string {
  const { subject, filings, labelled, found, published, right, negatives, raised } = row;
  const cells = [subject, filings, labelled, found, share(found, labelled), published, right, share(right, published)];
  return `| ${[...cells, negatives, raised].join(' | ')} |`;
}

/** A share in percent with its interval. */
export function share(part: number, whole: number): string {
  const interval = wilson(part, whole);
  if (interval === null) return 'n/a';
  return `${((100 * part) / whole).toFixed(1)} % (${interval.low.toFixed(0)}–${interval.high.toFixed(0)})`;
}
