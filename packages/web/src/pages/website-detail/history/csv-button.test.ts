import { expect, it } from 'vitest';
import { historyCsv, historyFileName } from './csv-button.tsx';

it('has a line for each stretch, with empty cells where nothing was measured', () => {
  const stretch = { time: '2026-11-25T00:00:00.000Z', checks: 15, failures: 15, slow: 0, maintenance_checks: 2 };
  const none = { p5_response_time: null, p50_response_time: null, p95_response_time: null };
  expect(historyCsv([{ ...stretch, ...none }]).split('\r\n')).toEqual([
    'time,checks,failed,slow,in_maintenance,p5_seconds,p50_seconds,p95_seconds',
    '2026-11-25T00:00:00.000Z,15,15,0,2,,,',
    '',
  ]);
});

it('is a file named by what it is of', () => {
  expect(historyFileName('https://shop.example.org/checkout?a=1', '30d')).toBe(
    'history-shop.example.org-checkout-a-1-30d.csv',
  );
});
