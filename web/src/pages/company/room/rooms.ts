/** Tabs of a company whose data this service does not have yet; one that is built leaves the list. */
export const ROOMS = [
  { room: 'people', label: 'People', what: 'Officers, directors and major holders' },
  { room: 'holders', label: 'Holders', what: 'Institutional holders' },
  { room: 'events', label: 'Events', what: 'Corporate events' },
  { room: 'signals', label: 'Signals', what: 'Signals' },
  { room: 'prices', label: 'Prices', what: 'Prices' },
] as const;
