/** PostgreSQL's text holds no NUL and no half of a pair; the replacement character keeps the offsets of what follows. */
export function storable(text: string): string {
  return text.replaceAll('\u0000', '\ufffd').toWellFormed();
}
