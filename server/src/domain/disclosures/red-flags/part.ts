import type { Transaction } from '../../../db/database.ts';
import type { FilingContents } from '../../filings/filings/model/filing-contents.ts';
import type { ProposalQuestion } from '../../filings/proposals/model.ts';
import { readProposals } from '../../filings/proposals/rules/passages.ts';
import type { FilingReading, Part } from '../../part.ts';
import { readSupplyChain } from '../supply-chain/rules/read-supply-chain.ts';
import type { FlagWords, RedFlag } from './model.ts';
import { FLAG_RULES, RED_FLAG_RULES_VERSION } from './rules/flag-rules.ts';
import { PROPOSABLE_RULES, withProposedFlags } from './rules/proposed-flags.ts';
import { readFigureFlags } from './rules/read-figure-flags.ts';
import { type HistoryFiling, readHistoryFlags } from './rules/read-history-flags.ts';
import { readRedFlags } from './rules/read-red-flags.ts';
import {
  type EncodedFlags,
  encodeFlags,
  type FlagHistoryRow,
  type FlagRow,
  loadFlagHistory,
  RED_FLAG_READINGS,
  redateFlags,
  replaceIssuerFlags,
  replaceTextFlags,
  toFlagRow,
} from './store.ts';

/** How a model is asked for red flags. */
const FLAG_QUESTION: ProposalQuestion = {
  subject: 'red_flag',
  question: [
    'subject "red_flag": the filer itself, or its subsidiary, is in trouble of one of the kinds below, as a fact and not as a risk, a condition or a definition.',
    'Members: "rule_id" (one of the kinds), "quote", "word" (the one word of the quote that names the matter, as written).',
    `Kinds: ${PROPOSABLE_RULES.map(ruleId => `${ruleId} (${FLAG_RULES[ruleId].label})`).join(', ')}.`,
  ].join('\n'),
};

/** Opened values are text flags; stated values are flags on recomputed figures. */
export const redFlagsPart: Part<EncodedFlags, FlagRow[], void> = {
  name: 'red-flags',
  textReadings: RED_FLAG_READINGS,
  figuresVersion: RED_FLAG_RULES_VERSION,
  proposes: FLAG_QUESTION,
  readFiling: (contents, filing, reading) => {
    const flags = withProposedFlags(flagsOfFiling(reading), contents, reading.once(readProposals));
    return encodeFlags(flags, filing, RED_FLAG_RULES_VERSION);
  },
  readFigures: ({ years, companyType }, issuerId) =>
    readFigureFlags(years, companyType).map(({ nativeId, flag }) =>
      toFlagRow(flag, { issuerId, registry: null, nativeId }, RED_FLAG_RULES_VERSION),
    ),
  async persist(tx, batch) {
    const figured = batch.statedBy(redFlagsPart);
    const figuredIds = figured.map(issuer => issuer.issuerId);
    const opened = batch.openedBy(redFlagsPart);
    await replaceIssuerFlags(
      tx,
      'figures',
      figuredIds,
      figured.flatMap(issuer => issuer.value),
    );
    await replaceTextFlags(
      tx,
      opened.map(filing => filing.value),
    );
    const openedIds = opened.map(filing => filing.issuerId);
    await resolveRedFlags(tx, [...new Set([...figuredIds, ...batch.issuersWithFilings, ...openedIds])]);
  },
};

/** Returns the text flags of a filing that the rules raise, read once for all parts. */
export function flagsOfFiling(reading: FilingReading): RedFlag[] {
  return reading.once(readFlags);
}

function readFlags(contents: FilingContents, reading: FilingReading): RedFlag[] {
  return readRedFlags(contents, reading.once(readSupplyChain));
}

/** Applies the history rules to issuers again. Their filings and flags must be stored first. */
async function resolveRedFlags(tx: Transaction, issuerIds: readonly string[]): Promise<void> {
  if (issuerIds.length === 0) return;
  await redateFlags(tx, issuerIds);
  const rows = await loadFlagHistory(tx, issuerIds);
  const flags = [...Map.groupBy(rows, row => row.issuer_id)].flatMap(([issuerId, own]) =>
    readHistoryFlags(own.map(toHistoryFiling)).map(({ registry, nativeId, flag }) =>
      toFlagRow(flag, { issuerId, registry, nativeId }, RED_FLAG_RULES_VERSION),
    ),
  );
  await replaceIssuerFlags(tx, 'history', issuerIds, flags);
}

function toHistoryFiling(row: FlagHistoryRow): HistoryFiling {
  return {
    registry: row.registry,
    nativeId: row.native_id,
    formType: row.form_type,
    itemCodes: row.item_codes,
    knownAt: row.known_at,
    periodEnd: row.period_end,
    isAnnual: row.is_annual,
    isAmendment: row.is_amendment,
    flags: row.flags.map(flag => ({
      ruleId: flag.rule_id,
      isEvent: flag.judgement === 'event',
      isOpen: flag.is_open,
      evidence: (JSON.parse(flag.words) as FlagWords).evidence,
    })),
  };
}
