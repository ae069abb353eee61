import { truncate } from '../../../../kernel/text/surrogate-pairs.ts';
import type { SpokenTurn } from '../model.ts';

/** Characters per part. With names and analysis, a response stays within the limits of agents. */
export const MAX_PART_CHARS = 12_000;

/** A turn or a piece of one, with the index of the turn in the call. */
export interface PlacedTurn extends SpokenTurn {
  order: number;
}

/** Splits the turns of a call into parts. A turn longer than a part is cut at paragraph, sentence or word ends. */
export function cutTurns(turns: readonly SpokenTurn[]): PlacedTurn[][] {
  const parts: PlacedTurn[][] = [[]];
  let room = MAX_PART_CHARS;
  for (const [order, turn] of turns.entries()) {
    for (const text of piecesOf(turn.text)) {
      if (text.length > room && room < MAX_PART_CHARS) {
        parts.push([]);
        room = MAX_PART_CHARS;
      }
      parts.at(-1)?.push({ ...turn, order, text });
      room -= text.length;
    }
  }
  return parts;
}

/** Splits a text into pieces whose concatenation is the text. */
function piecesOf(text: string): string[] {
  const pieces: string[] = [];
  let rest = text;
  while (rest.length > MAX_PART_CHARS) {
    const piece = firstPiece(rest);
    pieces.push(piece);
    rest = rest.slice(piece.length);
  }
  return rest === '' && pieces.length > 0 ? pieces : [...pieces, rest];
}

function firstPiece(text: string): string {
  const most = truncate(text, MAX_PART_CHARS);
  const at = [most.lastIndexOf('\n'), most.lastIndexOf('. ') + 1, most.lastIndexOf(' ')].find(
    end => end > MAX_PART_CHARS / 2,
  );
  return at === undefined ? most : most.slice(0, at + 1);
}
