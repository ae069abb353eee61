import { addDays, type IsoDate } from '../../kernel/dates.ts';
import type { Clock } from './clock-ahead.ts';
import { emptyDiscovery } from './discovery.ts';
import type { Discovery, KnownIssuer, RegistryClient, RequestedForms, Source, Task } from './source.ts';

/** A channel of a registry: when it is read, and how. */
export interface Channel extends Omit<Source['schedule'][number], 'channel'> {
  /**
   * Discovers what is new since `position`, null at first. `issuers`: those of the store, if {@link
   * Source.asksAboutIssuers}.
   */
  read(
    client: RegistryClient,
    position: string | null,
    forms: RequestedForms,
    issuers: readonly KnownIssuer[],
  ): Promise<Discovery>;
  /**
   * Discovers the channel's part of everything that the registry has, or has published since a day. Absent if there is none.
   */
  readAll?(
    client: RegistryClient,
    since: IsoDate | null,
    forms: RequestedForms,
    issuers: readonly KnownIssuer[],
  ): Promise<Discovery>;
}

type Schedule = Omit<Channel, 'read' | 'readAll'>;

/** A channel of lists that are read whole each time. */
export function lists({ tasks, ...schedule }: Schedule & { tasks(client: RegistryClient): Task[] }): Channel {
  const read = async (client: RegistryClient): Promise<Discovery> => ({ ...emptyDiscovery(), tasks: tasks(client) });
  return { ...schedule, read, readAll: read };
}

export interface DailyChannel extends Schedule {
  /** The clock by which the registry dates. */
  clock: Clock;
  /** Days that the first run goes back. */
  first: number;
  /** Days before the position that are read again: registries complete a day after it has ended. */
  again: number;
  /** Days that one run reads at most; the next run continues. */
  most: number;
  /** Days after today that are read too, for registries that date ahead. */
  ahead?: number;
  /** Adds the documents of a day to a discovery. */
  readDay(client: RegistryClient, day: IsoDate, forms: RequestedForms, discovery: Discovery): Promise<void>;
}

/** A channel that is read day by day; its position is the last day that was read. */
export function byDay(channel: DailyChannel): Channel {
  const { clock, first, again, most, ahead = 0, readDay, ...schedule } = channel;
  const readDays = async (
    client: RegistryClient,
    { from, to }: { from: IsoDate; to: IsoDate },
    forms: RequestedForms,
  ): Promise<Discovery> => {
    const discovery = emptyDiscovery();
    for (let day = from; day <= addDays(to, ahead); day = addDays(day, 1)) await readDay(client, day, forms, discovery);
    return discovery;
  };
  return {
    ...schedule,
    async read(client, position, forms) {
      const days = daysToRead(position, clock.at(client.now()).date, { first, again, most });
      return { ...(await readDays(client, days, forms)), position: days.to };
    },
    async readAll(client, since, forms) {
      if (since === null) return emptyDiscovery();
      return readDays(client, { from: since, to: clock.at(client.now()).date }, forms);
    },
  };
}

/** The days that a run reads, both included; `position` is the last that was read, null at first. */
export function daysToRead(
  position: IsoDate | null,
  today: IsoDate,
  { first, again, most }: Pick<DailyChannel, 'first' | 'again' | 'most'>,
): { from: IsoDate; to: IsoDate } {
  const from = position === null ? addDays(today, -first) : addDays(position, -again);
  const last = addDays(from, most);
  return { from, to: last < today ? last : today };
}
