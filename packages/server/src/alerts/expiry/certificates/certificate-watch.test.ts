import { defaultNotificationSettings } from '@upvigil/core/contract/settings';
import { dayMs, hourMs } from '@upvigil/core/time';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SeenCertificate } from '../../../base/domain/check.ts';
import { saveNotificationSettings } from '../../../storage/settings/notification-settings-store.ts';
import type { MonitorRow } from '../../../storage/tables.ts';
import { channelRules } from '../../../testing/channel-rules.ts';
import { finishedCheck, makeMonitor, makeWebsite, testNow } from '../../../testing/rows.ts';
import { createTestClock, type TestClock } from '../../../testing/test-clock.ts';
import { openTestStorage, type TestStorage } from '../../../testing/test-storage.ts';
import { listAlerts } from '../../decide/alert-list-store.ts';
import { listCertificates } from './certificate-list.ts';
import { type CertificateWatch, createCertificateWatch } from './certificate-watch.ts';

let test: TestStorage;
let clock: TestClock;
let watch: CertificateWatch;
let website: number;
let errors: object[];

beforeEach(async () => {
  test = await openTestStorage();
  clock = createTestClock(testNow, () => watch.settled());
  errors = [];
  watch = start();
  website = (await makeWebsite(test.db, { name: 'Shop' })).id;
});
afterEach(async () => {
  await watch.stop();
  await test.close();
  expect(errors).toEqual([]);
});

const start = (): CertificateWatch =>
  createCertificateWatch({
    db: test.db,
    clock,
    channels: channelRules,
    changes: { publish: () => undefined },
    log: { error: (fields) => void errors.push(fields) },
  });
const page = (host: string, given: Partial<MonitorRow> = {}): Promise<MonitorRow> =>
  makeMonitor(test.db, { website_id: website, target: `https://${host}/`, ...given });
const certificate = (lifetimeDays: number, leftDays: number, fingerprint = 'ab'.repeat(32)): SeenCertificate => ({
  fingerprint,
  names: ['*.example.com'],
  issuer: 'Test authority',
  seen_at: clock.now(),
  valid_from: testNow + (leftDays - lifetimeDays) * dayMs,
  valid_to: testNow + leftDays * dayMs,
});
/** Stores and evaluates checks that received a certificate now. */
async function see(seen: SeenCertificate, ...monitors: MonitorRow[]): Promise<void> {
  const certificates = [{ ...seen, seen_at: clock.now() }];
  watch.note(monitors.map((monitor) => ({ check: finishedCheck(monitor, { certificates }) })));
  await clock.advance(5_000);
}
const alerts = async (): Promise<(readonly [string, string])[]> =>
  (await listAlerts(test.db, {})).map(({ alert_type, message }) => [alert_type, message] as const).reverse();
const open = async (): Promise<string[]> =>
  (await listAlerts(test.db, { isOpen: true })).map(({ alert_type }) => alert_type);

describe('the end of a certificate', () => {
  it('14.1: three monitors, one certificate with 6 days: one alert naming three', async () => {
    await see(
      certificate(365, 6.5),
      await page('a.example.com'),
      await page('b.example.com'),
      await page('c.example.com'),
    );
    expect(await alerts()).toEqual([
      [
        'CERT_EXPIRING',
        'Shop: the certificate for *.example.com of https://a.example.com/, https://b.example.com/ and ' +
          'https://c.example.com/ expires in 6 days, on 2026-03-17',
      ],
    ]);
    expect(await open()).toEqual(['CERT_EXPIRING']);
  });

  it('14.2: a restart and 100 checks: no second', async () => {
    const monitor = await page('a.example.com');
    const seen = certificate(365, 6.5);
    await see(seen, monitor);
    for (let checks = 0; checks < 100; checks += 1) {
      if (checks % 10 === 0) {
        await watch.stop();
        watch = start();
      }
      await see(seen, monitor);
    }
    await watch.sweep();
    expect(await alerts()).toHaveLength(1);
  }, 60_000);

  it('14.3: the old and the new one alternately for an hour: no second, and none for the new one', async () => {
    const monitor = await page('a.example.com');
    for (let minutes = 0; minutes < 60; minutes += 2) {
      await see(certificate(90, 6), monitor);
      await see(certificate(90, 89, 'cd'.repeat(32)), monitor);
      await clock.advance(110_000);
    }
    await watch.sweep();
    expect(await alerts()).toHaveLength(1);
    expect(await listCertificates(test.db, clock.now())).toHaveLength(2);
  }, 60_000);

  it('14.4: of 90 days with 20 left: late renewal only', async () => {
    await see(certificate(90, 20.5), await page('a.example.com'));
    expect(await alerts()).toMatchObject([
      [
        'CERT_EXPIRING',
        expect.stringMatching(/ expires in 20 days, on 2026-03-31: it should have been renewed by now$/),
      ],
    ]);
  });

  it('raises an alert at each threshold as time passes, each in place of the one before', async () => {
    await see(certificate(365, 31), await page('a.example.com'));
    const listed = async (): Promise<string[]> =>
      (await alerts()).map(([, message]) => / in (\d+|less)/.exec(message)?.[1] ?? '');
    expect(await listed()).toEqual([]);
    for (let days = 0; days < 31; days += 1) {
      await clock.advance(dayMs);
      await watch.sweep();
    }
    expect(await listed()).toEqual(['29', '13', '6', 'less']);
    expect(await open()).toHaveLength(1);
    expect(await test.db.selectFrom('alerts').select('id').where('ended_at', 'is', null).execute()).toHaveLength(1);
  }, 60_000);

  it('ends when each monitor saw a newer one and none saw it for 24 h, and not before', async () => {
    const [one, other] = [await page('a.example.com'), await page('b.example.com')];
    await see(certificate(365, 6), one, other);
    await see(certificate(365, 364, 'cd'.repeat(32)), one);
    await clock.advance(25 * hourMs);
    await watch.sweep();
    expect(await open()).toEqual(['CERT_EXPIRING']);
    await see(certificate(365, 364, 'cd'.repeat(32)), one, other);
    await watch.sweep();
    expect(await alerts()).toMatchObject([
      ['CERT_EXPIRING', expect.anything()],
      [
        'RECOVERED',
        'Shop: the certificate for *.example.com of https://a.example.com/ and https://b.example.com/ was replaced',
      ],
    ]);
    expect(await open()).toEqual([]);
    expect(await listCertificates(test.db, clock.now())).toMatchObject([
      { fingerprint: 'cd'.repeat(32), state: 'valid' },
    ]);
  });

  it('raises none for monitors that opted out, are disabled or have another certificate by now', async () => {
    const seen = certificate(365, 6);
    await see(seen, await page('a.example.com', { options: '{"cert_alerts":false}' }));
    await see(seen, await page('b.example.com', { enabled: 0 }));
    const renewed = await page('c.example.com');
    await see({ ...seen, valid_to: testNow + 200 * dayMs, fingerprint: 'ef'.repeat(32) }, renewed);
    expect(await alerts()).toEqual([]);
    await see(seen, await page('d.example.com'), renewed);
    expect((await alerts())[0]?.[1]).toContain('of https://c.example.com/ and https://d.example.com/ expires');
  });

  it('raises alerts on the days of the settings', async () => {
    await saveNotificationSettings(test.db, { ...defaultNotificationSettings, cert_alert_days: '60' });
    await see(certificate(365, 50), await page('a.example.com'));
    expect(await alerts()).toHaveLength(1);
  });

  it('is sent to the enabled channels, and stores the reason for the others', async () => {
    await saveNotificationSettings(test.db, {
      ...defaultNotificationSettings,
      email_enabled: true,
      smtp_host: 'mail',
      smtp_from_email: 'a@b.example',
      email_list: 'me@b.example',
      alert_on_certificate: true,
      sms_enabled: true,
      alert_on_recovery: true,
    });
    await see(certificate(365, 6), await page('a.example.com'));
    const [alert] = await listAlerts(test.db, {});
    expect(alert?.deliveries.map(({ channel, status }) => `${channel} ${status}`).sort()).toEqual([
      'email pending',
      'slack suppressed',
      'sms suppressed',
    ]);
  });

  it('that expired before its first evaluation raises one alert', async () => {
    const monitor = await page('a.example.com');
    await see(certificate(365, -1), monitor);
    await see(certificate(365, -1), monitor);
    const message = expect.stringMatching(/ of https:\/\/a\.example\.com\/ expired 1 day ago, on /);
    expect(await alerts()).toEqual([['CERT_EXPIRING', message]]);
    expect(await listCertificates(test.db, clock.now())).toMatchObject([{ state: 'expired', days_left: -2 }]);
  });
});

it('is listed with its monitors and domain, the soonest first, without passwords of addresses', async () => {
  await see(certificate(365, 100), await page('me:secret@www.example.co.uk'));
  await see({ ...certificate(365, 5, 'cd'.repeat(32)), names: ['10.0.0.1'] }, await page('b.example.com'));
  const listed = await listCertificates(test.db, clock.now());
  expect(listed).toMatchObject([
    { days_left: 4, state: 'expiring', domain: null, monitors: [{ name: 'https://b.example.com/' }] },
    { days_left: 99, state: 'valid', domain: 'example.com', monitors: [{ name: 'https://www.example.co.uk/' }] },
  ]);
});

it('two processes that evaluate it at once raise one alert', async () => {
  const monitor = await page('a.example.com');
  await test.db.transaction().execute(async () => undefined);
  await see(certificate(365, 31), monitor);
  await clock.advance(2 * dayMs);
  const elsewhere = start();
  await Promise.all([watch.sweep(), elsewhere.sweep()]);
  await elsewhere.stop();
  expect(await alerts()).toHaveLength(1);
});

it('deleted monitors are left out, and certificates without monitors are deleted', async () => {
  const [gone, kept] = [await page('a.example.com'), await page('b.example.com')];
  await test.db.deleteFrom('stored_monitors').where('id', '=', gone.id).execute();
  await see(certificate(365, 200), gone, kept);
  expect((await listCertificates(test.db, clock.now()))[0]?.monitors).toHaveLength(1);
  await test.db.deleteFrom('stored_monitors').where('id', '=', kept.id).execute();
  await clock.advance(91 * dayMs);
  await watch.sweep();
  expect(await test.db.selectFrom('certificates').selectAll().execute()).toEqual([]);
});

it('a server with another certificate at each handshake floods neither the table nor the mailbox', async () => {
  await saveNotificationSettings(test.db, {
    ...defaultNotificationSettings,
    email_enabled: true,
    smtp_host: 'mail',
    smtp_from_email: 'a@b.example',
    email_list: 'me@b.example',
  });
  const monitor = await page('a.example.com');
  for (let at = 0; at < 40; at += 1) await see(certificate(365, 6, String(at).padStart(64, '0')), monitor);
  const pending = await test.db.selectFrom('deliveries').selectAll().where('status', '=', 'pending').execute();
  expect(pending).toHaveLength(1);
  await watch.sweep();
  expect(await test.db.selectFrom('monitor_certificates').selectAll().execute()).toHaveLength(20);
}, 60_000);

it('sightings that cannot be stored are kept and stored later', async () => {
  const monitor = await page('a.example.com');
  await test.db.schema.alterTable('certificates').renameTo('away').execute();
  await see(certificate(365, 6), monitor);
  expect(errors).toHaveLength(1);
  await test.db.schema.alterTable('away').renameTo('certificates').execute();
  await clock.advance(30_000);
  expect(await alerts()).toHaveLength(1);
  errors.length = 0;
});
