import { defaultRequest } from '@upvigil/core/contract/check-options/default-options';
import { addApiToken } from '@upvigil/core/testing/fake-access';
import { addChannel, addReport, addSilence } from '@upvigil/core/testing/fake-alerting';
import { addHeartbeat, addRun } from '@upvigil/core/testing/fake-heartbeats';
import { addShareLink } from '@upvigil/core/testing/fake-shares';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { addUser } from '@upvigil/core/testing/fake-users';
import { addEvidence, addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { expect, onTestFinished, test } from 'vitest';
import { type Case, describeCommands, isWork, startServers, time, untestedCommands } from '../testing/conformance.ts';
import { startFakeServer } from '../testing/fake-server.ts';
import { addNotifiedAlert, fakeNow, manyWebsites, noWebsites } from '../testing/installations.ts';
import { runOn as run, serverForTest } from '../testing/run-command.ts';
import { commands } from './registry.ts';

const cases: readonly Case[] = [
  {
    argv: ['websites'],
    terminal: /ID {2}NAME +STATUS +URLS +NETWORK +CREATED/,
    pipe: new RegExp(`^1\tWebsite 01\tup\t1\t1\t${time}\n`),
    empty: /^No websites added yet\n$/,
  },
  {
    argv: ['website', 'edit', '2', '--description', 'Ours'],
    terminal: /^Changed website 2: Website 02\n$/,
    pipe: /^2\tWebsite 02\t\w+\t1\t1\t/,
    empty: null,
  },
  {
    argv: ['url', 'edit', '1', '--check-interval', '60'],
    terminal: /^Changed URL 1: https:\/\/site1\.example\.org\/page1\n$/,
    pipe: /^1\tUP\thttps:\/\/site1\.example\.org\/page1\t/,
    empty: null,
  },
  {
    argv: ['monitor', 'edit', '2', '--check-interval', '60'],
    terminal: /^Changed monitor 2: Service 2 \(host2\.example\.org:443\)\n$/,
    pipe: /^2\tUP\tService 2\tTCP_PORT\thost2\.example\.org:443\t/,
    empty: null,
  },
  {
    argv: ['urls', '1'],
    terminal: /STATUS +URL +LOAD TIME/,
    pipe: new RegExp(`^1\tUP\thttps://site1.example.org/page1\t0.42\t99.98\t60\t${time}\n$`),
    empty: null,
  },
  {
    argv: ['monitors', '2'],
    terminal: /STATUS +NAME .*HOST/,
    pipe: new RegExp(`^2\tUP\tService 2\tTCP_PORT\thost2.example.org:443\t0.0214\t99.9\t${time}\n$`),
    empty: null,
  },
  {
    argv: ['monitor', 'commands'],
    terminal: /^NAME +TITLE +NEEDS\ndisk +Disk space +-\nweb +Sign-in page +--host --port\n/,
    pipe: /^disk\tDisk space\t\nweb\tSign-in page\thost,port\n$/,
    empty: /^No commands are configured on this server\n$/,
  },
  {
    argv: ['monitors', '--search', 'service 2'],
    terminal: /STATUS +NAME +KIND +TARGET +WEBSITE +TAGS +RESPONSE/,
    pipe: /^2\tup\tService 2\tTCP_PORT\thost2\.example\.org:443\tWebsite 02\t\t0\.0214\t99\.9\n$/,
    empty: /^No monitors match\n$/,
  },
  {
    argv: ['bulk', 'mute', '--website', '2', '--yes'],
    terminal: /^Muted 2 monitors in 1 website until Nov 20 2026 \d\d:24:00\.\n$/,
    pipe: /^2\t0\t0\t1\n$/,
    empty: /^No monitor changes\.\n$/,
  },
  {
    argv: ['heartbeats', 'list', '1'],
    terminal: /STATUS +NAME +SCHEDULE .*NEXT DUE/,
    pipe: new RegExp(`^70\tDOWN\tNightly backup\tevery day at 03:00 Europe/Berlin\t${time}\t240\t${time}\t99.9\n$`),
    empty: null,
  },
  {
    argv: ['heartbeats', 'show', '70'],
    terminal: /^Nightly backup: DOWN\n[\s\S]*\nCrontab:\n0 3 \* \* \* \/path\/to\/job; curl /,
    pipe: new RegExp(`\nLast run: ${time}\n[\\s\\S]*\nPing address: https://status.example.org/ping/`),
    empty: null,
  },
  {
    argv: ['heartbeats', 'pings', '70'],
    terminal: /N +TYPE +RECEIVED +CODE +RUNTIME +OUTPUT/,
    pipe: new RegExp(`^1\tfail\t${time}\t2\t240\tyes\t\n$`),
    empty: null,
  },
  {
    argv: ['heartbeats', 'edit', '70', '--grace', '10m'],
    terminal: /^Changed heartbeat 70: Nightly backup\n$/,
    pipe: /^70\tDOWN\tNightly backup\t/,
    empty: null,
  },
  {
    argv: ['alerts'],
    terminal: /TIME +TYPE .*MESSAGE/,
    pipe: new RegExp(`^${time}\tDOWN\tCheckout\tCheckout is down: status code 503\tsent\t-\t-\n$`),
    empty: /^No alerts found for the selected criteria\n$/,
  },
  {
    argv: ['alerts', 'show', '1'],
    terminal:
      /^Alert: 1 DOWN\n[\s\S]*\nDeliveries:\nemail to ops@example.org {2}sent [\s\S]*\n\nTaken: .*\nResult: down: HTTP 503\n[\s\S]*HTTP\/1.1 503 Service Unavailable\nset-cookie: \[removed\]\n/,
    pipe: new RegExp(`^Alert: 1 DOWN\\n[\\s\\S]*\\n\\nTaken: ${time}\\nResult: down: HTTP 503\\n`),
    empty: null,
  },
  {
    argv: ['ack', '2'],
    terminal: /^Acknowledged 1 alert\n$/,
    pipe: /^1\n$/,
    empty: null,
  },
  {
    argv: ['ack', '--all', '--note', 'On it'],
    terminal: /^(Acknowledged \d alerts?|No open alert needs an acknowledgement)\n$/,
    pipe: /^\d\n$/,
    empty: /^No open alert needs an acknowledgement\n$/,
  },
  {
    argv: ['mute', '--website', '2', '--for', '90m', '--reason', 'restart'],
    terminal: /^Muted Website 02 until Nov 20 2026 \d\d:54:00\n$/,
    pipe: new RegExp(`^\\d+\tWebsite 02\t${time}\trestart\t${time}\n$`),
    empty: null,
  },
  {
    argv: ['mutes'],
    terminal: /ID {2}MUTED +UNTIL +REASON +SINCE\n/,
    pipe: new RegExp(`(^|\\n)10\tWebsite 01: https://site1.example.org/page1\t${time}\tdisk\t${time}\n`),
    empty: /^Nothing is muted\n$/,
  },
  {
    argv: ['explain', '--monitor', '1', '--type', 'down', '--at', '03:00'],
    terminal: /^At Nov 2\d 2026 \d\d:00:00 \(UTC\)\nNo route matches; policy "Default"\nSTEP {2}REF +CHANNEL +/,
    pipe: new RegExp(`^1\temail\temail\temail\tnow\t${time}\t\n1\tsms\tSMS\tsms\t`),
    empty: null,
  },
  {
    argv: ['routing'],
    terminal: /^All alerts: policy "Default".\nPolicy "Default": at once email, SMS and Slack.\n$/,
    pipe: /^All alerts: policy "Default".\nPolicy "Default": at once email, SMS and Slack.\n$/,
    empty: /^All alerts: policy "Default"/,
  },
  {
    argv: ['channels'],
    terminal: /ID {2}KIND +NAME +STATE +LAST SENT +LAST PROVEN +LAST ERROR\n/,
    pipe: new RegExp(`^20\tntfy\tOps phone\ton\t${time}\t${time}\tHTTP 403\n$`),
    empty: /^No channels added yet {2}\(upvigil channel add\)\n$/,
  },
  {
    argv: ['channel', 'show', '20'],
    terminal: /^FIELD +VALUE\nid +20\nkind +ntfy\n[\s\S]*config\.token +\*{8}\n/,
    pipe: new RegExp(`^id\t20\nkind\tntfy\n[\\s\\S]*config.token\t\\*{8}\n[\\s\\S]*proven_at\t${time}\n`),
    empty: null,
  },
  {
    argv: ['channel', 'test', '20'],
    terminal: /^Test message sent successfully!\n$/,
    pipe: /^Test message sent successfully!\n$/,
    empty: null,
  },
  {
    argv: ['drill'],
    terminal: /REF +KIND +CHANNEL +RECIPIENT +SENT +CONFIRMED +LAST PROVEN\n/,
    pipe: new RegExp(`^20\tntfy\tOps phone\t\t${time}\t\t${time}\n$`),
    empty: /^There is no channel for a drill\n$/,
  },
  {
    argv: ['drill', 'list'],
    terminal: /REF +KIND +CHANNEL +RECIPIENT +SENT +CONFIRMED +LAST PROVEN\n/,
    pipe: new RegExp(`^20\tntfy\tOps phone\t\t.*\t${time}\n$`),
    empty: /^There is no channel for a drill\n$/,
  },
  {
    argv: ['notices'],
    terminal:
      /^BEGAN +ENDED +ABOUT +MESSAGE +REMEDY\nNov 20 2026 .* +lasts +backup overdue +No backup for 26 hours +Make one\n/,
    pipe: new RegExp(`^${time}\t\tbackup_overdue\tNo backup for 26 hours\tMake one\n$`),
    empty: /^No notices in the last hours\n$/,
  },
  {
    argv: ['reports'],
    terminal: /ID +NAME +WHEN +NEXT +RECIPIENTS +LAST SENT +LAST ERROR\n/,
    pipe: new RegExp(`^30\tWeek\tweekly mon 08:00 UTC\t${time}\tops@example.org\t.*\t\n$`),
    empty: /^No reports added yet\n$/,
  },
  {
    argv: ['report', 'send', '30'],
    terminal: /^Report sent to ops@example.org\n$/,
    pipe: /^Report sent to ops@example.org\n$/,
    empty: null,
  },
  {
    argv: ['channel', 'kinds'],
    terminal: /^KIND +NAME +ABOUT\nemail +email +/,
    pipe: /^email\temail\tThrough the SMTP server .*\n[\s\S]*\ntelegram\tTelegram\tMake a bot/,
    empty: /^KIND/,
    sendsNothing: true,
  },
  {
    argv: ['channel', 'kinds', 'telegram'],
    terminal:
      /^Telegram: Make a bot .*\nhttps:\/\/core\.telegram\.org\/.*\n\nFIELD +NEEDED +TYPE +ABOUT\nbot_token +yes +secret +/,
    pipe: /^bot_token\tyes\tsecret\tBot token: .*\nchat_id\tyes\ttext\tChat: .*\n/,
    empty: /^Telegram/,
    sendsNothing: true,
  },
  {
    argv: ['dashboard'],
    terminal: /Monitoring Dashboard {2}Last 24 Hours/,
    pipe: /^Monitoring Dashboard {2}Last 24 Hours {2}2026-11-20T18:24:00Z\nWebsites: 2\n/,
    empty: /No websites added yet\n$/,
  },
  {
    argv: ['status'],
    terminal: /^UPVIGIL OK - All Systems Operational\nID +STATUS +WEBSITE/,
    pipe: /^UPVIGIL OK - All Systems Operational \| websites=2;.*\n1\tup\tWebsite 01\t99.98\t0.42\t/,
    empty: /^UPVIGIL UNKNOWN - No websites are monitored yet/,
    isPlugin: true,
    isPublic: true,
  },
  {
    argv: ['status', '2'],
    terminal: /^UPVIGIL OK - Website 02: All Systems Operational\nID +STATUS +SERVICE/,
    pipe: new RegExp(
      `^UPVIGIL OK - Website 02: All Systems Operational \\| services=2;.*\n2\tup\thttps://site2.example.org/page2\tURL\t\t99.98\t0.42\t${time}\n`,
    ),
    empty: null,
    isPlugin: true,
    isPublic: true,
  },
  {
    argv: ['check', 'url', '1'],
    terminal: /^UPVIGIL OK - https:\/\/site1.example.org\/page1 UP in 0.42s\n$/,
    pipe: /^UPVIGIL OK - https:\/\/site1.example.org\/page1 UP in 0.42s \| time=0.42s;5;30;0\n$/,
    empty: null,
    isPlugin: true,
  },
  {
    argv: ['check', 'url', 'https://shop.example.org/', '--assert', 'body contains Welcome'],
    terminal:
      /^UPVIGIL OK - https:\/\/shop.example.org\/: HTTP 200, answered in 420 ms\nPhases: DNS 20.0 ms, .*\nHOLDS +ASSERTION/,
    pipe: /^UPVIGIL OK - .* \| time=0.42s;5;30;0 dns=0.02s.*\nyes\tbody contains "Welcome"\t\n$/,
    empty: /^UPVIGIL OK - /,
    isPlugin: true,
    needsNothing: true,
  },
  {
    argv: ['history', 'url', '1', '--range', '30d'],
    terminal: /^TIME +STATUS +P50 +P95 +CHECKS +FAILED +SLOW\n.* UP +0.42s +0.63s +10 +0 +0\n$/,
    pipe: new RegExp(`^${time}\tUP\t0.42\t0.63\t10\t0\t0\n$`),
    empty: null,
  },
  {
    argv: ['history', 'monitor', '2'],
    terminal: /^TIME +STATUS +P50 +P95 +CHECKS +FAILED +SLOW\n/,
    pipe: new RegExp(`^${time}\tUP\t0.0214\t.*\t1\t0\t0\n$`),
    empty: null,
  },
  {
    argv: ['check', 'monitor', '2'],
    terminal: /^UPVIGIL OK - Service 2 \(host2.example.org:443\) UP in 0.02s\n$/,
    pipe: /\| time=0.0214s;5;10;0\n$/,
    empty: null,
    isPlugin: true,
  },
  {
    argv: ['check', 'website', '2'],
    terminal: /^UPVIGIL OK - Website 02: 2 of 2 monitors UP, 0 with warnings, 0 down\n *ID +STATUS/,
    pipe: /^UPVIGIL OK - .*\n2\tUP\tURL\thttps:\/\/site2.example.org\/page2\t0.42\t\n/,
    empty: null,
    isPlugin: true,
  },
  {
    argv: ['check', '--website', '2', '--kind', 'tcp_port'],
    terminal: /^UPVIGIL OK - TCP_PORT: 1 of 1 monitors UP, 0 with warnings, 0 down\n[\s\S]*Service 2/,
    pipe: /^UPVIGIL OK - .*\n2\tUP\tTCP_PORT\tService 2 /,
    empty: /no enabled monitors/,
    isPlugin: true,
  },
  {
    argv: ['whoami'],
    terminal: /^Server +http:\/\/127.0.0.1:\d+\nAdmin +signed in/,
    pipe: /^http:\/\/127.0.0.1:\d+\tsigned in\towner\tadmin\t\tadmin\n$/,
    empty: /signed in/,
  },
  {
    argv: ['user', 'list'],
    terminal:
      /ID +EMAIL +NAME +ROLE +STATUS +LAST SEEN +CREATED\n45 +ann@example.org +Ann +editor +active +never +Nov /,
    pipe: new RegExp(`^45\tann@example.org\tAnn\teditor\tactive\t\t${time}\n$`),
    empty: /^No users yet\. Add a user for each colleague/,
  },
  {
    argv: ['token', 'list'],
    terminal: /ID +NAME +SCOPES +BEGINS +EXPIRES +LAST USED +FROM +CREATED\n40 +Nightly +backup +upv_\w{4} +Feb /,
    pipe: new RegExp(`^40\tNightly\tbackup\tupv_\\w{4}\t${time}\t\t\t${time}\n$`),
    empty: /^No API tokens yet {2}\(upvigil token create\)\n$/,
  },
  {
    argv: ['share', 'list'],
    terminal: /ID +WEBSITE +NAME +STATE +EXPIRES/,
    pipe: new RegExp(`^60\tWebsite 02\tAgency\tworks\t${time}\t0\t\thttps://status.example.org/share/[^\t]*\n$`),
    empty: /^No share links yet {2}\(upvigil share create\)\n$/,
  },
  {
    argv: ['audit'],
    terminal:
      /TIME +ACTOR +ACTION +TARGET +FROM +VIA +CHANGES\nNov 20 2026 .* token CI +website.update +Shop +192.0.2.7 +api +name: Store > Shop\n/,
    pipe: new RegExp(`^${time}\ttoken CI\twebsite.update\tShop\t192.0.2.7\tapi\tname: Store > Shop\n$`),
    empty: /^No changes in this period\n$/,
  },
  {
    argv: ['backup', 'list'],
    terminal: /NAME +SIZE +CREATED/,
    pipe: new RegExp(`^nightly_.*\\.tar\\.gz\t2048\t${time}\n$`),
    empty: /^No backups found {2}\(upvigil backup create\)\n$/,
  },
  {
    argv: ['backup', 'create', '--name', 'trial'],
    terminal: /^trial_.*\.tar\.gz\n$/,
    pipe: /^trial_.*\.tar\.gz\n$/,
    empty: /^trial_/,
  },
  {
    argv: ['backup', 'cleanup', '--keep', '1', '--yes'],
    terminal: /^(.*\.tar\.gz\n)*$/,
    pipe: /^(.*\.tar\.gz\n)*$/,
    empty: /^$/,
  },
];

/**
 * Channels, mutes, reports, notices, a token, and an alert that can be acknowledged repeatedly, because its run is
 * never the same.
 */
function addAlerting(data: FakeState): void {
  const ago = (minutes: number): string => minutesAgo(minutes, () => fakeNow);
  addNotifiedAlert(data, { id: 2, url_id: 2, website_id: 2, created_at: ago(60 * 48) });
  const config = { base_url: 'https://ntfy.example.org', topic: 'ops', token: 'tk_secret' };
  const past = { last_sent_at: ago(60), proven_at: ago(60 * 24 * 12), last_error: 'HTTP 403' };
  addChannel(data, { id: 20, kind: 'ntfy', name: 'Ops phone', config, ...past });
  const until = ago(-120);
  Object.assign(addSilence(data, { website_id: null, monitor_id: 1, until, reason: 'disk' }), { id: 10 });
  data.notices.push({
    id: 1,
    kind: 'backup_overdue',
    message: 'No backup for 26 hours',
    remedy: 'Make one',
    began_at: ago(30),
    ended_at: null,
  });
  const report = addReport(data, {
    name: 'Week',
    enabled: true,
    frequency: 'weekly',
    weekday: 'mon',
    time: '08:00',
    time_zone: 'UTC',
    recipients: ['ops@example.org'],
    website_ids: [],
  });
  Object.assign(report, { id: 30 });
  addUser(data, { id: 45, email: 'ann@example.org', name: 'Ann', role: 'editor' });
  addApiToken(data, { name: 'Nightly', scopes: ['backup'], expires_days: 90 });
  Object.assign(data.apiTokens[0] ?? {}, { id: 40 });
  Object.assign(addShareLink(data, { website_id: 2, name: 'Agency' }), { id: 60 });
  data.audit.push({
    id: 50,
    at: ago(30),
    actor: { kind: 'token', id: 41, name: 'CI' },
    via: 'api',
    ip: '192.0.2.7',
    action: 'website.update',
    target: { kind: 'website', id: 1, name: 'Shop' },
    changes: [{ field: 'name', before: 'Store', after: 'Shop' }],
  });
}

const servers = startServers(() => {
  const data = manyWebsites(2);
  addNotifiedAlert(data, { id: 1 });
  addEvidence(data, 1);
  addAlerting(data);
  const job = { id: 70, name: 'Nightly backup', cron: '0 3 * * *', time_zone: 'Europe/Berlin', uptime_24h: 99.9 };
  addRun(data, addHeartbeat(data, 1, job), { code: 2, text: 'disk full' });
  data.commands.push({ name: 'disk', title: 'Disk space', parameters: [], location_ids: [] });
  data.commands.push({ name: 'web', title: 'Sign-in page', parameters: ['host', 'port'], location_ids: [] });
  const created = new Date(fakeNow).toISOString();
  data.backups.push({ name: 'nightly_20261120T020000Z.tar.gz', size: 2048, created });
  return data;
});

describeCommands(cases, servers);

test('names an option without its control characters, because a script may pass on foreign text', async () => {
  const { stderr } = await run(servers.full, ['status', '--bo\u001b[2Jgus\u0007']);
  expect(stderr).toMatch(/^upvigil: unknown option '--bo.*gus.?'; see upvigil status --help\n$/);
  expect(stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
});

test.each([
  ['urls', 'No URLs added yet\n'],
  ['monitors', 'No network monitors configured\n'],
])('upvigil %s reports that a website has none', async (command, sentence) => {
  const state = noWebsites();
  addWebsite(state, { id: 1 });
  const server = await serverForTest(state);
  const { stdout, exitCode } = await run(server, [command, '1'], { tty: true });
  expect({ stdout, exitCode }).toEqual({ stdout: sentence, exitCode: 0 });
});

test.each([
  ['urls', 'https://site1.example.org/page7'],
  ['monitors', 'host8.example.org:443'],
])(
  '%s says on a terminal why something cannot be checked, and keeps its columns in a pipe',
  async (command, address) => {
    const data = manyWebsites(1);
    const last_fault = { reason: 'memory', message: 'this host is out of memory', at: new Date(fakeNow).toISOString() };
    addUrl(data, 1, { id: 7, url: 'https://site1.example.org/page7', last_fault });
    addMonitor(data, 1, { id: 8, host: 'host8.example.org', port: 443, last_fault });
    const server = await startFakeServer(data);
    onTestFinished(server.close);
    const onTerminal = await run(server, [command, '1'], { tty: true, columns: 200 });
    expect(onTerminal.stdout).toContain(`${address}  cannot be checked: this host is out of memory`);
    const inPipe = await run(server, [command, '1']);
    expect(inPipe.stdout).toContain(`\t${address}\t`);
    expect(inPipe.stdout).not.toContain('cannot be checked');
  },
);

test('the dashboard report names monitors that are not checked', async () => {
  const data = manyWebsites(1);
  const not_checked = { since: new Date(fakeNow).toISOString(), reason: 'the proxy cannot be reached' };
  for (let id = 10; id < 17; id += 1) addMonitor(data, 1, { id, name: `Service ${id}`, not_checked });
  const server = await startFakeServer(data);
  onTestFinished(server.close);
  const { stdout } = await run(server, ['dashboard']);
  const row = `Website 01: Service 10  Not checked since ${not_checked.since}: the proxy cannot be reached`;
  expect(stdout).toContain(`\n7 services are not checked\n${row}\n`);
  expect(stdout).toContain('\nand 2 more\n');
});

test('urls shows on a terminal the request options that are not the default, in the words of the forms', async () => {
  const data = manyWebsites(1);
  const request = { ...defaultRequest, method: 'POST' as const, accepted_status: '201' };
  addUrl(data, 1, { id: 7, url: 'https://site1.example.org/page7', request });
  const server = await serverForTest(data);
  const { stdout } = await run(server, ['urls', '1'], { tty: true, columns: 200 });
  expect(stdout).toContain('https://site1.example.org/page7  POST, 201 accepted');
});

test('every command of the registry is tried here or in a test of its own', () => {
  const elsewhere = [
    'serve',
    'login',
    'logout',
    'completion',
    'doctor',
    'certificates',
    'secret-key',
    'admin reset-second-factor',
    'admin delete-upgrade-copies',
    'backup download',
    'backup schedule',
    'backup verify',
    'backup restore',
    'backup delete',
    'unmute',
    ...[
      'bulk create',
      'bulk enable',
      'bulk disable',
      'bulk check',
      'bulk delete',
      'bulk update',
      'bulk add-tags',
      'bulk remove-tags',
    ],
    ...['bulk unmute', 'bulk acknowledge'],
    ...['website add', 'website remove', 'url add', 'url remove', 'monitor add', 'monitor remove'],
    ...['user invite', 'user role', 'user disable', 'user enable', 'user reset', 'user remove', 'admin reset-password'],
    'token create',
    'token revoke',
    'share create',
    'share revoke',
    'routing set',
    'channel add',
    'channel rotate-secret',
    'channel delete',
    'run',
    ...['heartbeats add', 'heartbeats rotate', 'heartbeats remove'],
  ];
  const others = commands.filter(({ path }) => !isWork(path));
  expect(
    untestedCommands(
      others.map(({ path }) => path.join(' ')),
      cases,
      elsewhere,
    ),
  ).toEqual([]);
});
