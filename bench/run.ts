/**
 * `npm run bench` measures side by side in one run, because a machine's speed drifts and only ratios last.
 * `npm run bench -- normalise serving` runs some; `--write` writes the figures to docs/performance.md.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { benchBulkLoad } from './bulk-load.ts';
import { benchDebits } from './debits.ts';
import { benchEventLoop } from './event-loop.ts';
import { benchExtract } from './extract.ts';
import { benchFaults } from './faults.ts';
import { benchNormalise } from './normalise.ts';
import { benchNotify } from './notify.ts';
import { benchPanel } from './panel.ts';
import { benchPeers } from './peers.ts';
import { benchProse } from './prose.ts';
import { benchRegistries } from './registries.ts';
import { type BenchReport, renderReport } from './report.ts';
import { benchScreen } from './screen.ts';
import { benchSearch } from './search.ts';
import { benchSections } from './sections.ts';
import { benchServing } from './serving.ts';
import { benchSignals } from './signals.ts';
import { benchWebhooks } from './webhooks.ts';

const BENCHES: Record<string, () => Promise<BenchReport>> = {
  normalise: benchNormalise,
  'bulk-load': () => benchBulkLoad(),
  serving: benchServing,
  'event-loop': benchEventLoop,
  peers: benchPeers,
  extract: benchExtract,
  search: benchSearch,
  screen: benchScreen,
  panel: benchPanel,
  signals: benchSignals,
  faults: () => benchFaults(),
  sections: benchSections,
  prose: benchProse,
  registries: benchRegistries,
  notify: benchNotify,
  webhooks: benchWebhooks,
  debits: benchDebits,
};

const PAGE = join(import.meta.dirname, '../docs/performance.md');

const args = process.argv.slice(2);
const named = args.filter(arg => arg !== '--write');
const unknown = named.filter(name => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`Unknown benchmark ${unknown.join(', ')}. Choose from ${Object.keys(BENCHES).join(', ')}.`);
  process.exit(2);
}

for (const [name, bench] of Object.entries(BENCHES)) {
  if (named.length > 0 && !named.includes(name)) continue;
  const text = renderReport(await bench());
  console.log(text);
  if (args.includes('--write')) keep(name, text);
}

/** Replaces the part of the page between the marks of this benchmark. */
function keep(name: string, text: string): void {
  const page = readFileSync(PAGE, 'utf8');
  const [start, end] = [`<!-- bench ${name} -->`, `<!-- end ${name} -->`];
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < 0) throw new Error(`${PAGE} lacks the marks of ${name}: ${start} … ${end}`);
  const made = `Measured ${new Date().toISOString().slice(0, 10)} on ${cpus().length} cores.`;
  writeFileSync(PAGE, `${page.slice(0, from)}${start}\n${text}\n${made}\n${page.slice(to)}`);
}
