/** A key: parameters of the query, or headers. */
export interface RequestSecret {
  query: Readonly<Record<string, string>>;
  headers: Readonly<Record<string, string>>;
}

export function withSecret(url: string, secret: RequestSecret | undefined): string {
  if (secret === undefined || Object.keys(secret.query).length === 0) return url;
  const addressed = new URL(url);
  for (const [name, value] of Object.entries(secret.query)) addressed.searchParams.set(name, value);
  return addressed.href;
}

/** A redirect may repeat the query of the request. */
export function withoutSecret(url: URL, secret: RequestSecret | undefined): string {
  for (const name of Object.keys(secret?.query ?? {})) url.searchParams.delete(name);
  return url.href;
}
