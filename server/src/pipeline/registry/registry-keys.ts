import { OperatorError } from '../../kernel/operator-error.ts';
import type { RequestSecret } from '../../sources/kit/http/request-secret.ts';
import type { HostKey, Source, SourceDescription } from '../../sources/kit/source.ts';

/** Keys of registries by setting; settings without a value are absent. */
export type RegistryKeys = Readonly<Record<string, string>>;

/** The key as a request to the host carries it. Throws OperatorError naming the setting if it is not set. */
export function secretFor(registry: string, { setting, place, from }: HostKey, keys: RegistryKeys): RequestSecret {
  const key = keys[setting];
  if (key === undefined) {
    throw new OperatorError('wrong_setting', `${registry} requires a key. Set ${setting} (${from}).`);
  }
  if (place.kind === 'query') return { query: { [place.name]: key }, headers: {} };
  const header = place.kind === 'header' ? { [place.name]: key } : { authorization: `Basic ${basic(key)}` };
  return { query: {}, headers: header };
}

/** The key as user name without a password (RFC 7617). */
function basic(key: string): string {
  return Buffer.from(`${key}:`).toString('base64');
}

/** The setting of a host's missing key; null if the host needs none or it is set. */
export function missingKey({ access = [] }: SourceDescription, host: string, keys: RegistryKeys): string | null {
  const key = access.find(entry => entry.host === host)?.key;
  return key === undefined || key.raisesTo !== undefined || keys[key.setting] !== undefined ? null : key.setting;
}

/** A channel and why it is idle; null if it is active. */
export interface ChannelState {
  registry: string;
  channel: string;
  /** Null for a stream, whose connection stays open. */
  cron: string | null;
  timeZone: string | null;
  /** The missing setting, as a sentence fragment. */
  idle: string | null;
}

/** Every channel of some connectors under the settings of a process. */
export function channelStates(
  sources: readonly Source[],
  { contact, discoversOnSchedule, keys }: { contact: string | null; discoversOnSchedule: boolean; keys: RegistryKeys },
): ChannelState[] {
  return sources.flatMap(({ description, schedule, streams = [] }) => {
    const live = streams.map(({ channel, host }) => ({ channel, host, cron: null, timeZone: null }));
    return [...schedule, ...live].map(({ channel, host, cron, timeZone }) => {
      const missing = missingKey(description, host, keys);
      const idle = !discoversOnSchedule
        ? 'ASFILED_SCHEDULE is 0'
        : contact === null
          ? 'ASFILED_CONTACT is not set'
          : missing === null
            ? null
            : `${missing} is not set`;
      return { registry: description.registry, channel, cron, timeZone, idle };
    });
  });
}
