/** Whether a cut before this UTF-16 unit would split a surrogate pair. */
export function splitsSurrogatePair(text: string, index: number): boolean {
  const unit = text.charCodeAt(index);
  return unit >= 0xdc00 && unit <= 0xdfff;
}

/** The first `chars` UTF-16 units of a text, without half a surrogate pair at the end. */
export function truncate(text: string, chars: number): string {
  if (text.length <= chars) return text;
  const last = text.charCodeAt(chars - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? chars - 1 : chars);
}
