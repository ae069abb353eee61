import { oneOf, query } from '../../../search-params.ts';

export const RANGES = ['1mo', '6mo', '1y', '2y', '5y', 'max'] as const;

export const search = query({ range: oneOf(RANGES), view: oneOf(['table']) });
