import type { CallOptions, Client } from './create-client.ts';
import type { Inputs, OperationName, Outputs } from './operation-types.ts';

/** Operations with cursor pagination. */
export type CursorOperation = {
  [Name in OperationName]: Outputs[Name] extends { items: unknown[]; next_cursor: string | null } ? Name : never;
}[OperationName];

/** Operations with offset pagination. */
export type OffsetOperation = {
  [Name in OperationName]: Outputs[Name] extends { items: unknown[]; total: number } ? Name : never;
}[OperationName];

export type PagedOperation = CursorOperation | OffsetOperation;

type ItemOf<Name extends PagedOperation> = Outputs[Name] extends { items: (infer Item)[] } ? Item : never;

interface Page {
  items: unknown[];
  next_cursor?: string | null;
  total?: number;
}

/**
 * Iterates over all items of a paginated operation and fetches pages on demand:
 * `for await (const document of each(client, 'listDocuments', { ticker: 'AAPL' }))`.
 */
export async function* each<Name extends PagedOperation>(
  client: Client,
  name: Name,
  input: Inputs[Name],
  call: CallOptions = {},
): AsyncGenerator<ItemOf<Name>, void, undefined> {
  const ask = client[name] as unknown as (input: object, call: CallOptions) => Promise<Page>;
  let place: { cursor: string } | { offset: number } | null = null;
  let seen = 'offset' in input && typeof input.offset === 'number' ? input.offset : 0;
  do {
    const page: Page = await ask({ ...input, ...place }, call);
    yield* page.items as ItemOf<Name>[];
    seen += page.items.length;
    place = nextPlace(page, seen);
  } while (place !== null);
}

function nextPlace({ items, next_cursor, total }: Page, seen: number): { cursor: string } | { offset: number } | null {
  if (next_cursor) return { cursor: next_cursor };
  if (total === undefined || items.length === 0 || seen >= total) return null;
  return { offset: seen };
}
