import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is one that anybody on the internet may call: global unicast, and none of the special ranges of
 * IANA (RFC 6890 and its registries). An IPv4 address inside an IPv6 one (mapped, NAT64, 6to4, Teredo, compatible) is
 * not: it names a host in two ways, of which only one would be looked at. False for what is no address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || PLATFORM_ADDRESSES.has(address.toString())) return false;
  // The rest of IPv6 is not given out to anybody, and holds the IPv4-compatible forms (::127.0.0.1).
  return address.kind() === 'ipv4' || isGlobal(address.toByteArray());
}

/** 2000::/3. */
function isGlobal([first = 0]: readonly number[]): boolean {
  return first >> 5 === 1;
}

/** Looks public and is not: where Azure's machines find what runs them. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);
