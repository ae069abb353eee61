/**
 * Makes an account that has been used for a while in the store of a service, and prints its key: pictures of the account's
 * pages are taken with it. `node web/test/make-used-account.ts http://127.0.0.1:8080 DATA_FOLDER EMAIL`
 */
import { createUsedAccount } from './used-account.ts';

const [base = '', dataFolder = '', email = 'ada@example.org'] = process.argv.slice(2);
console.log((await createUsedAccount({ base, dataFolder }, email)).key);
