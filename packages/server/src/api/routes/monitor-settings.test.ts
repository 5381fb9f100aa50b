import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../storage/database.ts';
import type { Secrets } from '../../storage/settings/secrets/secrets.ts';
import type { MonitorRow } from '../../storage/tables.ts';
import { plainSecrets } from '../../testing/plain-secrets.ts';
import { makeMonitor } from '../../testing/rows.ts';
import { openTestStorage } from '../../testing/test-storage.ts';
import { sharedColumns, sharedSettings } from './monitor-settings.ts';
import { networkMonitorEdit } from './network-monitors-store.ts';
import { urlEdit } from './urls-store.ts';

let page: MonitorRow;
let service: MonitorRow;
let secrets: [Database, Secrets];
beforeAll(async () => {
  const test = await openTestStorage();
  secrets = [test.db, plainSecrets];
  page = await makeMonitor(test.db, {
    target: 'https://shop.test/',
    check_mode: null,
    parent_id: 7,
    tags: ' db env:prod ',
    recovery_threshold: 3,
  });
  service = await makeMonitor(test.db, { kind: 'IMAP', target: 'mail.test', port: 993, packet_loss_threshold: null });
  await test.close();
});

describe('an edit', () => {
  it('changes the columns of the settings that it names, and no others', async () => {
    expect(await urlEdit(page, { timeout: 7, enabled: false, metadata_tag: undefined }, ...secrets)).toEqual({
      timeout_seconds: 7,
      enabled: 0,
    });
    expect(await networkMonitorEdit(service, { host: 'imap.test', failure_threshold: 5 }, ...secrets)).toEqual({
      target: 'imap.test',
      failure_threshold: 5,
    });
  });

  it('that repeats present values changes nothing, also for defaults', async () => {
    expect(await urlEdit(page, { url: 'https://shop.test/', check_mode: 'http' }, ...secrets)).toEqual({});
    expect(await networkMonitorEdit(service, { packet_loss_threshold: 50 }, ...secrets)).toEqual({});
  });

  it('removes the port with a kind that has none', async () => {
    expect(await networkMonitorEdit(service, { monitor_type: 'ICMP_PING' }, ...secrets)).toEqual({
      kind: 'ICMP_PING',
      port: null,
    });
  });
});

describe('the settings that all monitors share', () => {
  it('are the same after a round trip through the database', () => {
    expect(sharedColumns(sharedSettings(page))).toEqual({
      timeout_seconds: page.timeout_seconds,
      check_interval_seconds: page.check_interval_seconds,
      response_time_threshold_seconds: page.response_time_threshold_seconds,
      failure_threshold: page.failure_threshold,
      severity: page.severity,
      enabled: page.enabled,
      parent_id: page.parent_id,
      tags: page.tags,
      recovery_threshold: page.recovery_threshold,
    });
  });

  it('leave a setting without a column to the compiler', () => {
    // @ts-expect-error: a setting of one family that it did not map itself
    expect(sharedColumns({ ...sharedSettings(page), retries: 3 })).not.toHaveProperty('retries');
  });
});
