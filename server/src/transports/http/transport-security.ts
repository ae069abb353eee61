/**
 * HSTS (RFC 6797), for responses of a service whose public address is https. Without includeSubDomains, because other
 * services may use names below this one.
 */
export const TRANSPORT_SECURITY = { 'strict-transport-security': 'max-age=31536000' } as const;
