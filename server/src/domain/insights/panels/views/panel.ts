import { createHash } from 'node:crypto';
import type { Database } from '../../../../db/database.ts';
import type { Instant, IsoDate } from '../../../../kernel/dates.ts';
import { AsfiledError } from '../../../../kernel/errors.ts';
import { loopTurns } from '../../../../kernel/loop-turns.ts';
import { RULES_VERSION } from '../../../figures/financials/rules/financials.ts';
import {
  type CompanyFigures,
  countUncomputed,
  FiguresOfDays,
} from '../../../figures/financials/views/company-figures.ts';
import { isOutOfRange } from '../../../figures/financials/views/screen-page.ts';
import { knownUntil } from '../../../kit/as-of.ts';
import { type Entrant, lastDayBefore, loadEntrants, membersAt } from '../../universe/views/companies.ts';
import { requireMembers } from '../../universe/views/index-members.ts';
import { describeColumn } from '../rules/panel-columns.ts';
import { LONG_COLUMNS, type PanelRow, ROW_COLUMNS, rowRenderer } from '../rules/render-rows.ts';
import type { PanelManifest } from './panel-manifest.ts';
import type { PanelQuestion } from './panel-question.ts';

/** Companies whose figures are read at once, which bounds the memory of a day. */
const TURN = 25_000;
/** Text is passed on in pieces of about so many characters. */
const PIECE_CHARACTERS = 64 * 1024;

interface PanelDay {
  day: IsoDate;
  until: Instant;
  /** Companies of the universe on the day. */
  companies: number;
}

/** A panel whose companies are counted and whose rows are not computed yet. */
export interface PanelPlan {
  question: PanelQuestion;
  startedAt: Date;
  /** Companies of any day, in the order of their keys. */
  entrants: readonly Entrant[];
  days: readonly PanelDay[];
  companyDays: number;
}

/** Counts the companies of each day. Throws `not_found` if the members of the index are not known on a day. */
export async function planPanel(db: Database, question: PanelQuestion, now: Date): Promise<PanelPlan> {
  const entrants = await loadEntrants(db, question.universe);
  const days: PanelDay[] = [];
  for (const day of question.days) {
    const until = knownUntil(day, now);
    if (question.universe.index !== undefined) await requireMembers(db, question.universe.index, lastDayBefore(until));
    const members = await membersAt(db, { ...question.universe, as_of: day }, entrants, until);
    days.push({ day, until, companies: members.length });
  }
  return { question, startedAt: now, entrants, days, companyDays: days.reduce((sum, one) => sum + one.companies, 0) };
}

/** Some companies of a day with what was known of each. */
interface Turn {
  day: PanelDay;
  members: readonly Entrant[];
  /** By issuer id. */
  figures: ReadonlyMap<string, CompanyFigures>;
}

type CountedDay = PanelManifest['days'][number];

/**
 * Computes a panel day by day: rows by day, then by canonical key. The figures of the next turn of companies are read while those of
 * one are written. Memory holds the newest figures of each company, however many days there are.
 */
export class PanelWriter {
  readonly #db: Database;
  readonly #plan: PanelPlan;
  readonly #hash = createHash('sha256');
  readonly #days: CountedDay[] = [];
  #bytes = 0;
  #manifest: PanelManifest | null = null;

  constructor(db: Database, plan: PanelPlan) {
    this.#db = db;
    this.#plan = plan;
  }

  /**
   * The text in pieces; one that ends a turn of companies may be empty, so that a caller can stop. Throws `bad_request` if a formula
   * exceeds the range of numbers for a company.
   */
  async *pieces(): AsyncGenerator<string, void, undefined> {
    const { shape, format, columns } = this.#plan.question;
    const { header, render } = rowRenderer(
      shape,
      format,
      columns.map(({ key }) => key),
    );
    const notComputed = await countUncomputed(this.#db);
    let text = header;
    for await (const { day, members, figures } of this.#turnsAhead()) {
      const counted = this.#countedDay(day);
      for (const member of members) {
        text += render(this.#rowOf(counted, member, figures.get(member.issuerId)));
        if (text.length < PIECE_CHARACTERS) continue;
        yield this.#digested(text);
        text = '';
        await loopTurns.take();
      }
      yield this.#digested(text);
      text = '';
    }
    this.#manifest = this.#describe(notComputed);
  }

  /** Describes the written panel. Throws before its last piece was taken. */
  get manifest(): PanelManifest {
    if (this.#manifest === null) throw new Error('the panel is not written yet');
    return this.#manifest;
  }

  #digested(text: string): string {
    this.#hash.update(text);
    this.#bytes += Buffer.byteLength(text);
    return text;
  }

  /** The counts of a day, which has one or more turns. */
  #countedDay({ day, until }: PanelDay): CountedDay {
    const last = this.#days.at(-1);
    if (last?.as_of === day) return last;
    const counted = { as_of: day, known_until: until, companies: 0, without_figures: 0, nulls: 0 };
    this.#days.push(counted);
    return counted;
  }

  #rowOf(counted: CountedDay, { canonicalKey }: Entrant, known: CompanyFigures | undefined): PanelRow {
    const { columns, currency } = this.#plan.question;
    const day = counted.as_of;
    counted.companies++;
    if (known === undefined) {
      counted.without_figures++;
      counted.nulls += columns.length;
      const [values, reasons] = [columns.map(() => null), columns.map(() => 'not_covered' as const)];
      return { day, canonicalKey, fiscalYear: null, periodEnd: null, currency: null, values, reasons };
    }
    for (const value of known.values) if (value === null) counted.nulls++;
    return { ...known, day, canonicalKey, currency: currency ?? known.currency };
  }

  /** Reads the next turn while one is written. */
  async *#turnsAhead(): AsyncGenerator<Turn, void, undefined> {
    const turns = this.#turns();
    let ahead = startedAhead(turns.next());
    for (;;) {
      const { value, done } = await ahead();
      if (done) return;
      ahead = startedAhead(turns.next());
      yield value;
    }
  }

  async *#turns(): AsyncGenerator<Turn, void, undefined> {
    const { question, entrants, days } = this.#plan;
    const { columns, currency, shape } = question;
    const figures = new FiguresOfDays(this.#db, { columns, currency, explains: shape === 'long' });
    for (const day of days) {
      await figures.advance(day.day);
      const members = await membersAt(this.#db, { ...question.universe, as_of: day.day }, entrants, day.until);
      // A day without companies has a turn too, so that the manifest counts it.
      for (let at = 0; at === 0 || at < members.length; at += TURN) {
        const turn = members.slice(at, at + TURN);
        yield { day, members: turn, figures: await figuresOf(figures, day.day, turn) };
      }
    }
  }

  #describe(notComputed: number): PanelManifest {
    const { question, startedAt } = this.#plan;
    const { universe, columns, currency, shape, format } = question;
    const measures = columns.map(({ key, expression }) => ({
      ...describeColumn(key, expression),
      type: 'number' as const,
    }));
    const companyDays = this.#days.reduce((sum, { companies }) => sum + companies, 0);
    return {
      question: { ...universe, ...(currency === undefined ? {} : { currency }), shape, format },
      computed_at: startedAt.toISOString(),
      rules_version: RULES_VERSION,
      not_computed: notComputed,
      columns:
        shape === 'long'
          ? [...ROW_COLUMNS, ...LONG_COLUMNS].map(plainColumn)
          : [...ROW_COLUMNS.map(plainColumn), ...measures],
      measures,
      days: this.#days,
      company_days: companyDays,
      rows: companyDays * (shape === 'long' ? columns.length : 1),
      bytes: this.#bytes,
      sha256: this.#hash.digest('hex'),
    };
  }
}

const TYPES: Record<string, PanelManifest['columns'][number]['type']> = {
  as_of: 'date',
  period_end: 'date',
  fiscal_year: 'integer',
  value: 'number',
};

function plainColumn(name: string): PanelManifest['columns'][number] {
  return { name, type: TYPES[name] ?? 'text', unit: null, formula: null, definition: null };
}

/** Waits for a computation that runs already; its failure is thrown only there. */
function startedAhead<T>(running: Promise<T>): () => Promise<T> {
  running.catch(() => undefined);
  return () => running;
}

async function figuresOf(
  figures: FiguresOfDays,
  day: IsoDate,
  members: readonly Entrant[],
): Promise<Map<string, CompanyFigures>> {
  try {
    return await figures.read(members.map(({ issuerId }) => issuerId));
  } catch (error) {
    if (!isOutOfRange(error)) throw error;
    throw new AsfiledError(
      'bad_request',
      `A formula of measures exceeds the range of numbers for a company on ${day}.`,
    );
  }
}
