/** The statements of a manifest about an imported file, stored with it. */
export interface Stated {
  form: string;
  filed: string;
  period: string;
}

/** The file name under which it is kept. */
export const STATED_NAME = '-manifest.json';

/** The statements of a manifest about a filing, as bytes. */
export function encodeStated({ form, filed, period }: Stated): Buffer {
  return Buffer.from(JSON.stringify({ form, filed, period }));
}

/** Empty texts if the manifest states nothing, or the bytes are invalid. */
export function decodeStated(bytes: Buffer | undefined): Stated {
  let root: unknown = null;
  try {
    root = JSON.parse(bytes?.toString('utf8') ?? 'null');
  } catch {
    // An invalid row of a manifest counts as empty.
  }
  const cells = typeof root === 'object' && root !== null ? (root as Record<string, unknown>) : {};
  const cell = (name: keyof Stated) => (typeof cells[name] === 'string' ? cells[name] : '');
  return { form: cell('form'), filed: cell('filed'), period: cell('period') };
}
