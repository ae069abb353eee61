import { z } from 'zod';
import { PERSON_KINDS } from '../model/person.ts';

export const personRef = z
  .object({
    slug: z.string().describe('<name>-<first 8 digits of the id>; the digits alone identify the person.'),
    name: z.string().describe('Given name first if the order can be determined, else as filed.'),
    kind: z.enum(PERSON_KINDS),
  })
  .meta({ id: 'PersonRef' });
