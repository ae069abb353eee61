const SAYING =
  '(?:sa(?:id|ys)|add(?:ed|s)|stat(?:ed|es)|not(?:ed|es)|comment(?:ed|s|ing)|remark(?:ed|s)|continu(?:ed|es)|explain(?:ed|s)|conclud(?:ed|es))';
/** Characters of one sentence, outside quotation marks. */
const WITHIN = '(?:[^"“”.]|(?<=\\b(?:Mr|Mrs|Ms|Dr|Jr|Sr|Inc|Corp|Co|\\p{Lu}))\\.)';
/** `,” said Ms. Roe, chair`: who speaks, behind the words. */
const SPEAKER_BEHIND = new RegExp(`["”]\\s{0,3},?\\s{0,3}${SAYING}\\s{1,3}(${WITHIN}{2,80})`, 'gu');
/** `Jane Roe, chair, said: “`: who speaks, before the words. */
const SPEAKER_BEFORE = new RegExp(`(${WITHIN}{2,200}?)\\b${SAYING}\\b[^"“”]{0,60}[:,]\\s{0,3}["“]`, 'gu');
/** `” Ms. Roe said.` */
const SPEAKER_AFTER = new RegExp(`["”]\\s{0,3}(${WITHIN}{2,80}?)\\s${SAYING}\\b`, 'gu');

/** The words of a paragraph that name who speaks what it quotes; empty if it quotes nobody. */
export function speakersIn(paragraph: string): string {
  if (!/["“]/.test(paragraph)) return '';
  return [SPEAKER_BEHIND, SPEAKER_BEFORE, SPEAKER_AFTER]
    .flatMap(pattern => [...paragraph.matchAll(pattern)].map(([, words = '']) => words))
    .join(' ; ');
}

/** Whether a place in a text is within quotation marks, given whether its beginning is. */
export function isQuotedAt(text: string, place: number, isOpen: boolean): boolean {
  let open = isOpen;
  for (const [mark] of text.slice(0, place).matchAll(/["“”]/g)) open = mark === '"' ? !open : mark === '“';
  return open;
}
