import { clockAhead } from './clock-ahead.ts';

/** Japan has had no daylight saving time since 1951: its clock is nine hours ahead of UTC. */
export const japanClock = clockAhead(9);
