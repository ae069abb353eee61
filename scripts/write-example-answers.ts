/**
 * Writes the answers that the API reference shows beside each operation's example:
 *
 *     node scripts/write-example-answers.ts http://127.0.0.1:8080 KEY      (a key of plan business)
 *
 * with a service running over the sample pack alone.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exampleUrl, hasStableExample } from '../server/src/transports/openapi/openapi-document.ts';
import { OPERATIONS } from '../server/src/transports/operations.ts';

const [base = 'http://127.0.0.1:8080', key = ''] = process.argv.slice(2);
const answers: Record<string, unknown> = {};
for (const operation of OPERATIONS.filter(hasStableExample)) {
  const answer = await fetch(`${base}${exampleUrl(operation)}`, { headers: { 'X-API-Key': key } });
  if (!answer.ok) throw new Error(`${operation.name}: ${answer.status} ${await answer.text()}`);
  answers[operation.name] = await answer.json();
}
const path = join(import.meta.dirname, '../server/src/transports/openapi/example-answers.json');
writeFileSync(path, `${JSON.stringify(answers, null, 1)}\n`);
