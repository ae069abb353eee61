import { type JsonObject, objectOf, objectsOf } from '../../formats/json-object.ts';
import type { AnomalyLog } from '../../kernel/anomaly-log.ts';
import type { IsoDate } from '../../kernel/dates.ts';
import { dateOf, textOrNull } from './read-json.ts';

/** A charge (mortgage) over a company's property. */
export interface Charge {
  /** `073103900009`; charges from before April 2013 have a number alone. */
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

/** A company's charges (`chargeList`). An entry without status is an anomaly. */
export function parseCharges(answer: JsonObject, log: AnomalyLog): Charge[] {
  return objectsOf(answer.items).flatMap((item, at) => {
    const status = textOrNull(item.status);
    if (status === null) {
      log.add('bad_charge', `$.items[${at}]`, 'no status');
      return [];
    }
    return [
      {
        chargeCode: textOrNull(item.charge_code),
        chargeNumber: typeof item.charge_number === 'number' ? item.charge_number : null,
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
