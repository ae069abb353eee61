/** What stands behind the last slash of a path in an archive or of an address; all of it where there is none. */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
