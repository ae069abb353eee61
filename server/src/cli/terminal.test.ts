import { describe, expect, it } from 'vitest';
import { createProgress, formatDuration, progressLine } from './terminal.ts';

function recorder(isTTY: boolean) {
  const written: string[] = [];
  const clock = { ms: 0 };
  const stream = { isTTY, columns: 60, write: (text: string) => written.push(text) };
  const progress = createProgress({ label: 'ingest', unit: 'companies', stream, now: () => clock.ms });
  return { written, clock, progress };
}

describe('progress', () => {
  it('shows progress, rate and remaining time', () => {
    const line = progressLine({
      label: 'ingest',
      unit: 'companies',
      done: 1200,
      total: 8000,
      perSecond: 40,
      note: 'x',
    });
    expect(line).toBe('ingest: 1,200 of 8,000 companies · 40/s · 2 min 50 s left · x');
    const unknown = progressLine({
      label: 'ingest',
      unit: 'companies',
      done: 3,
      total: null,
      perSecond: 0.5,
      note: null,
    });
    expect(unknown).toBe('ingest: 3 companies · 0.5/s');
  });

  it('redraws one line on a terminal, never wider than the terminal', () => {
    const { written, clock, progress } = recorder(true);
    for (let done = 0; done <= 100; done++) {
      clock.ms += 10;
      progress.update(done, 100, 'a note that is much longer than what is left of the line');
    }
    progress.finish();
    const lines = written.filter(text => text.startsWith('\r'));
    expect(lines.length).toBeGreaterThan(5);
    expect(lines.length).toBeLessThan(15);
    for (const text of lines) expect(text.replace('\r\x1b[K', '').length).toBeLessThan(60);
    expect(lines.at(-1)).toContain('100 of 100');
    expect(lines.at(-1)).toMatch(/…$/);
    expect(written.at(-1)).toBe('\n');
  });

  it('writes a plain line at intervals without a terminal, and the last state at the end', () => {
    const { written, clock, progress } = recorder(false);
    for (let done = 1; done <= 250; done++) {
      clock.ms += 100;
      progress.update(done, 250);
    }
    progress.finish();
    expect(written).toEqual([
      'ingest: 100 of 250 companies · 10/s · 15 s left\n',
      'ingest: 200 of 250 companies · 10/s · 5 s left\n',
      'ingest: 250 of 250 companies · 10/s\n',
    ]);
  });

  it('computes the rate over a recent window', () => {
    const { written, clock, progress } = recorder(false);
    for (let second = 1; second <= 60; second++) {
      clock.ms += 1_000;
      progress.update(second <= 30 ? second * 100 : 3_000 + (second - 30), 4_000);
    }
    expect(written.at(-1)).toContain('1.0/s');
  });
});

describe('duration', () => {
  it('uses at most two units', () => {
    expect([44.2, 59.5, 170, 11_100].map(formatDuration)).toEqual(['45 s', '1 min 0 s', '2 min 50 s', '3 h 5 min']);
  });
});
