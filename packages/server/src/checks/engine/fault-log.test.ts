import { expect, it } from 'vitest';
import { createFaultLog } from './fault-log.ts';

it('a fault of all monitors is logged once a minute for each reason, and each one is counted', () => {
  const lines: object[] = [];
  let now = 0;
  const warn = (fields: object, message: string): void => void lines.push({ ...fields, message });
  const log = { info: warn, warn, error: warn };
  const faults = createFaultLog({ clock: { monotonic: () => now }, log });
  const message = 'this process is out of file descriptors (EMFILE)';
  for (let second = 0; second <= 60; second += 5) {
    now = second * 1000;
    for (let monitor = 1; monitor <= 1000; monitor++) faults.note(monitor, 'file-descriptors', message);
  }
  faults.note(7, 'memory', 'this host is out of memory (ENOMEM)');
  expect(lines).toEqual([
    { monitor_id: 1, fault: 'file-descriptors', message },
    { monitor_id: 1, fault: 'file-descriptors', not_logged: 11_999, message },
    { monitor_id: 7, fault: 'memory', message: 'this host is out of memory (ENOMEM)' },
  ]);
  expect([...faults.counts]).toEqual([
    ['file-descriptors', 13_000],
    ['memory', 1],
  ]);
});
