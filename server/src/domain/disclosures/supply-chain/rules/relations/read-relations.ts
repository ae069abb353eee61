import { parseSentence } from '../../../../../formats/prose/grammar/parse-sentence.ts';
import type { DocumentNames } from '../../../../../formats/prose/names.ts';
import type { Sentence } from '../../../../../formats/prose/sentences.ts';
import { CUSTOMER_NOUN, SUPPLIER_NOUN } from '../counterparties.ts';
import { readFrame } from './read-frames.ts';
import { readCommitments, readContracts, readOwnRole, readPresupposed, readSelections } from './relation-contracts.ts';
import { readAgreedSupply, readDeals, readGrants, readOrders } from './relation-deals.ts';
import { FRAMES } from './relation-frames.ts';
import { readNouns } from './relation-nouns.ts';
import { type Relation, type RelationContext, type RelationSentence, SCARCE } from './relation-sentence.ts';
import { readAgreements, readAvailable, readBasis, readDependent, readNetwork } from './relation-verbs.ts';

const TRIGGER =
  /\b(?:purchas|buy|bought|obtain|procur|sourc|acquir|receiv|order|import|licens|suppl|manufactur|produc|fabricat|assembl|packag|provid|mak(?:e|ing)|made|process|refin|buil[dt]|deliver|host|operat|rel(?:y|ies|ied)|depend|us(?:e|es|ed|ing)\b|utiliz|engag|employ|retain|contract|partner|work|outsourc|distribut|market|sell|sold|ship|run\b|stor|deploy|customer|client|vendor|foundr|reseller|wholesaler|custodian|reinsurer|licensee|tenant|available|award|grant|deals\b|won\b|wins\b|retentions|los(?:e|s)\b|cede|reinsur|sales?\b|appoint|count|select|chos|commit|obligat|agree|revenue|royalt|receivable|charter|lease|dependen|relian|loss of|adopt|implement|renew|exercis|subcontract|dealer|franchis)/i;

/** Returns the customers and suppliers that a sentence states; none that it denies, supposes or says of others. */
export function readRelations(sentence: Sentence, context: RelationContext): Relation[] {
  if (!TRIGGER.test(sentence.quote) || !mayState(sentence.quote, context.names)) return [];
  const parsed = parseSentence(sentence);
  return readParsed({
    quote: sentence.quote,
    chunks: parsed.chunks,
    parsed,
    context,
    found: new Map(),
    source: sentence,
  });
}

/** A name within the sentence or at its start, or a word for a small group. Other sentences are not parsed. */
function mayState(quote: string, { own }: DocumentNames): boolean {
  if (SCARCE.test(quote) || (DEPENDS.test(quote) && SUPPLIERS.test(quote))) return true;
  if (!NAME_WITHIN.test(quote) && !NAME_AT_START.test(quote)) return false;
  return (
    OWN.test(quote) ||
    CUSTOMER_NOUN.test(quote) ||
    SUPPLIER_NOUN.test(quote) ||
    DEALING.test(quote) ||
    own.some(name => quote.toLowerCase().includes(name))
  );
}

const DEPENDS = /\b(?:rel(?:y|ies|ied)|dependent|depends?|reliant)\b/i;
const SUPPLIERS = new RegExp(`${SUPPLIER_NOUN.source}|\\bproviders?\\b`, 'i');

/** A capital letter that begins neither the sentence nor a word that filings write so for other reasons. */
const NAME_WITHIN =
  /[^.!?]\s["“(]?(?!(?:Company|Registrant|Corporation|Note|Item|Part|Section|Form|Act|Board|Exchange|Securities|Commission|SEC|FASB|GAAP|January|February|March|April|May|June|July|August|September|October|November|December)\b)\p{Lu}[\p{L}\d.]/u;
const NAME_AT_START =
  /^\p{Lu}[\p{L}&.]+(?:,? \p{Lu}\S*)* (?:is|are|was|supplies|manufactures|produces|provides|purchases|serves|distributes|and)\b/u;
const OWN = /\b(?:we|our|us|ours|its|company|registrant)\b/i;
const DEALING =
  /\b(?:purchases|sales|revenues?|royalt(?:y|ies)|receivables?|reinsurance)\b[^.]{0,60} (?:from|by|to)\b|\b(?:sole|only|exclusive) (?:source|supplier|manufacturer|provider)\b|\b(?:purchased|obtained|sourced|procured|manufactured|produced|supplied|available|sold)\b[^.]{0,60} (?:from|by|to)\b/i;

function readParsed(sentence: RelationSentence): Relation[] {
  for (const clause of sentence.parsed.clauses) {
    for (const frame of FRAMES) readFrame(sentence, clause, frame);
    readAvailable(sentence, clause);
    readDependent(sentence, clause);
    readBasis(sentence, clause);
    readNetwork(sentence, clause);
    readOrders(sentence, clause);
    readGrants(sentence, clause);
    readCommitments(sentence, clause);
    readSelections(sentence, clause);
    readOwnRole(sentence, clause);
  }
  readNouns(sentence);
  readAgreements(sentence);
  readAgreedSupply(sentence);
  readDeals(sentence);
  readContracts(sentence);
  readPresupposed(sentence);
  return [...sentence.found.values()];
}
