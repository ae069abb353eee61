import { z } from 'zod';
import type { FilingContents } from '../../../filings/filings/model/filing-contents.ts';
import type { Proposal, Reader } from '../../../filings/proposals/model.ts';
import { findQuoted, lemmasOfWord } from '../../prose/rules/proposed-sentences.ts';
import type { RedFlag, Severity } from '../model.ts';
import { type FlagHit, readFlagTexts, readHits } from './find-hits.ts';
import { FLAG_RULES, type FlagRuleId } from './flag-rules.ts';
import { FLAG_FRAMES, type FlagFrame } from './frames/flag-frames.ts';
import { flagsOfHits } from './read-red-flags.ts';

const RULES: readonly Reader[] = ['rules'];

/** Rules that a word in a sentence can raise. */
export const PROPOSABLE_RULES = Object.keys(FLAG_RULES).filter((ruleId): ruleId is FlagRuleId =>
  FLAG_FRAMES.hasFamily(ruleId),
);

const proposal = z.object({
  subject: z.literal('red_flag'),
  rule_id: z.enum(PROPOSABLE_RULES),
  quote: z.string().min(1).max(2_000),
  word: z.string().min(2).max(40),
});

/** A model alone never raises a flag of the highest severity. */
const HIGHEST: Severity = 'HIGH';

/**
 * The flags that models propose and that pass the tests of the rules: the filing contains the quote, and its sentence states the
 * word as a fact about the registrant or a subsidiary, with the roles that the rule's frames ask for. A flag that the rules raise
 * themselves gains the model as a reader; every other one is a flag of its own, of origin `model`.
 */
export function withProposedFlags(
  flags: readonly RedFlag[],
  contents: FilingContents,
  proposals: readonly Proposal[],
): RedFlag[] {
  const accepted = acceptedHits(contents, proposals);
  if (accepted.length === 0) return [...flags];
  const confirmed = flags.map(flag => {
    const readers = accepted.filter(({ hit }) => isSame(flag, hit)).map(({ reader }) => reader);
    return readers.length === 0 ? flag : { ...flag, readBy: [...new Set([...(flag.readBy ?? RULES), ...readers])] };
  });
  const further = accepted.filter(({ hit }) => !flags.some(flag => isSame(flag, hit)));
  const proposed = flagsOfHits(
    contents,
    further.map(({ hit }) => hit),
  ).map(flag => ({
    ...flag,
    origin: 'model' as const,
    severity: flag.severity === 'CRITICAL' ? HIGHEST : flag.severity,
    readBy: [...new Set(further.filter(({ hit }) => hit.ruleId === flag.ruleId).map(({ reader }) => reader))],
  }));
  return [...confirmed, ...proposed];
}

function isSame(flag: RedFlag, hit: FlagHit): boolean {
  return flag.ruleId === hit.ruleId && flag.judgement === 'event';
}

function acceptedHits(contents: FilingContents, proposals: readonly Proposal[]): { hit: FlagHit; reader: Reader }[] {
  const parsed = proposals.flatMap(({ reader, value }) => {
    const { success, data } = proposal.safeParse(value);
    return success ? [{ reader, ...data }] : [];
  });
  if (parsed.length === 0) return [];
  const { texts, ...filing } = readFlagTexts(contents);
  return parsed.flatMap(({ reader, rule_id, quote, word }) => {
    const found = findQuoted(texts, quote);
    if (found === null) return [];
    const hits = lemmasOfWord(found.sentence, word).flatMap(lemma =>
      readHits(found.text, found.at, FLAG_FRAMES.withWord(rule_id, lemma, isUsable), filing),
    );
    const hit = hits.find(({ ruleId, judgement }) => ruleId === rule_id && judgement === 'event');
    return hit === undefined ? [] : [{ hit, reader }];
  });
}

/** Rows about the end of a matter, and those that read terms of contracts, say too little about another word. */
function isUsable({ isEnd, countsTerms }: FlagFrame): boolean {
  return !isEnd && !countsTerms;
}
