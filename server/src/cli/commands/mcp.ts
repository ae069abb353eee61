import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { Command } from 'commander';
import type { Access } from '../../accounts/account.ts';
import { createAuthenticator } from '../../accounts/authenticator.ts';
import { CreditMeter } from '../../accounts/credits/credit-meter.ts';
import { CallGate } from '../../accounts/limits/call-gate.ts';
import { readConfig } from '../../config/config.ts';
import type { Database } from '../../db/database.ts';
import { priced } from '../../domain/kit/priced.ts';
import { withoutDataSets } from '../../domain/kit/responses/data-sets.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { FactRereader } from '../../pipeline/proofs/fact-rereader.ts';
import { McpServers } from '../../transports/mcp/mcp-server.ts';
import { OPERATIONS } from '../../transports/operations.ts';
import { EXIT_HELP } from '../exit-codes.ts';
import { loadOrCreateLocalKey } from '../local-key.ts';
import { withStore } from '../with-store.ts';

/** `asfiled mcp`: the tools over standard input and output, for an agent on this machine. */
export function mcpCommand(): Command {
  return new Command('mcp')
    .description('Serve MCP over standard input and output, for an agent on this machine')
    .addHelpText(
      'after',
      `
Calls are charged to the account of ASFILED_API_KEY, or to the local account (plan business) if it is unset. Ends at the
end of its input. Works with or without a running service.

Example configuration of an MCP client:
  { "command": "npm", "args": ["run", "--silent", "asfiled", "--", "mcp"], "cwd": "/path/to/asfiled" }
${EXIT_HELP}`,
    )
    .action(runMcp);
}

async function runMcp(): Promise<void> {
  const { apiKey, plans, prices, switchedOff } = readConfig();
  const operations = withoutDataSets(priced(OPERATIONS, prices), switchedOff);
  await withStore('mcp', async ({ db, config, log, signal }) => {
    const now = () => new Date();
    const accessOf = accessByKey(db, now, apiKey ?? (await loadOrCreateLocalKey(db, config.dataFolder)).key);
    await accessOf();
    const meter = new CreditMeter({ db, plans, now });
    const gate = new CallGate();
    const factReader = new FactRereader(config.archive);
    const services = { db, meter, gate, plans, now, factReader, countCredits: () => undefined };
    const servers = new McpServers(operations, services, log);
    const ended = Promise.withResolvers<void>();
    process.stdin.once('end', ended.resolve).once('close', ended.resolve);
    signal.addEventListener('abort', () => ended.resolve(), { once: true });
    const handle = serveStdio(() => servers.create(accessOf));
    await ended.promise;
    await handle.close();
    await factReader.close();
  });
}

/** The account of a key. Throws {@link OperatorError} if the key is not valid. */
function accessByKey(db: Database, now: () => Date, secret: string): () => Promise<Access> {
  const authenticator = createAuthenticator({ db, now });
  return async () => {
    const found = authenticator.known(secret) ?? (await authenticator.authenticate(secret));
    if (found) return found;
    throw new OperatorError(
      'wrong_setting',
      'ASFILED_API_KEY is unknown, expired or revoked. Set it to a valid key, or unset it to use the local key.',
    );
  };
}
