/** True where a cut before this UTF-16 unit would part the two halves of one character. */
export function isInsidePair(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}
