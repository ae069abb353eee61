/**
 * Loaded into every process of a recording (`--import`): clocks show another time, so that responses do not depend on the
 * day.
 */
const offsetMs = Number(process.env.RECORD_CLOCK_OFFSET_MS);
const now = Date.now;

globalThis.Date = new Proxy(Date, {
  construct: (target, parts, newTarget) =>
    Reflect.construct(target, parts.length === 0 ? [now() + offsetMs] : parts, newTarget),
  get: (target, name) => (name === 'now' ? () => now() + offsetMs : Reflect.get(target, name)),
});

export {};
