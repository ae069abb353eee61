/**
 * The accuracy of a number as `decimals` (XBRL 2.1 §4.6.4 to §4.6.6): as stated, or computed from `precision` and the
 * number. Null if the source states none, undefined if the stated text is not an accuracy.
 */
export function accuracyOf(
  decimals: string | undefined,
  precision: string | undefined,
  value: string | null,
): number | 'INF' | null | undefined {
  if (decimals !== undefined) return wholeNumber(decimals);
  if (precision === undefined) return null;
  const digits = wholeNumber(precision);
  if (digits === undefined || digits === 'INF') return digits;
  if (digits < 0) return undefined;
  // A precision of 0 means that nothing is known about the number.
  if (digits === 0 || value === null) return null;
  return /[1-9]/.test(value) ? digits - placesBeforePoint(value) : 'INF';
}

function wholeNumber(text: string): number | 'INF' | undefined {
  const trimmed = text.trim();
  if (trimmed === 'INF') return 'INF';
  return /^[+-]?[0-9]{1,6}$/.test(trimmed) ? Number(trimmed) + 0 : undefined;
}

/** Place of the first significant digit: 3 for 123, 0 for 0.5, -1 for 0.05. */
function placesBeforePoint(value: string): number {
  const [whole = '', fraction = ''] = value.replace('-', '').split('.');
  const significant = whole.replace(/^0+/, '');
  if (significant !== '') return significant.length;
  return -(fraction.length - fraction.replace(/^0+/, '').length);
}
