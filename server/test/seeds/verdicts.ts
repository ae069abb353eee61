import type { Database } from '../../src/db/database.ts';
import { type AnalystSource, NO_VERDICT_EVIDENCE, type Stance } from '../../src/domain/insights/briefs/model.ts';
import { replaceVerdicts } from '../../src/domain/insights/briefs/store.ts';

interface SeedVerdict {
  source: AnalystSource;
  stance: Stance;
  score: number;
  knownAt: string;
  method?: string;
}

/** Stores a verdict with one known and one unknown part. Its filing or call need not exist. */
export async function seedVerdict(db: Database, issuerId: string, given: SeedVerdict): Promise<void> {
  const { source, stance, score, knownAt, method = 'rules' } = given;
  const isCall = source === 'call';
  const part = { maxPoints: 2, reason: 'By a fictional reason.', evidence: [{ ...NO_VERDICT_EVIDENCE, value: 12.5 }] };
  const verdict = {
    ...{ analystSource: source, stance, stanceScore: score, fiscalYear: 2024, fiscalPeriod: 'fy' as const },
    ...{ summary: 'A fictional summary.', caveats: ['A fictional caveat.'] },
    components: [
      { component: 'growth', scorePoints: 2, ...part },
      { component: 'guidance', scorePoints: null, ...part, evidence: [] },
    ],
  };
  const of = isCall
    ? { registry: null, nativeId: null, transcriptId: 'fictional:1' }
    : { registry: 'sec-edgar', nativeId: '0000990001-25-000001', transcriptId: null };
  await db.transaction(tx =>
    replaceVerdicts(tx, source, method, [issuerId], [{ issuerId, method, rulesVersion: '1', knownAt, ...of, verdict }]),
  );
}
