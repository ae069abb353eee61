/** The English names of the months, in order. */
export const MONTH_NAMES: readonly string[] = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** The months as alternatives of a pattern: `January|February|…`. */
export const ANY_MONTH = MONTH_NAMES.join('|');
