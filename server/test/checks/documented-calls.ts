import { type HttpCall, OPERATIONS, type OperationName } from '../../../client/src/index.ts';

/** A `curl` call of the API in a docs page. */
export interface DocumentedCall {
  page: string;
  /** The path as written. */
  line: string;
  /** Whether the call returns data over the sample pack (a `bash` block); `sh` blocks show syntax only. */
  hasAnswer: boolean;
  http: HttpCall;
}

/** The API calls in the code blocks of a page, with paths as written. */
export function documentedCalls(page: string, text: string): DocumentedCall[] {
  return [...text.matchAll(/```(bash|sh)\n(.*?)```/gs)].flatMap(([, language, block = '']) =>
    [...block.matchAll(/^(?:curl\b.*?[^\\])$/gms)].flatMap(([line]) => {
      const http = readCurl(line);
      return http === null ? [] : [{ page, line, hasAnswer: language === 'bash', http }];
    }),
  );
}

/** Null if it does not call the API, or sends a file of the reader's. */
function readCurl(line: string): HttpCall | null {
  const words = [...line.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  const [path] = words.flatMap(word => /^(?:http:\/\/127\.0\.0\.1:8080|\$BASE)(\/api\/.*)$/.exec(word)?.[1] ?? []);
  if (path === undefined || words.includes('--data-binary')) return null;
  // With -G, curl appends these to the address.
  const fields = words.includes('-G') ? words.filter((_word, at) => words[at - 1] === '--data-urlencode') : [];
  const after = (flag: string) => (words.includes(flag) ? (words[words.indexOf(flag) + 1] ?? null) : null);
  const body = after('-d');
  return { method: after('-X') ?? (body === null ? 'GET' : 'POST'), path: withQuery(path, fields), body };
}

/** A path with fields `name=value`, whose values are not encoded yet. */
function withQuery(path: string, fields: readonly string[]): string {
  const url = new URL(path, 'http://127.0.0.1');
  for (const field of fields) {
    const at = field.indexOf('=');
    url.searchParams.append(field.slice(0, at), field.slice(at + 1));
  }
  return fields.length === 0 ? path : `${url.pathname}${url.search}`;
}

/** The operation of a call and its input, as the client's method takes them. */
export function asClientCall({ method, path, body }: HttpCall): {
  name: OperationName;
  input: Record<string, unknown>;
} {
  const url = new URL(path, 'http://127.0.0.1');
  for (const name of OPERATION_NAMES) {
    const operation = OPERATIONS[name];
    const match = operation.method === method && patternOf(operation.path).exec(url.pathname);
    if (!match) continue;
    const inPath = Object.entries(match.groups ?? {}).map(([key, value]) => [key, decodeURIComponent(value)]);
    const inQuery = [...new Set(url.searchParams.keys())].map(key => {
      const values = url.searchParams.getAll(key);
      return [key, values.length === 1 ? values[0] : values];
    });
    return {
      name,
      input: { ...Object.fromEntries([...inQuery, ...inPath]), ...(body === null ? {} : JSON.parse(body)) },
    };
  }
  throw new Error(`No operation has the route ${method} ${path}.`);
}

/** Operations without path parameters first, so that `/filings/search` is not read as a filing id. */
const OPERATION_NAMES = (Object.keys(OPERATIONS) as OperationName[]).sort(
  (a, b) => OPERATIONS[a].path.split('{').length - OPERATIONS[b].path.split('{').length,
);

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}
