/** What a manifest says of a loose file, kept beside it. */
export interface Stated {
  form: string;
  filed: string;
  period: string;
}

/** The file name under which it is kept. */
export const STATED_NAME = '-manifest.json';

/** The bytes of what a manifest says of a filing. */
export function encodeStated({ form, filed, period }: Stated): Buffer {
  return Buffer.from(JSON.stringify({ form, filed, period }));
}

/** Empty texts where it says nothing, or is none. */
export function decodeStated(bytes: Buffer | undefined): Stated {
  let root: unknown = null;
  try {
    root = JSON.parse(bytes?.toString('utf8') ?? 'null');
  } catch {
    // Told by its emptiness: the row of a manifest that says nothing.
  }
  const cells = typeof root === 'object' && root !== null ? (root as Record<string, unknown>) : {};
  const cell = (name: keyof Stated) => (typeof cells[name] === 'string' ? cells[name] : '');
  return { form: cell('form'), filed: cell('filed'), period: cell('period') };
}
