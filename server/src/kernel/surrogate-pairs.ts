/** True where a cut before this UTF-16 unit would part the two halves of one character. */
export function isInsidePair(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** At most so many UTF-16 units of a text, without half a character at the end. */
export function beginningOf(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const last = text.charCodeAt(chars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}
