import { readGuidance } from '../../../figures/guidance/rules/read-guidance.ts';
import type { CallGuidance, SpokenTurn, Transcript } from '../model.ts';

const MAX_STATEMENTS = 40;

type Call = Pick<Transcript, 'speakers' | 'turns' | 'fiscalYear' | 'fiscalPeriod'>;

/**
 * Reads the guidance that executives state in a call, by the rules for releases: `the third quarter` and `the full year` follow the
 * period that the call is about. If no role is known, every turn counts: analysts
 * ask about guidance but rarely state it in one sentence that satisfies the rules.
 */
export function readCallGuidance({ speakers, turns, fiscalYear, fiscalPeriod }: Call): CallGuidance[] {
  const reported = fiscalYear === null || fiscalPeriod === null ? null : { fiscalYear, fiscalPeriod };
  const roles = new Map(speakers.map(({ speaker, role }) => [speaker, role]));
  const speaks = ({ speaker }: SpokenTurn): boolean => {
    const role = speaker === null ? 'other' : roles.get(speaker);
    return role !== 'analyst' && role !== 'operator';
  };
  return turns
    .flatMap((turn, at) =>
      speaks(turn)
        ? readGuidance(turn.text, { filed: null, reported }).map(guidance => ({ ...guidance, turn: at }))
        : [],
    )
    .slice(0, MAX_STATEMENTS);
}
