import { readGuidance } from '../../../figures/guidance/rules/read-guidance.ts';
import type { CallGuidance, Speaker, SpokenTurn } from '../model/transcript.ts';

const MOST_STATEMENTS = 40;

/**
 * Guidance that executives state in a call, by the rules for releases. Where nobody's role is known every turn counts: analysts ask
 * about guidance, and don't state it in one sentence with all that the rules ask for.
 */
export function readCallGuidance(speakers: readonly Speaker[], turns: readonly SpokenTurn[]): CallGuidance[] {
  const roles = new Map(speakers.map(({ speaker, role }) => [speaker, role]));
  const speaks = ({ speaker }: SpokenTurn): boolean => {
    const role = speaker === null ? 'other' : roles.get(speaker);
    return role !== 'analyst' && role !== 'operator';
  };
  return turns
    .flatMap((turn, at) => (speaks(turn) ? readGuidance(turn.text).map(one => ({ ...one, turn: at })) : []))
    .slice(0, MOST_STATEMENTS);
}
