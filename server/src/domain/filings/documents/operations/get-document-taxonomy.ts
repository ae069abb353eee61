import { z } from 'zod';
import { type Database, sql } from '../../../../db/database.ts';
import { fresh } from '../../../kit/fields.ts';
import { operation } from '../../../kit/operation.ts';
import { SharedCount } from '../../../kit/responses/shared-count.ts';
import {
  CATEGORY_GROUP_LABELS,
  DOCUMENT_CATEGORIES,
  DOCUMENT_SUBTYPES,
} from '../../filings/model/document-taxonomy.ts';
import { ARCHIVE_STATUSES, type ArchiveStatus, isRetryable } from '../model.ts';
import { archiveStatus, origin } from '../views/document.ts';

const STATUS_LABELS: Record<ArchiveStatus, string> = {
  stored: 'Ready to download',
  pending: 'Not fetched yet',
  unresolved: 'Not served by its source yet',
  failed: 'Fetch failed, will be retried',
  exhausted: 'Fetch failed, no more retries',
  too_large: 'Too large to store',
  not_a_document: 'Structured data without a file',
};

export const getDocumentTaxonomy = operation({
  name: 'getDocumentTaxonomy',
  route: 'GET /api/v1/documents/taxonomy',
  tool: 'get_document_taxonomy',
  summary: 'The vocabulary of documents',
  description:
    'Categories and their groups, stored form types with their category, subtypes of documents from issuers’ own sites, and archive statuses. Counts may lag the store by some seconds; a filing of several companies counts for each of them.',
  tag: 'Documents',
  plan: 'business',
  credits: 1,
  errors: [],
  input: z.strictObject({
    counts: z.boolean().default(true).describe('Whether categories carry document_count.'),
  }),
  output: z
    .object({
      categories: z.array(
        z.object({
          category: z.string(),
          category_label: z.string(),
          category_group: z.string(),
          document_count: z.int().optional(),
        }),
      ),
      category_groups: z.array(z.object({ category_group: z.string(), label: z.string() })),
      native_types: z
        .array(z.object({ native_type: z.string(), origin, category: z.string() }))
        .describe('Form types of the store, by name.'),
      subtypes: z.array(z.object({ subtype: z.string(), label: z.string() })),
      archive_statuses: z.array(
        z.object({
          status: archiveStatus,
          label: z.string(),
          retryable: z.boolean().describe('Whether another attempt is automatic.'),
        }),
      ),
      ...fresh,
    })
    .meta({ id: 'DocumentTaxonomyOut' }),
  example: {},
  async run({ db, now }, { counts }) {
    const { forms, newestKnownAt } = await documentCounts.of(db, now);
    const totals = new Map<string, number>();
    for (const { category, count } of forms) totals.set(category, (totals.get(category) ?? 0) + count);
    return {
      categories: DOCUMENT_CATEGORIES.map(({ category, label, group }) => ({
        category,
        category_label: label,
        category_group: group,
        ...(counts ? { document_count: totals.get(category) ?? 0 } : {}),
      })),
      category_groups: Object.entries(CATEGORY_GROUP_LABELS).map(([category_group, label]) => ({
        category_group,
        label,
      })),
      native_types: forms.map(({ form_type, category }) => ({
        native_type: form_type,
        origin: 'filing' as const,
        category,
      })),
      subtypes: [...DOCUMENT_SUBTYPES],
      archive_statuses: ARCHIVE_STATUSES.map(status => ({
        status,
        label: STATUS_LABELS[status],
        retryable: isRetryable(status),
      })),
      data_as_of: newestKnownAt,
      empty_reason: forms.length === 0 ? ('not_covered' as const) : null,
    };
  },
});

/** Number of stored documents of a form. */
export interface FormCount {
  form_type: string;
  category: string;
  count: number;
}

export interface DocumentCounts {
  /** By form and category. */
  forms: FormCount[];
  newestKnownAt: string | null;
}

/** Documents by form and category, at most some seconds old. */
const documentCounts = new SharedCount<DocumentCounts>(count, counts => counts.forms.length === 0);

async function count(db: Database): Promise<DocumentCounts> {
  const rows = await db.query<{ form_type: string; category: string; count: string; newest: string }>(sql`
    select form_type, category, count(*), max(known_at) as newest from filings
    group by form_type, category order by form_type collate "C", category collate "C"`);
  const newest = rows.map(row => row.newest).toSorted();
  return {
    forms: rows.map(({ form_type, category, count }) => ({ form_type, category, count: Number(count) })),
    newestKnownAt: newest.at(-1) ?? null,
  };
}
