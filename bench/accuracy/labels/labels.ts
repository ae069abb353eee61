import { z } from 'zod';

export const SUBJECTS = ['event', 'red_flag', 'person', 'supply', 'guidance'] as const;

const date = z.string().regex(/^\d{4}(?:-\d{2}(?:-\d{2})?)?$/);

/** What a reader found, without its place. README.md explains the fields. */
export const finding = z.strictObject({
  subject: z.enum(SUBJECTS),
  kind: z.string(),
  variant: z.string().optional(),
  status: z.enum(['asserted', 'negated', 'hypothetical', 'planned', 'resolved', 'prior']),
  of: z.enum(['registrant', 'subsidiary', 'counterparty', 'other', 'industry']),
  date: date.optional(),
  parties: z.array(z.string()).optional(),
  party: z.string().optional(),
  side: z.string().optional(),
  amount: z.number().optional(),
  currency: z.string().length(3).optional(),
  salience: z.enum(['notable', 'routine']).optional(),
  name: z.string().optional(),
  title: z.string().optional(),
  reason: z.string().optional(),
  pct: z.number().optional(),
  shares: z.number().optional(),
  base: z.string().optional(),
  group_size: z.number().optional(),
  threshold_pct: z.number().optional(),
  period: z.string().optional(),
  period_end: date.optional(),
  low: z.number().optional(),
  high: z.number().optional(),
  unit: z.string().optional(),
  direction: z.string().optional(),
});

const document = z.strictObject({
  /** Path under `../shared/data/us`. */
  file: z.string(),
  cik: z.string().regex(/^\d{1,10}$/),
  form: z.string(),
  filed: date.optional(),
});
export type LabelledDocument = z.infer<typeof document>;

const filing = document.extend({
  /** The labelled subjects. A labelled subject without labels does not occur in this filing. */
  read: z.array(z.enum(SUBJECTS)).min(1),
});

/** A line of a working file, written while reading. It quotes the filing, so it stays outside the project. */
export const workingLine = filing.extend({ labels: z.array(finding.extend({ quote: z.string().min(8) })) });

const place = z.strictObject({
  start: z.number().int(),
  end: z.number().int(),
  digest: z.string().regex(/^[0-9a-f]{12}$/),
});

/** A line of a label file. */
export const labelledFiling = filing.extend({ labels: z.array(finding.extend(place.shape)) });

export type LabelledFiling = z.infer<typeof labelledFiling>;

/** An item of a periodic report, without its place. sections.md explains the fields. */
const section = z.strictObject({
  part: z.enum(['I', 'II', 'III', 'IV']).optional(),
  item: z.string().regex(/^(?:\d{1,2}[A-Z]?|11\d\d(?:\([a-z]\))?|X)$/),
  status: z.enum(['text', 'by_reference', 'reserved', 'not_applicable', 'omitted']),
  target: z.string().optional(),
});

/** Words of the filing; `before` and `after` distinguish them from the same words elsewhere. */
const quotedWords = z.strictObject({ before: z.string().optional(), quote: z.string(), after: z.string().optional() });
export type QuotedWords = z.infer<typeof quotedWords>;

export const workingSections = document.extend({
  sections: z.array(section.extend({ first: quotedWords.optional(), last: quotedWords.optional() })),
});

/** A line of `sections.jsonl`. */
export const sectionedFiling = document.extend({
  sections: z.array(section.extend({ first: place.optional(), last: place.optional() })),
});
export type SectionedFiling = z.infer<typeof sectionedFiling>;
