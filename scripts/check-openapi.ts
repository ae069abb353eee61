/** `npm run check:openapi` validates the OpenAPI document of all operations with two independent validators. */

import { openApiDocument } from '../server/src/transports/openapi/openapi-document.ts';
import { OPERATIONS } from '../server/src/transports/operations.ts';
import { openApiFaults } from '../server/test/checks/openapi-faults.ts';

const faults = await openApiFaults(openApiDocument(OPERATIONS));
for (const { validator, fault } of faults) console.error(`${validator}: ${fault}`);
console.log(`OpenAPI document of ${OPERATIONS.length} operations: ${faults.length === 0 ? 'valid' : 'invalid'}`);
process.exitCode = faults.length === 0 ? 0 : 1;
