import type { TransactionClass } from '../../../domain/ownership/insiders/model/insider-report.ts';

/** The form's own codes (general instruction 8 of Form 4). K and V stand beside other codes in old forms. */
const CODES: Readonly<Record<TransactionClass, string>> = {
  trade: 'PS',
  compensation: 'ADFIMOXC',
  other: 'GWLZJUHE',
  marker: 'KV',
};

const CLASS_OF = new Map<string, TransactionClass>();
for (const transactionClass of ['trade', 'compensation', 'other', 'marker'] as const) {
  for (const code of CODES[transactionClass]) CLASS_OF.set(code, transactionClass);
}

/** What kind of transaction a code stands for; null where the form knows no such code. */
export function classOfCode(code: string): TransactionClass | null {
  return CLASS_OF.get(code) ?? null;
}
