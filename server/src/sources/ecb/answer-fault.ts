import { failed, startOf, wrongForm } from '../kit/http/answer-form.ts';
import type { ResponseFault } from '../kit/source.ts';
import { faultOfCurve, isCurve } from './yield-curve.ts';

/** What is wrong with an answer: tables come in a zip, lists as XML of their own root element, the curve as text. */
export function validateResponse(url: string, bytes: Buffer): ResponseFault | null {
  if (isCurve(url)) return faultOfCurve(bytes);
  if (url.endsWith('.zip')) return wrongForm(bytes, ['zip']);
  const fault = wrongForm(bytes, ['markup']);
  if (fault !== null) return fault;
  const start = startOf(bytes);
  return /<(?:\w+:)?Envelope[\s>]/.test(start) ? null : failed('html_instead_of_xml', start.slice(0, 200));
}
