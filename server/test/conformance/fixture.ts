import { setTimeout as sleep } from 'node:timers/promises';
import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';

/** The tools, prompts and resources that the MCP conformance suite calls, with the texts that it expects. */

/** One red pixel. */
const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==';
/** Silence at 8 kHz. */
const WAV = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=';

/** As text, because a member called `then` would make the object a promise. */
const ADDRESS_SCHEMA = JSON.parse(`{
  "$schema": "https://json-schema.org/draft/2020-12/schema",
  "type": "object",
  "$defs": {
    "address": {
      "$anchor": "addressDef",
      "type": "object",
      "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
    }
  },
  "properties": {
    "name": { "type": "string" },
    "address": { "$ref": "#/$defs/address" },
    "contactMethod": { "type": "string", "enum": ["phone", "email"] },
    "phone": { "type": "string" },
    "email": { "type": "string" }
  },
  "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
  "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
  "then": { "required": ["phone"] },
  "else": { "required": ["email"] },
  "additionalProperties": false
}`) as Tool['inputSchema'];

const NOTHING = { type: 'object' as const, properties: {} };

type Call = (context: ServerContext) => CallToolResult | Promise<CallToolResult>;

const text = (value: string): CallToolResult => ({ content: [{ type: 'text', text: value }] });

const CALLS: Readonly<Record<string, Call>> = {
  test_simple_text: () => text('This is a simple text response for testing.'),
  test_image_content: () => ({ content: [{ type: 'image', data: PNG, mimeType: 'image/png' }] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      {
        type: 'resource',
        resource: {
          uri: 'test://embedded-resource',
          mimeType: 'text/plain',
          text: 'This is an embedded resource content.',
        },
      },
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      { type: 'text', text: 'Multiple content types test:' },
      { type: 'image', data: PNG, mimeType: 'image/png' },
      {
        type: 'resource',
        resource: {
          uri: 'test://mixed-content-resource',
          mimeType: 'application/json',
          text: '{"test":"data","value":123}',
        },
      },
    ],
  }),
  test_error_handling: () => ({ ...text('This tool intentionally returns an error for testing'), isError: true }),
  test_tool_with_progress: async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) {
        await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
      }
      await sleep(50);
    }
    return text('Progress was reported.');
  },
  test_tool_with_logging: async ({ mcpReq }) => {
    for (const said of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await mcpReq.log('info', said);
      await sleep(50);
    }
    return text('It was logged.');
  },
  test_logging_tool: async ({ mcpReq }) => {
    await mcpReq.log('info', 'for those alone who ask for it');
    return text('It was logged.');
  },
  json_schema_2020_12_tool: () => text('The schema is what matters.'),
};

const TOOLS: Tool[] = Object.keys(CALLS).map(name => ({
  name,
  description: `What the conformance suite requires of ${name}.`,
  inputSchema: name === 'json_schema_2020_12_tool' ? ADDRESS_SCHEMA : NOTHING,
}));

const RESOURCES = [
  { uri: 'test://static-text', name: 'static_text', description: 'Plain text.', mimeType: 'text/plain' },
  { uri: 'test://static-binary', name: 'static_binary', description: 'A picture.', mimeType: 'image/png' },
];
const TEMPLATE = {
  uriTemplate: 'test://template/{id}/data',
  name: 'template',
  description: 'Data of an id.',
  mimeType: 'application/json',
};

function readResource(uri: string) {
  if (uri === 'test://static-text') {
    const content = { uri, mimeType: 'text/plain', text: 'This is the content of the static text resource.' };
    return { contents: [content] };
  }
  if (uri === 'test://static-binary') return { contents: [{ uri, mimeType: 'image/png', blob: PNG }] };
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id === undefined) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Resource not found', { uri });
  const data = { id, templateTest: true, data: `Data for ID: ${id}` };
  return { contents: [{ uri, mimeType: 'application/json', text: JSON.stringify(data) }] };
}

const PROMPTS = [
  { name: 'test_simple_prompt', description: 'Without arguments.' },
  {
    name: 'test_prompt_with_arguments',
    description: 'With two arguments.',
    arguments: [
      { name: 'arg1', description: 'First test argument', required: true },
      { name: 'arg2', description: 'Second test argument', required: true },
    ],
  },
  {
    name: 'test_prompt_with_embedded_resource',
    description: 'With a resource.',
    arguments: [{ name: 'resourceUri', description: 'URI of the resource to embed', required: true }],
  },
  { name: 'test_prompt_with_image', description: 'With a picture.' },
];

type Content =
  | { type: 'text'; text: string }
  | { type: 'image'; data: string; mimeType: string }
  | { type: 'resource'; resource: { uri: string; mimeType: string; text: string } };

function promptContents(name: string, given: Readonly<Record<string, string>>): Content[] {
  switch (name) {
    case 'test_simple_prompt':
      return [{ type: 'text', text: 'This is a simple prompt for testing.' }];
    case 'test_prompt_with_arguments':
      return [{ type: 'text', text: `Prompt with arguments: arg1='${given.arg1}', arg2='${given.arg2}'` }];
    case 'test_prompt_with_embedded_resource': {
      const uri = given.resourceUri ?? '';
      const resource = { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' };
      return [
        { type: 'resource', resource },
        { type: 'text', text: 'Please process the embedded resource above.' },
      ];
    }
    case 'test_prompt_with_image':
      return [
        { type: 'image', data: PNG, mimeType: 'image/png' },
        { type: 'text', text: 'Please analyze the image above.' },
      ];
    default:
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${name}.`);
  }
}

/** A server with this fixture, created for each message like those of the service. */
export function createConformanceServer(): Server {
  const server = new Server(
    { name: 'conformance', version: '1.0.0' },
    { capabilities: { tools: {}, resources: {}, prompts: {}, completions: {}, logging: {} } },
  );
  server.setRequestHandler('tools/list', () => ({ tools: TOOLS }));
  server.setRequestHandler('tools/call', ({ params }, context) => {
    const call = CALLS[params.name];
    if (call === undefined)
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return call(context);
  });
  server.setRequestHandler('resources/list', () => ({ resources: RESOURCES }));
  server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler('resources/read', ({ params }) => readResource(params.uri));
  server.setRequestHandler('prompts/list', () => ({ prompts: PROMPTS }));
  server.setRequestHandler('prompts/get', ({ params }) => ({
    messages: promptContents(params.name, params.arguments ?? {}).map(content => ({ role: 'user' as const, content })),
  }));
  server.setRequestHandler('completion/complete', () => ({ completion: { values: [], total: 0, hasMore: false } }));
  return server;
}
