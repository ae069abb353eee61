import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { decodeDocument } from '../server/src/formats/ixbrl/encoding.ts';
import { extractInline } from '../server/src/formats/ixbrl/extract-inline.ts';
import { type BenchReport, median } from './report.ts';
import { tokenizeXml } from './tokenize.ts';

const RECORDED = '../shared/data/us/periodic';
const ROUNDS = 9;
const WARM_UP_ROUNDS = 4;
const GENERATED_BYTES = 100_000_000;
/** Where the peers are installed: `pip install edgartools arelle-release` into this Python, or one of your own. */
const PYTHON = process.env.BENCH_PYTHON ?? 'python3';

/** Without these flags V8 lets garbage grow with the memory of the machine. */
const HEAP_LIMITS = ['--max-semi-space-size=4', '--max-old-space-size=180'];

interface InlineFile {
  name: string;
  path: string;
  bytes: Buffer;
}

interface PeerTimes {
  version: string;
  facts: number;
  seconds: number;
}

/** Extraction of inline documents against a bare tokenizer over the same bytes, against peers, and its memory. */
export async function benchExtract(): Promise<BenchReport> {
  const recorded = recordedDocuments();
  const files = recorded.length > 0 ? recorded : [generated(4_000_000)];
  for (let round = 0; round < WARM_UP_ROUNDS; round++) for (const file of files) measure(file);
  const rows: BenchReport['rows'] = [];
  const total = { tokenizer: 0, extract: 0, facts: 0, bytes: 0 };
  for (const file of files) {
    const times = Array.from({ length: ROUNDS }, () => measure(file));
    const tokenizer = median(times.map(time => time.tokenizer));
    const extract = median(times.map(time => time.extract));
    const facts = times[0]?.facts ?? 0;
    total.tokenizer += tokenizer;
    total.extract += extract;
    total.facts += facts;
    total.bytes += file.bytes.length;
    rows.push({ name: file.name, figure: figure(file.bytes.length, extract, facts), ratio: extract / tokenizer });
  }
  const ours = total.facts / (total.extract / 1000);
  rows.push({
    name: 'all of them',
    figure: figure(total.bytes, total.extract, total.facts),
    ratio: total.extract / total.tokenizer,
    aim: '≤ 3',
  });
  rows.push(await memoryRow());
  rows.push(...(await peerRows(files, ours)));
  return {
    title: 'Facts of inline documents',
    how: `${files.length} inline documents from bytes in memory to facts, one thread, median of ${ROUNDS} rounds. The ratio is the time over that of htmlparser2's tokenizer with empty callbacks on the same bytes; for peers, our facts per second over theirs.`,
    rows,
  };
}

function recordedDocuments(): InlineFile[] {
  if (!existsSync(RECORDED)) return [];
  return readdirSync(RECORDED)
    .filter(name => name.endsWith('.htm.gz'))
    .map(name => ({ name, path: join(RECORDED, name), bytes: gunzipSync(readFileSync(join(RECORDED, name))) }))
    .filter(({ bytes }) => bytes.length > 1_000_000 && bytes.subarray(0, 200_000).includes('/inlineXBRL'));
}

function measure({ bytes }: InlineFile): { tokenizer: number; extract: number; facts: number } {
  const begun = performance.now();
  tokenizeXml(decodeDocument(bytes));
  const between = performance.now();
  const { facts } = extractInline([{ name: 'document.htm', source: bytes }]);
  return { tokenizer: between - begun, extract: performance.now() - between, facts: facts.length };
}

function figure(bytes: number, ms: number, facts: number): string {
  const perSecond = Math.round(facts / (ms / 1000)).toLocaleString('en-US');
  return `${(bytes / 1e6).toFixed(1)} MB in ${ms.toFixed(0)} ms (${(bytes / 1e3 / ms).toFixed(0)} MB/s), ${facts} facts, ${perSecond} facts/s`;
}

interface MemoryUse {
  seconds: number;
  facts: number;
  readBytes: number;
  peakBytes: number;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** Extracts a large document in a separate process. */
async function memoryRow(): Promise<BenchReport['rows'][number]> {
  const folder = mkdtempSync(join(tmpdir(), 'asfiled-extract-'));
  try {
    const path = join(folder, 'generated.htm');
    writeFileSync(path, generated(GENERATED_BYTES).bytes);
    const script = join(import.meta.dirname, 'extract-memory.ts');
    const { stdout } = await promisify(execFile)(process.execPath, [...HEAP_LIMITS, script, path]);
    const { seconds, facts, readBytes, peakBytes } = JSON.parse(stdout) as MemoryUse;
    return {
      name: 'a generated document of 100 MB',
      figure: `${seconds.toFixed(1)} s, ${facts} facts; the whole process at its peak ${megabytes(peakBytes)}, of them ${megabytes(readBytes)} before it begins`,
      aim: '< 300 MB',
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** An inline document of a fictional issuer in the proportions of a real one: tables of numbers inside text blocks. */
function generated(bytes: number): InlineFile {
  const head = `<?xml version="1.0" encoding="UTF-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:ix="http://www.xbrl.org/2013/inlineXBRL" xmlns:ixt="http://www.xbrl.org/inlineXBRL/transformation/2020-02-12" xmlns:xbrli="http://www.xbrl.org/2003/instance" xmlns:link="http://www.xbrl.org/2003/linkbase" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:iso4217="http://www.xbrl.org/2003/iso4217" xmlns:fic="http://fictional.example/2030" xml:lang="en-US"><head><title>Fictional Works</title></head><body><div style="display:none"><ix:header><ix:references><link:schemaRef xlink:type="simple" xlink:href="fic.xsd"/></ix:references><ix:resources>`;
  const contexts = Array.from(
    { length: 400 },
    (_, n) =>
      `<xbrli:context id="c-${n}"><xbrli:entity><xbrli:identifier scheme="http://www.sec.gov/CIK">0009999999</xbrli:identifier></xbrli:entity><xbrli:period><xbrli:instant>${2000 + (n % 30)}-12-31</xbrli:instant></xbrli:period></xbrli:context>`,
  ).join('');
  const parts = [
    `${head}${contexts}<xbrli:unit id="usd"><xbrli:measure>iso4217:USD</xbrli:measure></xbrli:unit></ix:resources></ix:header></div>`,
  ];
  let length = parts[0]?.length ?? 0;
  for (let section = 0; length < bytes; section++) {
    const rows = Array.from({ length: 12 }, (_, n) => tableRow(section * 12 + n)).join('');
    const text = `<div style="margin-bottom:9pt;text-align:justify"><span style="color:#000000;font-family:'Times New Roman',sans-serif;font-size:10pt">${'The company records revenue when control passes to its customers. '.repeat(12)}</span></div>`;
    const block = `<ix:nonNumeric name="fic:NoteTextBlock" contextRef="c-${section % 400}" id="n-${section}" escape="true">${text.repeat(5)}<table style="border-collapse:collapse;width:100%">${rows}</table></ix:nonNumeric>${text.repeat(3)}`;
    parts.push(block);
    length += block.length;
  }
  parts.push('</body></html>');
  return { name: 'generated', path: '', bytes: Buffer.from(parts.join('')) };
}

function tableRow(n: number): string {
  const cell = 'background-color:#cceeff;padding:2px 1pt;text-align:right;vertical-align:bottom';
  const value = (1_000_000 + n).toLocaleString('en-US');
  return `<tr><td colspan="3" style="${cell}"><span style="font-size:9pt">Item ${n}</span></td><td colspan="2" style="${cell}"><span style="font-size:9pt"><ix:nonFraction unitRef="usd" contextRef="c-${n % 400}" decimals="-6" name="fic:Amount${n % 50}" format="ixt:num-dot-decimal" scale="6" id="f-${n}">${value}</ix:nonFraction></span></td><td colspan="3" style="${cell}"></td></tr>`;
}

async function peerRows(files: readonly InlineFile[], ours: number): Promise<BenchReport['rows']> {
  const paths = files.map(file => file.path).filter(path => path !== '');
  if (paths.length === 0) return [];
  const rows: BenchReport['rows'] = [];
  for (const [peer, aim] of [
    ['edgartools', '≥ 5'],
    ['arelle', '≥ 20'],
  ] as const) {
    const times = await runPeer(peer, paths);
    if (times === null) {
      rows.push({ name: peer, figure: 'not installed here' });
      continue;
    }
    const perSecond = times.facts / times.seconds;
    rows.push({
      name: `${peer} ${times.version}`,
      figure: `${times.facts} facts in ${times.seconds.toFixed(1)} s, ${Math.round(perSecond).toLocaleString('en-US')} facts/s`,
      ratio: ours / perSecond,
      aim,
    });
  }
  return rows;
}

async function runPeer(peer: string, paths: string[]): Promise<PeerTimes | null> {
  const script = join(import.meta.dirname, `peers/extract_${peer}.py`);
  try {
    const { stdout } = await promisify(execFile)(PYTHON, [script, ...paths], { maxBuffer: 64 * 1024 * 1024 });
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as PeerTimes;
  } catch (error) {
    if (error instanceof Error && /No module named|ENOENT/.test(error.message)) return null;
    throw error;
  }
}
