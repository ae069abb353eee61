import type { CallSession, Speaker, SpeakerRole, SpokenTurn } from '../../../domain/disclosures/transcripts/model.ts';

/** Roles of speakers, and sessions of turns, for all connectors of transcripts. */

/** More turns, and longer ones, than any call has. */
export const MAX_TURNS = 5_000;
const LONGEST_TURN = 200_000;

/** The role of a speaker, by name and job title. */
export function roleOf(speaker: string, jobTitle: string | null): SpeakerRole {
  if (/^(?:conference )?(?:operator|moderator|coordinator)$/i.test(speaker.trim())) return 'operator';
  if (jobTitle === null) return 'other';
  if (/^(?:operator|moderator)$/i.test(jobTitle)) return 'operator';
  if (EXECUTIVE.test(jobTitle) && !SELL_SIDE.test(jobTitle)) return 'executive';
  if (/\b(?:analyst|research)\b/i.test(jobTitle)) return 'analyst';
  return 'executive';
}

const EXECUTIVE = /\b(?:chief|c[efiot]o|president|chair(?:man|woman|person)?|investor relations|\bir\b|founder)\b/i;
const SELL_SIDE = /\b(?:analyst|research)\b/i;

/** Stored text: without NUL, lone surrogates, empty lines and blanks at the ends of lines. */
export function plainText(text: string): string {
  return text
    .replaceAll('\u0000', '')
    .toWellFormed()
    .split(/\r\n?|\n/)
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('\n')
    .slice(0, LONGEST_TURN);
}

/** Each speaker once, in the order of their first turns. */
export function eachOnce(speakers: readonly Speaker[]): Speaker[] {
  const byName = new Map<string, Speaker>();
  for (const one of speakers) {
    const known = byName.get(one.speaker);
    if (known === undefined) byName.set(one.speaker, one);
    else if (known.jobTitle === null && one.jobTitle !== null) byName.set(one.speaker, one);
  }
  return [...byName.values()];
}

const CALLS_FOR_QUESTIONS =
  /\b(?:(?:our|the|your) (?:very )?first question|first question (?:today )?(?:comes|is coming|will come|is) from)\b/i;

/**
 * The sessions of turns that a transcript does not divide: questions begin where an operator, or a speaker of unknown role,
 * announces the first one. Null for all turns if nothing is announced.
 */
export function findSessions(turns: readonly SpokenTurn[], speakers: readonly Speaker[]): SpokenTurn[] {
  const roles = new Map(speakers.map(speaker => [speaker.speaker, speaker.role]));
  const first = turns.findIndex(({ speaker, text }) => {
    const role = speaker === null ? null : roles.get(speaker);
    return (role === 'operator' || role === 'other') && CALLS_FOR_QUESTIONS.test(text);
  });
  if (first < 1) return turns.map(turn => ({ ...turn, session: null }));
  return turns.map((turn, at) => ({ ...turn, session: (at < first ? 'prepared' : 'qa') satisfies CallSession }));
}
