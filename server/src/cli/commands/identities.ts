import { Command, InvalidArgumentError, Option } from 'commander';
import type { Database } from '../../db/database.ts';
import type { LinkState } from '../../domain/filings/issuers/model/identity.ts';
import { type EntityMember, readEntity, readIssuerIds } from '../../domain/filings/issuers/store/entities.ts';
import {
  decideLink,
  listLinks,
  readLink,
  type StoredLink,
  undoLink,
} from '../../domain/filings/issuers/store/issuer-links.ts';
import { markChanged } from '../../domain/filings/issuers/store/issuers.ts';
import { OperatorError } from '../../kernel/operator-error.ts';
import { groupIssuers } from '../../pipeline/parts.ts';
import { noteUpTo, wholeNumberUpTo } from '../arguments.ts';
import { EXIT, EXIT_HELP } from '../exit-codes.ts';
import { print, printStatus } from '../terminal.ts';
import { withStore } from '../with-store.ts';

const STATES: readonly LinkState[] = ['active', 'proposed', 'contradicted', 'undone'];
const MAX_LINKS = 10_000;
const MAX_NOTE_CHARS = 500;

/** `asfiled identities`: which registrants are one company, why, and operators' corrections. */
export function identitiesCommand(): Command {
  const identities = new Command('identities').description(
    'List, show and correct which registrants of several registries are one company',
  );
  identities
    .command('list')
    .description('List links between issuers: those that need review first, then the newest')
    .option('--key <key>', 'only links of this issuer, by its canonical key')
    .addOption(new Option('--state <state>', 'only links in this state').choices(STATES))
    .option('--limit <n>', `how many to list, up to ${MAX_LINKS}`, wholeNumberUpTo(MAX_LINKS), 100)
    .option('--json', 'print one JSON object per line')
    .addHelpText(
      'after',
      `
States: active links join issuers; proposed ones lack evidence; contradicted ones have evidence against them (also
reported as the anomaly identity_contradiction); undone ones were undone by an operator.

Examples:
  npm run asfiled -- identities list --state contradicted
  npm run asfiled -- identities list --key cik:1094517
${EXIT_HELP}`,
    )
    .action(runList);
  identities
    .command('show')
    .description('Show the company of an issuer: its registrants, its home listing, and every link with its evidence')
    .argument('<key>', 'canonical key of any of its registrants')
    .option('--json', 'print as JSON')
    .addHelpText('after', EXIT_HELP)
    .action(runShow);
  identities
    .command('undo')
    .description('Undo a link permanently. Other links may still join the two issuers: see `forbid`')
    .argument('<link>', "the link's number, as printed by list and show", readLinkId)
    .addHelpText('after', EXIT_HELP)
    .action(runUndo);
  decision(identities.command('forbid').description('Keep two issuers apart, whatever the rules find'), 'not_same');
  decision(identities.command('join').description('Make two issuers one company, whatever the rules find'), 'same');
  return identities;
}

function decision(command: Command, verdict: 'same' | 'not_same'): void {
  command
    .argument('<a>', 'canonical key')
    .argument('<b>', 'canonical key')
    .option('--note <text>', 'the reason, kept as evidence', noteUpTo(MAX_NOTE_CHARS), 'stated by an operator')
    .addHelpText(
      'after',
      `
The decision persists through every ingest and reprocess and replaces an earlier one on the two issuers; \`undo\` undoes
it. Running services apply it at once.

Examples:
  npm run asfiled -- identities join cik:1094517 jcn:1180301018771 --note "annual report 2024, cover"
  npm run asfiled -- identities forbid cik:1000 lei:529900T8BM49AURSDO55
${EXIT_HELP}`,
    )
    .action((a: string, b: string, { note }: { note: string }) => runDecide(a, b, verdict, note));
}

interface ListFlags {
  key?: string;
  state?: LinkState;
  limit: number;
  json?: boolean;
}

async function runList({ key, state, limit, json }: ListFlags): Promise<void> {
  const links = await withStore('identities', ({ db }) => listLinks(db, { canonicalKey: key, state }, limit));
  for (const link of links) print(json === true ? JSON.stringify(toJson(link)) : describeLink(link));
  if (links.length === 0) printStatus('No links found.');
}

async function runShow(key: string, { json }: { json?: boolean }): Promise<void> {
  const { members, links } = await withStore('identities', async ({ db }) => {
    const found = await readEntity(db, key);
    const own = await Promise.all(found.map(issuer => listLinks(db, { canonicalKey: issuer.canonicalKey }, MAX_LINKS)));
    return { members: found, links: [...new Map(own.flat().map(link => [link.linkId, link])).values()] };
  });
  if (members.length === 0) throw unknownIssuer(key);
  if (json === true) {
    print(JSON.stringify({ lead: members[0]?.canonicalKey, members: members.map(toMember), links: links.map(toJson) }));
    return;
  }
  for (const member of members) print(describeMember(member));
  for (const link of links) print(describeLink(link));
}

async function runUndo(linkId: string): Promise<void> {
  const remaining = await withStore('identities', async ({ db }) => {
    const link = await readLink(db, linkId);
    if (link === null) return null;
    await db.transaction(async tx => {
      await undoLink(tx, linkId);
      await markBoth(tx, [link.aKey, link.bKey]);
    });
    await groupIssuers(db);
    const members = await readEntity(db, link.aKey);
    return { link, areStillOne: members.some(member => member.canonicalKey === link.bKey) };
  });
  if (remaining === null) {
    printStatus(`asfiled: link ${linkId} does not exist`);
    process.exitCode = EXIT.failed;
    return;
  }
  const { aKey, bKey } = remaining.link;
  print(`Link ${linkId} was undone.`);
  if (remaining.areStillOne)
    print(`${aKey} and ${bKey} are still joined by other links; use \`forbid\` to keep them apart.`);
}

async function runDecide(a: string, b: string, verdict: 'same' | 'not_same', note: string): Promise<void> {
  if (a === b) throw new OperatorError('wrong_setting', `Both keys name the issuer ${a}. Name two different issuers.`);
  const areSameCompany = await withStore('identities', async ({ db }) => {
    const known = await readIssuerIds(db, [a, b]);
    for (const key of [a, b]) if (!known.has(key)) throw unknownIssuer(key);
    const link = await db.transaction(async tx => {
      const made = await decideLink(tx, [a, b], verdict, note);
      await markBoth(tx, [a, b]);
      return made;
    });
    await groupIssuers(db);
    print(describeLink(link));
    return (await readEntity(db, a)).some(candidate => candidate.canonicalKey === b);
  });
  if (areSameCompany === (verdict === 'same')) return;
  printStatus(
    verdict === 'same'
      ? `asfiled: not joined, because another decision keeps two of their registrants apart (\`identities list --key ${a}\`)`
      : `asfiled: still one company, because operators joined both to a third issuer (\`identities show ${a}\`)`,
  );
  process.exitCode = EXIT.failed;
}

/** Queues two issuers for regrouping. */
async function markBoth(db: Database, keys: readonly string[]): Promise<void> {
  await markChanged(db, [...(await readIssuerIds(db, keys)).values()]);
}

function unknownIssuer(key: string): OperatorError {
  return new OperatorError('wrong_setting', `Issuer ${key} is not in the store.`);
}

function describeLink({ linkId, aKey, bKey, verdict, basis, scheme, identifier, state, evidence }: StoredLink): string {
  const tie = basis === 'operator' ? 'operator' : `${scheme} ${identifier}`;
  const against = evidence.against.length === 0 ? '' : `; but ${evidence.against.join('; ')}`;
  return `${linkId}\t${state}\t${verdict}\t${aKey}\t${bKey}\t${tie}\t${evidence.for.join('; ')}${against}`;
}

function describeMember({
  canonicalKey,
  companyName,
  isLead,
  registries,
  listings,
  homeListing,
}: EntityMember): string {
  const marked = listings.map(listing => (listing === homeListing ? `${listing} (home)` : listing));
  return [isLead ? 'lead' : 'member', canonicalKey, companyName, registries.join(','), marked.join(' ')].join('\t');
}

function toMember(member: EntityMember): object {
  const { canonicalKey, companyName, countryCode, isLead, registries, listings, homeListing } = member;
  return {
    canonical_key: canonicalKey,
    company_name: companyName,
    country_code: countryCode,
    is_lead: isLead,
    registries,
    listings,
    home_listing: homeListing,
  };
}

function toJson(link: StoredLink): object {
  const { linkId, aKey, bKey, verdict, basis, scheme, identifier, state, evidence, madeBy, madeAt, changedAt } = link;
  return {
    link_id: linkId,
    a_key: aKey,
    b_key: bKey,
    verdict,
    basis,
    scheme,
    identifier,
    state,
    evidence,
    made_by: madeBy,
    made_at: madeAt,
    changed_at: changedAt,
  };
}

function readLinkId(text: string): string {
  if (/^[1-9]\d{0,17}$/.test(text)) return text;
  throw new InvalidArgumentError('It must be the number of a link, as printed by `identities list`.');
}
