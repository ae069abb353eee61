import { type Database, sql } from '../../../../db/database.ts';
import { SharedCount } from '../../../kit/shared-count.ts';

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
export const documentCounts = new SharedCount<DocumentCounts>(count, counts => counts.forms.length === 0);

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
