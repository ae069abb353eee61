import { type HttpCall, OPERATIONS, type OperationName } from '../../../client/src/index.ts';

/** A call of the API as a page shows it, by `curl`. */
export interface DocumentedCall {
  page: string;
  /** As it stands there. */
  line: string;
  /** Whether it is shown as one that has an answer over the sample pack (`bash`), and not only as the way to ask (`sh`). */
  hasAnswer: boolean;
  http: HttpCall;
}

/** The calls of a page's code blocks whose addresses are of the API; paths are as the page writes them. */
export function documentedCalls(page: string, text: string): DocumentedCall[] {
  return [...text.matchAll(/```(bash|sh)\n(.*?)```/gs)].flatMap(([, language, block = '']) =>
    [...block.matchAll(/^(?:curl\b.*?[^\\])$/gms)].flatMap(([line]) => {
      const http = readCurl(line);
      return http === null ? [] : [{ page, line, hasAnswer: language === 'bash', http }];
    }),
  );
}

/** Null where it calls something else than the API. */
function readCurl(line: string): HttpCall | null {
  const words = [...line.replaceAll('\\\n', ' ').matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
    ([, single, double, bare]) => single ?? double ?? bare ?? '',
  );
  const [path] = words.flatMap(word => /^(?:http:\/\/127\.0\.0\.1:8080|\$BASE)(\/api\/.*)$/.exec(word)?.[1] ?? []);
  if (path === undefined) return null;
  const after = (flag: string) => (words.includes(flag) ? (words[words.indexOf(flag) + 1] ?? null) : null);
  const body = after('-d');
  return { method: after('-X') ?? (body === null ? 'GET' : 'POST'), path, body };
}

/** The operation that a call is of, with its input: what the client's method takes. */
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
  throw new Error(`no operation is ${method} ${path}`);
}

/** Those without parameters in their path first: `/filings/search` is no filing. */
const OPERATION_NAMES = (Object.keys(OPERATIONS) as OperationName[]).sort(
  (a, b) => OPERATIONS[a].path.split('{').length - OPERATIONS[b].path.split('{').length,
);

function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`);
}
