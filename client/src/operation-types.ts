import type { operations } from './generated.ts';

export type OperationName = keyof operations;

/** The input of each operation: the parameters of its path and query, and the fields of its body. */
export type Inputs = { [Name in OperationName]: InputOf<operations[Name]> };

/** The output of each operation: its JSON, or the response itself if the operation returns a file. */
export type Outputs = { [Name in OperationName]: OutputOf<operations[Name]['responses']> };

/** The output of each operation with `view: 'compact'`; never if it has no such view. */
export type CompactOutputs = { [Name in OperationName]: CompactOf<operations[Name]['responses']> };

interface Operation {
  parameters: { query?: unknown; path?: unknown };
  requestBody?: unknown;
}

type InputOf<One extends Operation> = OrEmpty<
  Given<One['parameters']['path']> & Given<One['parameters']['query']> & BodyOf<Given<One['requestBody']>>
>;

/** openapi-typescript writes `never` for what an operation does not have; `unknown` vanishes in an intersection. */
type Given<Part> = [NonNullable<Part>] extends [never] ? unknown : NonNullable<Part>;

/** A body without fields is an object with an index signature. */
type BodyOf<Body> = Body extends { content: { 'application/json': infer Fields } }
  ? string extends keyof Fields
    ? unknown
    : Fields
  : unknown;

/** Callers may pass undefined for an optional field. */
type OrEmpty<Fields> = keyof Fields extends never
  ? Record<string, never>
  : {
      [Key in keyof Fields]: Partial<Pick<Fields, Key>> extends Pick<Fields, Key>
        ? Fields[Key] | undefined
        : Fields[Key];
    };

type OutputOf<Responses> = Responses[keyof Responses] extends { content: { 'application/json': infer Output } }
  ? Output
  : Response;

type CompactOf<Responses> = Responses[keyof Responses] extends {
  content: { 'application/json; view=compact': infer Output };
}
  ? Output
  : never;
