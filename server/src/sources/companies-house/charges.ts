import { type JsonObject, objectOf, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { companyPages, readEachPage } from './company-pages.ts';
import { dateOf, numberOrNull, textOrNull } from './read-response.ts';

/** A company's charges. They are checked and not stored: the store has no table for them. */
export const charges = companyPages({
  list: 'charges',
  states: 'charges, which are checked and not stored',
  accepts: 'charges',
  parse: (number, pages) =>
    readEachPage({ number, source: 'charges' }, pages, ({ items }, log) => {
      parseCharges(items, log);
      return null;
    }),
});

/** A charge (mortgage) over a company's property. */
export interface Charge {
  /** `073103900009`; null for charges from before April 2013, which have a number only. */
  chargeCode: string | null;
  chargeNumber: number | null;
  /** `outstanding`, `fully-satisfied`, `part-satisfied`, `satisfied` … */
  status: string;
  createdOn: IsoDate | null;
  deliveredOn: IsoDate | null;
  satisfiedOn: IsoDate | null;
  description: string | null;
  personsEntitled: string[];
}

/** The charges of a page (`chargeList`). An entry without status is an anomaly. */
export function parseCharges(items: readonly JsonObject[], log: AnomalyLog): Charge[] {
  return items.flatMap((item, at) => {
    const status = textOrNull(item.status);
    if (status === null) {
      log.add('bad_charge', `$.items[${at}]`, 'no status');
      return [];
    }
    return [
      {
        chargeCode: textOrNull(item.charge_code),
        chargeNumber: numberOrNull(item.charge_number),
        status,
        createdOn: dateOf(item.created_on),
        deliveredOn: dateOf(item.delivered_on),
        satisfiedOn: dateOf(item.satisfied_on),
        description: textOrNull(objectOf(item.classification).description),
        personsEntitled: objectsOf(item.persons_entitled).flatMap(person => textOrNull(person.name) ?? []),
      },
    ];
  });
}
