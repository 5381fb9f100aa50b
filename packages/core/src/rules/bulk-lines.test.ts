import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Command } from '../contract/commands.ts';
import type { BulkDefaults } from '../contract/monitors.ts';
import { identityOf, parseBulkLines, planLines } from './bulk-lines.ts';

const command = (name: string, title: string, parameters: Command['parameters']) => ({
  name,
  title,
  parameters,
  location_ids: [],
});
const commands = [
  command('disk', 'Disk space', []),
  command('load', 'Load', ['host']),
  command('login', 'Sign-in page', ['host', 'port']),
  command('listens', 'Listens', ['port']),
];
const parseAll = (text: string, defaults: BulkDefaults = {}) => parseBulkLines(text, defaults, commands);
const parse = (text: string) => {
  const [line] = parseAll(text);
  if (!line) throw new Error('no line');
  return line;
};

it.each([
  ['https://shop.example.org/', 'URL', 'https://shop.example.org/'],
  ['https://shop.example.org', 'URL', 'https://shop.example.org/'],
  ['http://intranet/', 'URL', 'http://intranet/'],
  ['https://me:geheim@shop.example.org/a?token=abc', 'URL', 'https://me:********@shop.example.org/a?token=********'],
  ['help.example.org', 'URL', 'https://help.example.org/'],
  ['help.example.org/docs?a=1', 'URL', 'https://help.example.org/docs?a=1'],
  ['edge.example.org:443', 'TCP_PORT', 'edge.example.org:443'],
  ['edge.example.org:7000', 'TCP_PORT', 'edge.example.org:7000'],
  ['db1.example.org:5432', 'POSTGRESQL', 'db1.example.org:5432'],
  ['cache.example.org:6379', 'REDIS', 'cache.example.org:6379'],
  ['smtp.example.org:587', 'SMTP', 'smtp.example.org:587'],
  ['mx1.example.org:993', 'IMAP', 'mx1.example.org:993'],
  ['[2001:db8::1]:5432', 'POSTGRESQL', '[2001:db8::1]:5432'],
  ['2001:db8::1', 'ICMP_PING', '2001:db8::1'],
  ['10.20.0.1', 'ICMP_PING', '10.20.0.1'],
  ['ping 10.20.0.1', 'ICMP_PING', '10.20.0.1'],
  ['PING router', 'ICMP_PING', 'router'],
  ['dns example.org', 'DNS', 'example.org'],
  ['tls vpn.example.org:443', 'TLS', 'vpn.example.org:443'],
  ['tls vpn.example.org', 'TLS', 'vpn.example.org:443'],
  ['redis cache', 'REDIS', 'cache:6379'],
  ['tcp db:5432', 'TCP_PORT', 'db:5432'],
])('%s is %s', (text, kind, target) => {
  expect(parse(text)).toMatchObject({ kind, target, problem: null, repair: null });
});

it.each([
  ['command disk', 'Disk space', 'disk', '', null],
  ['command disk Disk of v1.2 #env:prod', 'Disk of v1.2', 'disk', '', null],
  ['command load web-1.example.org', 'Load web-1.example.org', 'load web-1.example.org', 'web-1.example.org', null],
  ['command load ::1 Router', 'Router', 'load ::1', '::1', null],
  ['COMMAND login shop.test:443', 'Sign-in page shop.test:443', 'login shop.test:443', 'shop.test', 443],
  ['command login [::1]:80 Shop', 'Shop', 'login [::1]:80', '::1', 80],
  ['command listens 8080', 'Listens 8080', 'listens 8080', '', 8080],
])('%s runs a command', (text, name, target, host, port) => {
  const input = { monitor_type: 'COMMAND', name, host, port, options: { command: target.split(' ')[0] } };
  expect(parse(text)).toMatchObject({ kind: 'COMMAND', name, target, problem: null, input: { input } });
});

it('names no command of a server without commands', () => {
  expect(parseBulkLines('command disk', {}, [])[0]).toMatchObject({
    problem: 'No commands are configured on this server.',
  });
});

it('reads a name and tags, and lowers tags', () => {
  const text = 'https://shop.example.org/payment Payment form #env:Prod #tier:1';
  expect(parse(text)).toMatchObject({ name: 'Payment form', tags: ['env:prod', 'tier:1'] });
  expect(parse('heartbeat 1d Nightly import #db')).toMatchObject({
    kind: 'HEARTBEAT',
    name: 'Nightly import',
    input: { family: 'heartbeat', input: { period: 86_400, cron: null, tags: ['db'] } },
  });
  expect(parse('db:5432')).toMatchObject({ name: 'db:5432' });
});

it('uses the defaults where the line says nothing', () => {
  const [line] = parseAll('db:5432 Orders #a', { check_interval: 300, tags: ['import:nov26', 'a'] });
  expect(line).toMatchObject({ tags: ['a', 'import:nov26'], input: { input: { check_interval: 300, timeout: 10 } } });
});

it('numbers lines as in the text, without empty ones and comments', () => {
  expect(parseAll('# hosts\r\n\r\na.example.org\n  \nb.example.org').map(({ line }) => line)).toEqual([3, 5]);
});

it.each([
  ['https://shop example.org/returns Returns', 'A host name has no spaces.', 'https://shop.example.org/returns'],
  ['ping 10.20.0.299 Switch', '10.20.0.299 is not an IP address: each part is at most 255.', null],
  ['10.20.0', '10.20.0 is not an IP address: it has four parts.', null],
  ['https://10.20.0.299/', '10.20.0.299 is not an IP address: each part is at most 255.', null],
  ['db:99999', 'The port of db:99999 must be a number from 1 to 65535.', null],
  ['db:', 'The port of db: must be a number from 1 to 65535.', null],
  ['ftp://files.example.org', 'ftp:// is not supported: a URL starts with https:// or http://.', null],
  ['tcp db', 'TCP port needs a port, as in db:7000.', null],
  ['dns example.org:53', 'DNS record has no port.', 'example.org'],
  ['heartbeat often', '"often" is not a length of time such as 1h or 1d.', null],
  ['heartbeat 1d', 'A heartbeat needs a name.', null],
  ['heartbeat 1s Fast', 'Period must be between 60 and 31622400 seconds.', null],
  ['command dsk', 'There is no command "dsk". Commands of this server: disk, load, login, listens.', null],
  ['command disk web-1.example.org', 'The command "disk" takes no host or port: remove web-1.example.org.', null],
  ['command disk db:5432 Disk', 'The command "disk" takes no host or port: remove db:5432.', null],
  ['command load', 'The command "load" needs a host, as in command load example.org.', null],
  ['command load web-1:80', 'The command "load" takes no port.', null],
  ['command load -x', expect.stringMatching(/^Host must not begin with -/), null],
  ['command load $(id)', '"$(id)" is not a host name or an IP address.', null],
  ['command login', 'The command "login" needs a host and a port, as in command login example.org:443.', null],
  [
    'command login shop.test',
    'The command "login" needs a host and a port, as in command login example.org:443.',
    null,
  ],
  ['command listens http', 'The command "listens" needs a port, as in command listens 443.', null],
  ['command listens 99999', 'Port must be between 1 and 65535.', null],
  ['a_b!c', '"a_b!c" is not a host name or an IP address.', null],
  ['shop.example.org #ä', expect.stringMatching(/^A tag must have/), null],
])('%s is invalid', (text, problem, repair) => {
  expect(parse(text)).toMatchObject({ problem, repair, input: null });
});

it('never throws, and a line has either a monitor or a problem', () => {
  const word = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(
      'https://',
      'ping',
      'heartbeat',
      'command',
      'login',
      'listens',
      '1d',
      '[::1]:80',
      ':',
      '#',
      '#a',
      '\u202e',
      '@',
      '%',
      '10.0.0.999',
    ),
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 6 }), fc.boolean(), (words, isJoined) => {
      for (const { problem, input } of parseAll(words.join(isJoined ? '' : ' ')))
        expect(problem === null).toBe(input !== null);
    }),
    { numRuns: 300 },
  );
});

it('creates the same monitor once, and none that exists', () => {
  const text =
    'https://a.example.org/ A\nhttps://a.example.org\nDB.example.org:5432\nheartbeat 1d Import\nping x y\n10.0.0.999\ncommand disk\ncommand load x\ncommand disk Again\ncommand load y';
  const known = new Map([
    [identityOf({ kind: 'POSTGRESQL', name: 'Orders', target: 'db.example.org', port: 5432 }), 'Orders'],
    [identityOf({ kind: 'HEARTBEAT', name: 'Import', target: '', port: null }), 'Import'],
    [identityOf({ kind: 'COMMAND', name: 'Load', target: 'y', port: null, command: 'load' }), 'Load'],
  ]);
  const { listed, inputs } = planLines(parseAll(text), known);
  expect(listed.map(({ status, problem }) => `${status} ${problem}`)).toEqual([
    'new null',
    'exists The same as line 1.',
    'exists Already monitored here as "Orders"; it stays unchanged.',
    'exists Already monitored here as "Import"; it stays unchanged.',
    'new null',
    'invalid 10.0.0.999 is not an IP address: each part is at most 255.',
    'new null',
    'new null',
    'exists The same as line 7.',
    'exists Already monitored here as "Load"; it stays unchanged.',
  ]);
  expect(inputs.map(({ family }) => family)).toEqual(['url', 'network', 'network', 'network']);
});
