import { z } from 'zod';
import { PERSON_KINDS } from '../model/person.ts';

export const personRef = z
  .object({
    slug: z.string().describe('<name>-<first 8 digits of the id>; the digits alone say who it is.'),
    name: z.string().describe('In reading order where that is safe, else as filed.'),
    kind: z.enum(PERSON_KINDS),
  })
  .meta({ id: 'PersonRef' });
