/**
 * Preloaded into a service (`NODE_OPTIONS=--import=…`) whose responses a test compares with recorded ones: tenures,
 * windows and what counts as recent depend on the day of the call. The clock runs on from the start of this day.
 */
const FIXED_DAY = '2026-11-28T00:00:00Z';

const offsetMs = Date.parse(FIXED_DAY) - Date.now();
const systemNow = Date.now;
const now = () => systemNow() + offsetMs;

globalThis.Date = new Proxy(Date, {
  construct: (target, args, self) => Reflect.construct(target, args.length === 0 ? [now()] : args, self),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
});
