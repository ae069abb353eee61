import type { FastifyInstance } from 'fastify';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import { requestOrigin } from '../http/request-origin.ts';
import { contentDigest, isNotModified, sendNotModified, sendResponse } from '../http/send-response.ts';

const CACHING = 'public, no-cache';

/** `/llms.txt` (llmstxt.org): an overview of the service for language models. */
export function addLlmsText(app: FastifyInstance, operations: readonly AnyOperation[]): void {
  app.get('/llms.txt', { config: { operation: 'llms_txt' } }, async (request, reply) => {
    const text = llmsText(operations, requestOrigin(request));
    const response = { text, digest: contentDigest(text), source: null };
    return isNotModified(request, response)
      ? sendNotModified(request, reply, response, CACHING)
      : sendResponse(request, reply, response, CACHING, 'text/markdown; charset=utf-8');
  });
}

/** A title, a summary, how to call, and links to all operations by tag. */
function llmsText(operations: readonly AnyOperation[], base: string): string {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  const isOptional = (tag: string) =>
    operations.every(operation => operation.tag !== tag || typeof operation.tool !== 'string');
  const section = (tag: string) =>
    `## ${tag}\n\n${operations
      .filter(operation => operation.tag === tag)
      .map(operation => describe(operation, base))
      .join('\n')}\n`;
  return `# asfiled

> Company filings, as-filed statements and canonical financials from several national markets. Every figure cites the filing that states it.

- Agents: MCP over Streamable HTTP at ${base}/mcp, with OAuth 2.1 (${base}/.well-known/oauth-protected-resource/mcp) or an API key as \`Authorization: Bearer\`.
- Programs: REST under ${base}/api/v1, with the same credentials. A successful call debits the credits listed below; failed calls and 304 responses are free.
- Find an issuer first and keep its canonical_key. \`null\` with a reason means that the source states no value: never fill it in. Cite filing_id with every figure.

## Reference

- [OpenAPI 3.1](${base}/api/v1/openapi.json): every operation with its schemas, price, plan and a real example
- [API reference](${base}/docs): the same for people, with interactive calls

${tags
  .filter(tag => !isOptional(tag))
  .map(section)
  .join('\n')}
## Optional

${operations
  .filter(({ tag }) => isOptional(tag))
  .map(operation => describe(operation, base))
  .join('\n')}
`;
}

function describe(operation: AnyOperation, base: string): string {
  const { name, route, tag, summary, credits, plan, tool } = operation;
  const price = credits === 0 ? 'free' : `${credits} credit${credits === 1 ? '' : 's'}`;
  const needs = plan === 'public' || plan === 'free' ? '' : `, plan ${plan}`;
  const asTool = typeof tool === 'string' ? `, tool \`${tool}\`` : '';
  return `- [${name}](${base}/docs#/${encodeURIComponent(tag)}/${name}): ${summary}. \`${route}\`, ${price}${needs}${asTool}`;
}
