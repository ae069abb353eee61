import SwaggerParser from '@apidevtools/swagger-parser';
import { Validator } from '@seriousme/openapi-schema-validator';
import { messageOf } from '../../src/kernel/errors.ts';

/** Faults that two independent validators find in an OpenAPI document; empty if it is valid. */
export async function openApiFaults(document: object): Promise<{ validator: string; fault: string }[]> {
  // Both validators resolve references in place.
  const copy = () => JSON.parse(JSON.stringify(document));
  const { errors = [] } = await new Validator().validate(copy());
  const bySchema =
    typeof errors === 'string' ? [errors] : errors.map(error => `${error.instancePath}: ${error.message}`);
  const byParser = await SwaggerParser.validate(copy()).then(
    () => [],
    error => [messageOf(error)],
  );
  return [
    ...bySchema.map(fault => ({ validator: 'openapi-schema-validator', fault })),
    ...byParser.map(fault => ({ validator: 'swagger-parser', fault })),
  ];
}
