import { sql, type Transaction } from '../../../db/database.ts';
import { type FiledVerdict, type Verdict, wordsOf } from './model.ts';

/** Replaces the verdicts of a source on issuers. */
export async function replaceVerdicts(
  tx: Transaction,
  source: Verdict['analystSource'],
  method: string,
  issuerIds: readonly string[],
  verdicts: readonly FiledVerdict[],
): Promise<void> {
  if (issuerIds.length === 0) return;
  const rows = verdicts.map(filed => {
    const { verdict, rulesVersion: _, ...of } = filed;
    const { stance, stanceScore } = verdict;
    return { ...of, stance, stanceScore, words: JSON.stringify(wordsOf(filed)) };
  });
  await tx.execute(sql`
    delete from verdicts
    where issuer_id = any(${[...issuerIds]}::bigint[]) and analyst_source = ${source} and method = ${method}`);
  await tx.execute(sql`
    insert into verdicts (issuer_id, analyst_source, method, stance, stance_score, known_at, registry, native_id,
      transcript_id, words)
    select "issuerId", ${source}, method, stance, "stanceScore", "knownAt", registry, "nativeId", "transcriptId", words
    from json_to_recordset(${JSON.stringify(rows)}::json) as row ("issuerId" bigint, method text, stance text,
      "stanceScore" float8, "knownAt" timestamptz, registry text, "nativeId" text, "transcriptId" text, words text)`);
}

/** Returns the issuers of transcripts. */
export async function issuersOfTranscripts(tx: Transaction, transcriptIds: readonly string[]): Promise<string[]> {
  const rows = await tx.query<{ issuer_id: string }>(sql`
    select distinct issuer_id from transcripts
    where transcript_id = any(${[...transcriptIds]}::text[]) and issuer_id is not null order by issuer_id`);
  return rows.map(row => row.issuer_id);
}
