/** The key under which an IP address is rate limited: IPv6 addresses share their /64, which one household owns. */
export function addressKey(address: string): string {
  if (!address.includes(':')) return address;
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped !== undefined) return mapped;
  const [head = '', tail = ''] = address.split('::');
  const groups = head.split(':');
  const missing = Math.max(0, 8 - groups.length - tail.split(':').length);
  return [...groups, ...new Array(missing).fill('0'), ...tail.split(':')].slice(0, 4).join(':');
}
