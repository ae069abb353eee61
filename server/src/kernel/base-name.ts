/** The part of an archive path or URL after the last slash; the whole text if there is no slash. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
