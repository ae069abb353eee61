import { z } from 'zod';

/** One environment variable. `docs/reference/configuration.md` is generated from these. */
export interface Setting<T = unknown> {
  name: string;
  description: string;
  /** The accepted values, in words. */
  allowed: string;
  /** As written in the environment; null = unset. */
  default: string | null;
  /** The default in words, if it depends on the machine. */
  defaultInWords?: string;
  schema: z.ZodType<T, string>;
  /** Never repeated in a message. */
  isSecret?: boolean;
}

export function setting<T>(definition: Setting<T>): Setting<T> {
  return definition;
}

export const text = z.string();
export const count = z.string().regex(/^\d+$/).transform(Number);

export function wholeNumber(from: number, to: number): Pick<Setting<number>, 'allowed' | 'schema'> {
  return { allowed: `a whole number from ${from} to ${to}`, schema: count.pipe(z.number().min(from).max(to)) };
}

export const onOrOff: Pick<Setting<boolean>, 'allowed' | 'schema'> = {
  allowed: '1 (yes) or 0 (no)',
  schema: z.enum(['0', '1']).transform(value => value === '1'),
};
