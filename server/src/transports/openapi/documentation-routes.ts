import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import type { AnyOperation } from '../../domain/kit/operation.ts';
import {
  contentDigest,
  isNotModified,
  type RenderedResponse,
  sendNotModified,
  sendResponse,
} from '../http/send-response.ts';
import { openApiDocument } from './openapi-document.ts';

const DOCUMENT_URL = '/api/v1/openapi.json';
const ASSETS = '/docs/assets/';
const CACHING = 'public, no-cache';

// Swagger UI sets inline styles and uses data URLs for icons; scripts come from this origin only.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>asfiled API reference</title>
<link rel="stylesheet" href="${ASSETS}swagger-ui.css">
<link rel="icon" href="${ASSETS}favicon-32x32.png">
</head>
<body>
<div id="reference"></div>
<script src="${ASSETS}swagger-ui-bundle.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`;

const START_SCRIPT = `SwaggerUIBundle({
  url: ${JSON.stringify(DOCUMENT_URL)},
  dom_id: '#reference',
  deepLinking: true,
  displayRequestDuration: true,
  persistAuthorization: true,
  tryItOutEnabled: true,
  validatorUrl: null,
});
`;

/** Serves `/api/v1/openapi.json`, and `/docs`, an interactive API reference. Neither requires credentials. */
export async function addDocumentationRoutes(app: FastifyInstance, operations: readonly AnyOperation[]): Promise<void> {
  // Rendered at the first request, because it takes a sixth of the start-up time of the service.
  let rendered: RenderedResponse | null = null;
  app.get(DOCUMENT_URL, { config: { operation: 'openapi' } }, async (request, reply) => {
    rendered ??= renderDocument(operations);
    return isNotModified(request, rendered)
      ? sendNotModified(request, reply, rendered, CACHING)
      : sendResponse(request, reply, rendered, CACHING);
  });
  await app.register(fastifyStatic, {
    root: dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json')),
    prefix: ASSETS,
    index: false,
    allowedPath: path => PUBLIC_ASSETS.has(path),
  });
  app.get('/docs', { config: { operation: 'docs' } }, async (_request, reply) =>
    reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': CONTENT_SECURITY_POLICY,
        'referrer-policy': 'no-referrer',
      })
      .send(PAGE),
  );
  app.get('/docs/start.js', { config: { operation: 'docs' } }, async (_request, reply) =>
    reply.header('content-type', 'text/javascript; charset=utf-8').send(START_SCRIPT),
  );
}

function renderDocument(operations: readonly AnyOperation[]): RenderedResponse {
  const text = JSON.stringify(openApiDocument(operations));
  return { text, digest: contentDigest(text), source: operations };
}

const PUBLIC_ASSETS = new Set(['/swagger-ui.css', '/swagger-ui-bundle.js', '/favicon-32x32.png', '/favicon-16x16.png']);
