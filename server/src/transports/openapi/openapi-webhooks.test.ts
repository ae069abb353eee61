import { expect, it } from 'vitest';
import { WEBHOOK_PAYLOADS } from '../../delivery/webhooks/webhook-payloads.ts';
import { DELIVERED_EVENT_TYPES } from '../../domain/kit/event-types.ts';
import { OPERATIONS } from '../operations.ts';
import { openApiDocument } from './openapi-document.ts';

interface Webhook {
  post: {
    description: string;
    requestBody: { content: { 'application/json': { schema: { properties: { data: object } }; example: object } } };
  };
}

const document = openApiDocument(OPERATIONS) as {
  webhooks: Record<string, Webhook>;
  components: { schemas: Record<string, { required?: string[]; properties: object }> };
};

it('documents every event of the contract, with a schema and an example', () => {
  expect(Object.keys(document.webhooks)).toEqual([...DELIVERED_EVENT_TYPES, 'webhook.test']);
  for (const { event, data, example } of WEBHOOK_PAYLOADS) {
    const content = document.webhooks[event]?.post.requestBody.content['application/json'];
    expect(content?.schema.properties.data, event).toEqual({ $ref: `#/components/schemas/${data.meta()?.id}` });
    expect(content?.example).toMatchObject({ event, version: '1', data: example });
    expect(data.strict().safeParse(example).error, event).toBeUndefined();
  }
});

it('gives filing.discovered exactly the six members of the contract', () => {
  expect(Object.keys(document.components.schemas.FilingDiscovered?.properties ?? {})).toEqual([
    'canonical_key',
    'ticker',
    'market_id',
    'form_type',
    'filing_id',
    'filing_date',
  ]);
});
