import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { figuresFileKey, readFigures, reportFigure } from './report-figure.ts';

let file = '';
beforeEach(() => {
  file = path.join(mkdtempSync(path.join(os.tmpdir(), 'upvigil-figures-')), 'figures.jsonl');
  vi.stubEnv(figuresFileKey, file);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(path.dirname(file), { recursive: true });
});

it('reads what was reported, in its order', () => {
  reportFigure('cpu-100', 0.5, { beside: { name: 'bare loop', measured: 0.4 } });
  reportFigure('history-p99', 12, { of: '/statistics' });
  expect(readFigures(file)).toEqual([
    { target: 'cpu-100', measured: 0.5, beside: { name: 'bare loop', measured: 0.4 } },
    { target: 'history-p99', measured: 12, of: '/statistics' },
  ]);
});

it('keeps what could not be measured apart from nought', () => {
  reportFigure('restart', Number.NaN);
  expect(readFigures(file)).toEqual([{ target: 'restart', measured: Number.NaN }]);
});

it('refuses a figure of a target that is not there', () => {
  writeFileSync(file, '{"target":"cpu-7","measured":1}\n');
  expect(() => readFigures(file)).toThrow('target');
});
