import { Parser } from 'htmlparser2';
import { readFormAddress } from '../kit/http/form-address.ts';
import type { RegistryClient, SentForm, SourceDocument } from '../kit/source.ts';
import { CLEARING_FORM } from './endpoints.ts';

/** What is asked for; all else on the page of the form is the page's own. */
const OWN_FIELDS = ['txtShareholdingDate', 'txtStockCode'];

/**
 * Who holds a stock in the clearing system on the newest day. The form is read first: it is sent with everything that
 * stands on it. Null where the registry has no form or no answer.
 */
export async function askClearingHoldings(client: RegistryClient, code: string): Promise<SourceDocument | null> {
  const page = await client.get(CLEARING_FORM);
  if (page === null) return null;
  const fields = { ...inputsOf(page.bytes.toString('utf8')), __EVENTTARGET: 'btnSearch', txtStockCode: code };
  return client.post(CLEARING_FORM, divideForm(fields));
}

/** The form of an answer's address, as a mirror lists it. */
export function clearingFormOf(address: string): SentForm | null {
  const sent = readFormAddress(address);
  return sent === null || sent.url !== CLEARING_FORM ? null : divideForm(sent.fields);
}

function divideForm(all: Readonly<Record<string, string>>): SentForm {
  const entries = Object.entries(all);
  return {
    fields: Object.fromEntries(entries.filter(([name]) => OWN_FIELDS.includes(name))),
    hidden: Object.fromEntries(entries.filter(([name]) => !OWN_FIELDS.includes(name))),
  };
}

/** Every named field of a page, with its value. */
function inputsOf(html: string): Record<string, string> {
  const inputs: Record<string, string> = {};
  const parser = new Parser({
    onopentag(tag, { name, value = '' }) {
      if (tag === 'input' && name !== undefined) inputs[name] = value;
    },
  });
  parser.end(html);
  return inputs;
}
