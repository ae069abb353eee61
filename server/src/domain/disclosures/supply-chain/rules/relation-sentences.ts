import { nameKey } from '../../../../kernel/identifiers/name-key.ts';
import { fullName } from './concentration-sentences.ts';
import type { KnownNames } from './known-names.ts';
import { type Mention, readNameList } from './names.ts';
import { NO_RELATION, RELATION_RULES, type RelationRule } from './relation-rules.ts';

/** A customer or supplier that a sentence names. */
export interface NamedRelation {
  role: RelationRule['role'];
  name: string;
  rule: string;
}

const NAMES_END =
  /^(?:$|[.;:,)]| ?[–—(]| (?:to|for|in|on|at|under|as|pursuant|through|which|that|who|with|by|via|and|or|during|since|among|when|where|but|while|is|are|has|have)\b)/;
/** Matches the words before a list of names in all rules. */
const RULE_END =
  /(?:^|\b(?:from|either|both|by|the|as|including|includes?|included|on|to|currently,|company,|us,|time,|include,|included,|is|are|was|were)|:|\() ?$/i;
const MAY_BEGIN = /(?<![\p{L}\p{N}’'.&-])[\p{Lu}\d]/gu;

/** Returns the companies that a sentence names as customers or suppliers; none if the sentence denies the relation. */
export function readRelations(sentence: string, known: KnownNames): NamedRelation[] {
  const rules = RELATION_RULES.filter(rule => rule.cue.test(sentence));
  if (rules.length === 0) return [];
  for (const { index } of sentence.matchAll(MAY_BEGIN)) {
    if (!RULE_END.test(sentence.slice(Math.max(0, index - 20), index))) continue;
    const before = sentence.slice(0, index);
    const fitting = rules.filter(rule => rule.before.test(before));
    if (fitting.length === 0) continue;
    const list = readNameList(sentence.slice(index));
    if (list === null) continue;
    const after = sentence.slice(index + list.end);
    const rule = fitting.find(one => (one.after ?? NAMES_END).test(after));
    if (rule === undefined || deniesRelation(sentence, rule, before)) continue;
    const names = list.mentions.map(mention => nameOf(mention, rule, list.mentions, known));
    return names.flatMap(name => (name === null ? [] : [{ role: rule.role, name, rule: rule.id }]));
  }
  return [];
}

/** A supposition after the names does not deny the relation: `we depend on X, and any failure could …`. */
function deniesRelation(sentence: string, rule: RelationRule, before: string): boolean {
  return NO_RELATION.test(rule.after === undefined ? before : sentence);
}

function nameOf(mention: Mention, rule: RelationRule, mentions: readonly Mention[], known: KnownNames): string | null {
  const isListed =
    mentions.length > 1 &&
    rule.takesPlainLists &&
    mentions.every(one => nameKey(one.name).length > 2 || one.hasLegalForm);
  return fullName(mention, known, isListed);
}
