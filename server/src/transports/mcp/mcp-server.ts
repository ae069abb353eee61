import { randomUUID } from 'node:crypto';
import { ProtocolError, ProtocolErrorCode, Server, type Tool } from '@modelcontextprotocol/server';
import type { Access } from '../../accounts/account.ts';
import { planReaches } from '../../accounts/plans.ts';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { messageOf } from '../../kernel/errors.ts';
import type { Log } from '../../kernel/log.ts';
import { type CallServices, scopeOf } from '../calls.ts';
import { ToolCaller } from './call-tool.ts';
import { PROMPTS, readArguments } from './prompts.ts';
import { toToolError } from './tool-errors.ts';
import { buildTools, type OperationTool } from './tool-list.ts';

const INSTRUCTIONS =
  'Company filings, as-filed statements and canonical financials from several markets. Find an issuer with search_ticker, its filings with discover_filings or list_filings, figures with get_company_financials, text with list_filing_sections and get_filing_section, words across filings with search_filings. Every figure names its filing: cite filing_id. null with a reason means that the source states no value: never fill it in. A truncated result ends with continue_with: the arguments of the call that returns the rest, free of charge. Figures are compact (values, filing_id, flags; missing lists codes by reason): view=full adds concept, method, period and place of each value. A call costs one credit unless its tool states another price. Common parameters: ticker in any case (BRK.B, BRK-B); market and market_id from list_markets (us, jp …); lei, isin and canonical_key from search_ticker; filing_id as any response gives it (sec-edgar:0000320193-24-000123), or its UUID form; limit and offset count rows; cursor is next_cursor of the previous page; window is 7d, 1m, 3m, 6m, 1y, 3y or 5y, and window_days is the same in days; as_of uses only what was known by the end of that day (UTC); fiscal_year is as the company counts; fiscal_period is fy, q1 to q4, h1, h2, 9m, ttm or transition; read_by is rules or model. The error for an invalid value lists the valid ones.';

const SECTION_URI = /^asfiled:\/\/filings\/([^/]{1,128})\/sections\/([^/]{1,128})$/;
const SECTION_TOOL = 'get_filing_section';

/** Creates the MCP servers of a process: one per request over HTTP, one per connection over stdio. */
export class McpServers {
  readonly #tools: ReadonlyMap<string, OperationTool>;
  readonly #caller: ToolCaller;
  readonly #log: Log;

  constructor(operations: readonly AnyOperation[], services: CallServices, log: Log) {
    this.#tools = new Map(buildTools(operations).map(tool => [tool.description.name, tool]));
    this.#caller = new ToolCaller(services);
    this.#log = log;
  }

  /**
   * Creates a server for an account, with the tools of its plan and the scopes of its credential. Calls `accessOf` for each
   * message, because a connection may outlive a key. Logs faults with `requestId`.
   */
  create(accessOf: () => Promise<Access>, requestId: string = randomUUID()): Server {
    const server = new Server(
      { name: 'asfiled', title: 'asfiled', version: '1.0.0' },
      { capabilities: { tools: {}, resources: {}, prompts: {} }, instructions: INSTRUCTIONS },
    );
    server.setRequestHandler('tools/list', async () => ({ tools: this.#toolsFor(await accessOf()) }));
    server.setRequestHandler('tools/call', async ({ params }) =>
      this.#callTool(await accessOf(), requestId, params.name, params.arguments ?? {}),
    );
    server.setRequestHandler('resources/list', () => ({ resources: [] }));
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [SECTION_TEMPLATE] }));
    server.setRequestHandler('resources/read', async ({ params }) =>
      this.#readResource(await accessOf(), requestId, params.uri),
    );
    server.setRequestHandler('prompts/list', () => ({
      prompts: PROMPTS.map(({ text: _text, ...prompt }) => prompt),
    }));
    server.setRequestHandler('prompts/get', ({ params }) => getPrompt(params.name, params.arguments ?? {}));
    return server;
  }

  #toolsFor({ account, credential }: Access): Tool[] {
    return [...this.#tools.values()].flatMap(({ operation, description }) =>
      operation.plan === 'public' ||
      (planReaches(account.plan, operation.plan) && credential.scopes.includes(scopeOf(operation)))
        ? [description]
        : [],
    );
  }

  async #callTool(access: Access, requestId: string, name: string, args: Record<string, unknown>) {
    const tool = this.#tools.get(name);
    if (tool === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${name.slice(0, 64)}`);
    try {
      const result = await this.#caller.call(tool, access, args);
      return { structuredContent: { ...result }, content: [toText(result)] };
    } catch (error) {
      const toolError = toToolError(error, requestId);
      if (toolError.error === 'internal_error') this.#log.error({ err: error, request_id: requestId }, 'tool failed');
      return { isError: true, content: [toText(toolError)] };
    }
  }

  /** Reads a section as Markdown, at the price of the tool. */
  async #readResource(access: Access, requestId: string, uri: string) {
    const section = sectionOf(uri);
    const tool = this.#tools.get(SECTION_TOOL);
    if (section === null || tool === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource: ${uri.slice(0, 256)}`);
    }
    const question = { ...section, content_format: 'markdown' };
    try {
      const result = await this.#caller.call(tool, access, question);
      const text = 'content' in result && typeof result.content === 'string' ? result.content : '';
      return { contents: [{ uri, mimeType: 'text/markdown', text }] };
    } catch (error) {
      const toolError = toToolError(error, requestId);
      if (toolError.error === 'internal_error') {
        this.#log.error({ err: error, request_id: requestId }, 'resource failed');
      }
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `${toolError.message} ${toolError.next_step}`);
    }
  }
}

/** The section that a URI names; null if it names none, or a `%` in it is not an escape of UTF-8. */
function sectionOf(uri: string): { filing_id: string; section_key: string } | null {
  const [, filingId, sectionKey] = SECTION_URI.exec(uri) ?? [];
  if (filingId === undefined || sectionKey === undefined) return null;
  try {
    return { filing_id: decodeURIComponent(filingId), section_key: decodeURIComponent(sectionKey) };
  } catch {
    return null;
  }
}

const SECTION_TEMPLATE = {
  uriTemplate: 'asfiled://filings/{filing_id}/sections/{section_key}',
  name: 'filing_section',
  title: 'Section of a filing',
  description: 'One section of a filing as Markdown. list_filing_sections returns the keys. Costs 2 credits.',
  mimeType: 'text/markdown',
};

function toText(content: object): { type: 'text'; text: string } {
  return { type: 'text', text: JSON.stringify(content) };
}

function getPrompt(name: string, args: Readonly<Record<string, unknown>>) {
  const prompt = PROMPTS.find(known => known.name === name);
  if (prompt === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name.slice(0, 64)}`);
  try {
    const text = prompt.text(readArguments(prompt, args));
    return {
      description: prompt.description,
      messages: [{ role: 'user' as const, content: { type: 'text' as const, text } }],
    };
  } catch (error) {
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, messageOf(error));
  }
}
