import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ModelReading, Passage } from '../../../server/src/domain/filings/proposals/model.ts';
import { cutPassages } from '../../../server/src/domain/filings/proposals/rules/passages.ts';
import { ModelClient, type ModelSettings } from '../../../server/src/pipeline/second-reader/model-client.ts';
import { PROMPT } from '../../../server/src/pipeline/second-reader/prompt.ts';
import { identityOf } from '../../../server/src/pipeline/second-reader/second-reader.ts';
import type { Half } from './half.ts';
import { type LabelledSet, readLabels } from './measure.ts';
import { openLabelled } from './published.ts';

/** Proposals of a model, by the digest of the passage. */
export interface ModelAnswers {
  readings: ReadonlyMap<string, ModelReading>;
  passages: number;
  /** Passages whose response could not be read. They count as passages without proposals. */
  unreadable: number;
}

const AT_ONCE = 4;

/** The passages of the filings of a half that are labelled with events or red flags. */
export function passagesOfLabels(set: LabelledSet, half: Half): Passage[] {
  const filings = readLabels(set).filter(({ cik, read }) => set.halfOf(cik) === half && read.some(isProposed));
  const passages = filings.flatMap(filing => {
    const contents = openLabelled(set.filings, filing)?.contents;
    return contents == null ? [] : cutPassages(contents);
  });
  return [...new Map(passages.map(passage => [passage.digest, passage])).values()];
}

function isProposed(subject: string): boolean {
  return subject === 'event' || subject === 'red_flag';
}

/**
 * Asks a model about passages and keeps every answer in a file, which a later run reads instead. Throws if the address does not
 * answer, or when the budget of the settings is used up: figures of a part would mislead.
 */
export async function askAbout(
  passages: readonly Passage[],
  settings: ModelSettings,
  file: string,
): Promise<ModelAnswers> {
  const identity = identityOf(settings);
  const kept = readKept(file, identity);
  const waiting = passages.filter(({ digest }) => !kept.has(digest));
  const client = new ModelClient(settings);
  const signal = new AbortController().signal;
  let tokens = 0;
  const askNext = async (): Promise<void> => {
    for (let passage = waiting.shift(); passage !== undefined; passage = waiting.shift()) {
      if (tokens >= settings.dailyTokens)
        throw new Error(
          `ASFILED_MODEL_DAILY_TOKENS is used up with ${waiting.length + 1} of ${passages.length} passages to go. The answers are kept: run it again to go on.`,
        );
      const answer = await client.ask(PROMPT, passage.text, signal);
      if (answer.state === 'unavailable' || answer.state === 'refused')
        throw new Error(
          `The model does not answer: ${answer.reason}. The answers so far are kept: run it again to go on.`,
        );
      tokens += answer.tokens;
      const proposals = answer.state === 'answered' ? answer.proposals : null;
      kept.set(passage.digest, proposals);
      mkdirSync(dirname(file), { recursive: true });
      appendFileSync(file, `${JSON.stringify({ ...identity, digest: passage.digest, proposals })}\n`);
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, askNext));
  } finally {
    await client.close();
  }
  const readings = passages.map(({ digest }) => ({ digest, ...identity, proposals: kept.get(digest) ?? [] }));
  return {
    readings: new Map(readings.map(reading => [reading.digest, reading])),
    passages: passages.length,
    unreadable: passages.filter(({ digest }) => kept.get(digest) === null).length,
  };
}

/** Stored responses of the same model and prompt; null for one that could not be read. */
function readKept(file: string, { model, prompt }: ReturnType<typeof identityOf>): Map<string, unknown[] | null> {
  if (!existsSync(file)) return new Map();
  const rows = readFileSync(file, 'utf8')
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line) as { model: string; prompt: string; digest: string; proposals: unknown[] | null });
  const own = rows.filter(row => row.model === model && row.prompt === prompt);
  return new Map(own.map(row => [row.digest, row.proposals]));
}
