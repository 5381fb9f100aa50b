import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSecrets } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { openTestStorage, type TestStorage } from '../../testing/test-storage.ts';
import { loadWatched, watchedMonitor } from './load-monitors.ts';

let test: TestStorage;
beforeEach(async () => {
  test = await openTestStorage();
});
afterEach(() => test.close());

describe('the monitors that are watched', () => {
  it('are the enabled ones, of those that are asked for', async () => {
    const rows: MonitorRow[] = [];
    for (const enabled of [1, 0, 1] as const) rows.push(await makeMonitor(test.db, { enabled }));
    const [first, disabled, last] = rows.map(({ id }) => id);
    const ids = async (of: Parameters<typeof loadWatched>[1]) =>
      (
        await loadWatched(
          test.db,
          of,
          createSecrets(() => test.db, null),
        )
      ).map(({ id }) => id);
    expect(await ids('all')).toEqual([first, last]);
    expect(await ids([disabled ?? 0, last ?? 0, 999])).toEqual([last]);
    expect(await ids([])).toEqual([]);
  });

  it('carry what their probe needs', async () => {
    const page = await makeMonitor(test.db, { metadata_tag: 'version', metadata_value: '7', check_mode: 'browser' });
    expect(watchedMonitor(page).target).toEqual({
      kind: 'URL',
      url: page.target,
      check_mode: 'browser',
      metadata_tag: 'version',
      metadata_value: '7',
    });
    const mail = await makeMonitor(test.db, { kind: 'IMAP', expected_response: 'ready' });
    expect(watchedMonitor(mail).target).toMatchObject({
      kind: 'IMAP',
      host: 'mail.example.com',
      port: 993,
      expected_response: 'ready',
      options: { security: 'tls', tls_verify: true },
    });
    expect(() => watchedMonitor({ ...mail, port: null })).toThrow('is a IMAP without a port');
  });

  it('have the state of their alerts, even after an edit of the threshold', async () => {
    const row = await makeMonitor(test.db, { failure_threshold: 3, outage_streak: 5, slow_streak: 1 });
    expect(watchedMonitor(row)).toMatchObject({ outage_streak: 2, slow_streak: 1 });
    expect(watchedMonitor({ ...row, slow_alert_id: 7 })).toMatchObject({ outage_streak: 2, slow_streak: 3 });
  });
});
