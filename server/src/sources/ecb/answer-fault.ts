import { failed, startOf, wrongForm } from '../answer-form.ts';
import type { AnswerFault } from '../source.ts';
import { faultOfCurve, isCurve } from './yield-curve.ts';

/** What is wrong with an answer: tables come in a zip, lists as XML of their own root element, the curve as text. */
export function faultOf(url: string, bytes: Buffer): AnswerFault | null {
  if (isCurve(url)) return faultOfCurve(bytes);
  if (url.endsWith('.zip')) return wrongForm(bytes, ['zip']);
  const fault = wrongForm(bytes, ['markup']);
  if (fault !== null) return fault;
  const start = startOf(bytes);
  return /<(?:\w+:)?Envelope[\s>]/.test(start) ? null : failed('html_instead_of_xml', start.slice(0, 200));
}
