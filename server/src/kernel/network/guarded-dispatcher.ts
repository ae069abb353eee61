import { Resolver } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Agent, buildConnector, type Dispatcher } from 'undici';

export interface GuardOptions {
  /** For development only: allows any address, any port and plain http. */
  allowPrivate: boolean;
  /** Resolves a host name to its addresses. Default: DNS. */
  resolve?: ResolveName;
  /** Maximum time for each part of a response; ten seconds by default. */
  responseTimeoutMs?: number;
}

export type ResolveName = (hostname: string) => Promise<readonly string[]>;

/** A request to a non-public address was blocked. The message may be shown to the user who supplied the address. */
export class BlockedAddressError extends Error {
  override readonly name = 'BlockedAddressError';
  readonly code = 'address_not_public';
}

/** A longer response fails with `UND_ERR_RES_EXCEEDED_MAX_SIZE`. */
const MAX_RESPONSE_BYTES = 65_536;
const CONNECT_TIMEOUT_MS = 5_000;
const RESPONSE_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 4_000;
const DNS_TIMEOUT_MS = 1_500;
const DNS_TRIES = 2;
const PORTS = ['', '443', '8443'];

/**
 * Sends requests to addresses that others supply (webhooks, metadata documents) without exposing the internal network:
 * https only, ports 443 and 8443 only, no credentials, public addresses only. Addresses are checked at connection time,
 * so that DNS rebinding has no effect. Follows no redirects, reads at most 64 KiB of a response and waits ten seconds,
 * or `responseTimeoutMs`, for each part of it; the total time is limited by the caller's `signal`. A blocked request fails with {@link
 * BlockedAddressError} before anything is sent.
 */
export function createGuardedDispatcher(options: GuardOptions): Dispatcher {
  // undici performs no lookup for a literal IP address, so the connector checks those itself.
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    lookup: guardedLookup(options),
    autoSelectFamily: true,
  });
  return new Agent({
    connect(target, callback) {
      const problem = findHostProblem(target.protocol, target.hostname, target.port, options);
      if (problem === null) connect(target, callback);
      else callback(new BlockedAddressError(problem), null);
    },
    headersTimeout: options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS,
    bodyTimeout: options.responseTimeoutMs ?? RESPONSE_TIMEOUT_MS,
    maxResponseSize: MAX_RESPONSE_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
  });
}

/**
 * Why a URL can never be requested, judged by its text alone; null if it may be. Its resolved addresses are checked at
 * connection time.
 */
export function findUrlProblem(text: string, options: Pick<GuardOptions, 'allowPrivate'>): string | null {
  if (!URL.canParse(text)) return 'is not an absolute URL';
  // The URL parser drops or escapes them, so that the request would go to another address than the one shown.
  if (/[\p{Cc}\p{Cf}\p{Z}\\]/u.test(text)) return 'must not contain spaces, control characters or backslashes';
  const url = new URL(text);
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  if (url.hash !== '') return 'must not contain a fragment (#…)';
  return findHostProblem(url.protocol, url.hostname, url.port, options);
}

function findHostProblem(
  protocol: string,
  hostname: string,
  port: string,
  { allowPrivate }: Pick<GuardOptions, 'allowPrivate'>,
): string | null {
  if (allowPrivate) return protocol === 'https:' || protocol === 'http:' ? null : 'must be https';
  if (protocol !== 'https:') return 'must be https';
  if (!PORTS.includes(port)) return 'must use port 443 or 8443';
  // The URL parser has normalised decimal, octal, hexadecimal and short forms by now.
  const host = hostname.replace(/^\[|\]$/g, '');
  if (isIP(host) !== 0) return isPublicAddress(host) ? null : `names ${host}, which is not a public address`;
  return LOCAL_NAME.test(host) ? `names ${host}, which is not a public host` : null;
}

/** Names reserved for the local machine or network (RFC 6761, RFC 6762, RFC 8375, ICANN's .internal). */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|home\.arpa)\.?$/i;

function guardedLookup({ allowPrivate, resolve = resolveName }: GuardOptions): LookupFunction {
  return (hostname, { all }, callback) => {
    resolve(hostname).then(
      addresses => {
        const hidden = allowPrivate ? undefined : addresses.find(address => !isPublicAddress(address));
        const [first] = addresses;
        if (hidden !== undefined) {
          callback(new BlockedAddressError(`${hostname} resolves to ${hidden}, which is not a public address`), '', 0);
        } else if (first === undefined) callback(notFound(hostname), '', 0);
        else if (all) callback(null, addresses.map(toLookupAddress));
        else callback(null, first, isIP(first));
      },
      (error: NodeJS.ErrnoException) => callback(error, '', 0),
    );
  };
}

function toLookupAddress(address: string): { address: string; family: number } {
  return { address, family: isIP(address) };
}

/**
 * Uses DNS instead of the system's lookup, which has four threads for the whole process: a few names with unresponsive
 * servers would block all others.
 */
async function resolveName(hostname: string): Promise<string[]> {
  if (/^localhost\.?$/i.test(hostname)) return ['127.0.0.1'];
  const resolver = new Resolver({ timeout: DNS_TIMEOUT_MS, tries: DNS_TRIES });
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)]);
  const found = [ipv4, ipv6].flatMap(result => (result.status === 'fulfilled' ? result.value : []));
  if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason;
  return found;
}

function notFound(hostname: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
}

/**
 * Whether an IP address is reachable from the public internet: global unicast and outside the special ranges of IANA
 * (RFC 6890 and its registries). An IPv4 address embedded in an IPv6 one (mapped, NAT64, 6to4, Teredo, compatible) is
 * rejected: it names a host in two ways, of which only one would be checked. False if the text is not an address.
 */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast' || PLATFORM_ADDRESSES.has(address.toString())) return false;
  // The rest of IPv6 is unallocated and contains the IPv4-compatible forms (::127.0.0.1).
  return address.kind() === 'ipv4' || isGlobal(address.toByteArray());
}

/** 2000::/3. */
function isGlobal([first = 0]: readonly number[]): boolean {
  return first >> 5 === 1;
}

/** Addresses that look public but reach a cloud platform's internal service: Azure's virtual public IP. */
const PLATFORM_ADDRESSES = new Set(['168.63.129.16']);
