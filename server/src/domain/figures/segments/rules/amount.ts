import { decimalPlaces, toScaledInteger } from '../../../../kernel/exact-number.ts';
/** Amounts of one company as whole numbers of its smallest place, so that sums are exact. */
export interface Scale {
  toAmount(value: string): bigint;
  toValue(amount: bigint): string;
  /** Half of the last place that counts, of a fact filed with `decimals`; 0 where it is exact. */
  halfPlace(decimals: number | 'INF' | null): bigint;
}

/** The scale of amounts written without an exponent: that of the one with the most decimals. */
export function scaleOf(values: readonly string[]): Scale {
  const places = values.reduce((most, value) => Math.max(most, decimalPlaces(value)), 1);
  return {
    toAmount: value => toScaledInteger(value, places),
    toValue: amount => shown(amount, places),
    halfPlace: decimals => {
      if (typeof decimals !== 'number' || decimals >= places || decimals < -MAX_PLACES) return 0n;
      return 10n ** BigInt(places - decimals) / 2n;
    },
  };
}

const MAX_PLACES = 30;

function shown(amount: bigint, places: number): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(places + 1, '0');
  const fraction = digits.slice(-places).replace(/0+$/, '');
  const whole = digits.slice(0, -places);
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}
