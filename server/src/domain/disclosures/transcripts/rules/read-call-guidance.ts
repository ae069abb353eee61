import { readGuidance } from '../../../figures/guidance/rules/read-guidance.ts';
import type { CallGuidance, Speaker, SpokenTurn } from '../model.ts';

const MAX_STATEMENTS = 40;

/**
 * Reads the guidance that executives state in a call, by the rules for releases. If no role is known, every turn counts: analysts
 * ask about guidance but rarely state it in one sentence that satisfies the rules.
 */
export function readCallGuidance(speakers: readonly Speaker[], turns: readonly SpokenTurn[]): CallGuidance[] {
  const roles = new Map(speakers.map(({ speaker, role }) => [speaker, role]));
  const speaks = ({ speaker }: SpokenTurn): boolean => {
    const role = speaker === null ? 'other' : roles.get(speaker);
    return role !== 'analyst' && role !== 'operator';
  };
  return turns
    .flatMap((turn, at) => (speaks(turn) ? readGuidance(turn.text).map(guidance => ({ ...guidance, turn: at })) : []))
    .slice(0, MAX_STATEMENTS);
}
