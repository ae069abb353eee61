import { z } from 'zod';
import { isoDate } from '../../../kit/fields.ts';
import { personRef, relation, sinceMeaning } from '../../people/views/people-shapes.ts';

/** The longest current mandate at a company that matches a screen. */
export const holderMatch = z
  .object({
    predicate: z.literal('holders'),
    match_date: isoDate.nullable().describe('Always null: a mandate is not an event.'),
    person: personRef,
    relation,
    role_title: z.string().nullable(),
    since_date: isoDate,
    since_meaning: sinceMeaning,
    tenure_years: z.number(),
  })
  .meta({ id: 'HolderMatch' });
