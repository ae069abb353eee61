/**
 * Writes the example responses of the API reference:
 *
 *     node scripts/write-example-responses.ts http://127.0.0.1:8080 KEY      (a key of the plan business)
 *
 * The service must run over the sample pack only.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleUrl, hasStableExample } from '../server/src/transports/openapi/openapi-document.ts';
import { OPERATIONS } from '../server/src/transports/operations.ts';

const [base = 'http://127.0.0.1:8080', key = ''] = process.argv.slice(2);
const responses: Record<string, unknown> = {};
for (const operation of OPERATIONS.filter(hasStableExample)) {
  const response = await fetch(`${base}${exampleUrl(operation)}`, { headers: { 'X-API-Key': key } });
  if (!response.ok) throw new Error(`${operation.name}: ${response.status} ${await response.text()}`);
  responses[operation.name] = await response.json();
}
const path = join(import.meta.dirname, '../server/src/transports/openapi/example-responses.json');
writeFileSync(path, `${JSON.stringify(responses, null, 1)}\n`);
