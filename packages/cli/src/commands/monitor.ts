import type { Command } from '@upvigil/core/contract/commands';
import { formatHostPort } from '@upvigil/core/contract/fields/host-port';
import {
  type AnyNetworkKind,
  networkMonitorKinds,
  networkMonitorTypes,
} from '@upvigil/core/contract/monitor-kinds/registry';
import { monitorOrders } from '@upvigil/core/contract/monitors';
import type {
  NetworkMonitor,
  NetworkMonitorChange,
  NetworkMonitorInput,
} from '@upvigil/core/contract/network-monitors';
import { defaults } from '@upvigil/core/defaults';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { networkStateBadge } from '@upvigil/core/status/monitor-state';
import { commandMessages } from '@upvigil/core/texts/commands';
import { networkMonitorId, websiteId } from '../client/find-target.ts';
import { filterOf, listAll } from '../client/listed-monitors.ts';
import { defineCommand, type Noun } from '../command.ts';
import { UsageError } from '../failures.ts';
import { checkFields, choiceField, type FieldTable, numberField, switchField, textField } from '../options/fields.ts';
import { choiceOption, textArgument } from '../options/inputs.ts';
import { kindOptionFields } from '../options/kind-options.ts';
import { filterOptions, isFiltered } from '../options/monitor-filter.ts';
import { optionalRefArgument, refArgument } from '../options/refs.ts';
import { idColumn, timeColumn, uptimeColumn } from '../output/columns.ts';
import { plainNumber } from '../output/plain-number.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';
import { listedColumns } from '../status/listed-columns.ts';
import { roleOf, withRemarks } from '../status/states.ts';
import { addCommand, editCommand } from './field-kit.ts';
import { listCommand, removeCommand } from './kit.ts';

/** `now`: ms since the epoch. */
const serviceColumns = (now: number): readonly Column<NetworkMonitor>[] => [
  idColumn,
  {
    header: 'STATUS',
    text: (monitor) => networkStateBadge(monitor).label,
    role: (monitor) => roleOf(networkStateBadge(monitor)),
  },
  { header: 'NAME', text: ({ name }) => name, shrinkTo: 12 },
  { header: 'TYPE', text: ({ monitor_type }) => monitor_type, dropOrder: 4 },
  {
    header: 'HOST',
    text: (monitor) => withRemarks(formatHostPort(monitor.host, monitor.port), monitor, now),
    raw: ({ host, port }) => formatHostPort(host, port),
    shrinkTo: 22,
  },
  {
    header: 'RESPONSE',
    text: ({ monitor_type, last_check }) => formatResponseTime(monitor_type, last_check?.response_time),
    raw: ({ last_check }) => plainNumber(last_check?.response_time),
    align: 'right',
    dropOrder: 1,
  },
  uptimeColumn,
  timeColumn('LAST CHECK', ({ last_check_time }) => last_check_time, { none: 'Never', dropOrder: 3 }),
];

const monitors = defineCommand({
  path: ['monitors'],
  summary: 'list monitors of all kinds, or the network services of a website',
  description:
    'Lists the monitors of all kinds and websites that match the options, problems first. With a website alone: its network monitors, by id.',
  examples: {
    'upvigil monitors --tag env:prod --state down': 'All production monitors that are down',
    "upvigil monitors --tag '!owner:'": 'Monitors that have no tag with owner:',
    'upvigil monitors --sort slowest | head': 'The ten slowest',
    'upvigil monitors Shop': 'The network services of the website Shop',
    "*/10 * * * * upvigil monitors 3 | awk -F'\\t' '$2 == \"DOWN\"'": 'In a crontab: mail the services that are down',
  },
  arguments: { website: optionalRefArgument('[website]', 'the website; upvigil websites lists them') },
  options: {
    ...filterOptions,
    sort: choiceOption('--sort <order>', 'order; default problems', monitorOrders),
  },
  json: 'the array of monitors; with a website alone, of its network monitors',
  async run(context, { website, sort, ...filter }) {
    const { api } = await context.connect('admin');
    if (website !== null && sort === null && !isFiltered({ ...filter, website: null })) {
      const rows = await api.networkMonitors.listByWebsite({ params: { websiteId: await websiteId(api, website) } });
      const empty = 'No network monitors configured';
      await showList(context, { columns: serviceColumns(context.now()), rows, json: rows, empty });
      return;
    }
    const rows = await listAll(api, { ...(await filterOf(api, { ...filter, website })), sort: sort ?? 'problems' });
    await showList(context, { columns: listedColumns, rows, json: rows, empty: 'No monitors match' });
  },
});

const initial = defaults.networkMonitor;

const typesWithoutPort = networkMonitorTypes.filter((type) => networkMonitorKinds[type].port === 'none').join(', ');
const kindLabels = Object.values(networkMonitorKinds)
  .map(({ label }) => label)
  .join(', ');

/** In the order of help. */
export const monitorFields: FieldTable<Omit<NetworkMonitorInput, 'options'>> = {
  name: textField('<name>', 'name'),
  host: textField('<host>', 'host name or IP address'),
  port: numberField('<n>', `port; not for ${typesWithoutPort}`, null),
  monitor_type: choiceField('kind of check', networkMonitorTypes, initial.monitor_type),
  ...checkFields(initial),
  packet_loss_threshold: numberField('<percent>', 'more lost packets are DOWN', initial.packet_loss_threshold),
  description: textField('<text>', 'description'),
  expected_response: textField('<text>', 'text that the service must send'),
  ip_family: choiceField('IPv4 or IPv6 alone', ['any', '4', '6'], 'any', { option: 'ip' }),
  cert_alerts: switchField('whether its certificate is watched', true),
  ...kindOptionFields,
};

/** 'Mail (mail.example.org:993)'; of a command without a host 'Disk'. */
const target = ({ name, host, port }: NetworkMonitor): string =>
  host === '' ? name : `${name} (${formatHostPort(host, port)})`;

const mayLackHost = (type: unknown): boolean =>
  Object.values<AnyNetworkKind>(networkMonitorKinds).some((kind) => kind.type === type && kind.hasOptionalHost);

const addMonitor = addCommand({
  path: ['monitor', 'add'],
  summary: 'add a network service to a website',
  description: `Adds a network monitor to a website. Types: ${kindLabels}.`,
  examples: {
    'upvigil monitor add Shop Mail --host mail.example.org --port 993 --monitor-type IMAP': 'A mail server',
    'upvigil monitor add Shop Router --host 10.0.0.1 --monitor-type ICMP_PING': 'A host that is pinged',
    'upvigil monitor add Shop Cache --host 10.0.0.7 --port 6379 --monitor-type REDIS --password @redis.txt':
      'Redis with a password from a file',
    "upvigil monitor add Shop 'Disk space' --monitor-type COMMAND --command disk":
      'A command of the commands file; upvigil monitor commands lists them',
    '@reboot upvigil monitors Shop | cut -f3 | grep -qx Redis || upvigil monitor add Shop Redis --host 10.0.0.7 --port 6379 >/dev/null':
      'In a crontab: add it if it is missing',
  },
  arguments: {
    website: refArgument('<website>', 'its website'),
    name: textArgument('<name>', 'name of the service'),
  },
  json: 'the network monitor, with its id',
  fields: monitorFields,
  columns: serviceColumns,
  async complete(typed, context) {
    const { readOptionFields } = await import('../options/typed-request.ts');
    const given = await readOptionFields(typed, { options: null }, context);
    if (given.has('host') || mayLackHost(given.get('monitor_type'))) return given;
    throw new UsageError('--host <host> is required');
  },
  create: async (api, body: NetworkMonitorInput, { website }) =>
    api.networkMonitors.create({ params: { websiteId: await websiteId(api, website) }, body }),
  sentence: (monitor) => `Added monitor ${monitor.id}: ${target(monitor)}  (upvigil check monitor ${monitor.id})`,
});

const editMonitor = editCommand({
  path: ['monitor', 'edit'],
  summary: 'change a network service',
  description: 'Changes a network monitor. Fields that you do not give stay; an empty value removes a text.',
  examples: {
    'upvigil monitor edit Shop/Mail --port 993 --check-interval 30': 'Another port, checked more often',
    '0 22 * * * upvigil monitor edit Shop/Batch --enabled no >/dev/null': 'In a crontab: no checks at night',
  },
  arguments: { monitor: refArgument('<monitor>', 'the network monitor') },
  json: 'the network monitor',
  fields: monitorFields,
  columns: serviceColumns,
  find: (api, { monitor }) => networkMonitorId(api, monitor),
  async complete(given, { api, id }, context) {
    const { readOptionFields } = await import('../options/typed-request.ts');
    return readOptionFields(given, await api.networkMonitors.get({ params: { monitorId: id } }), context);
  },
  update: (api, id, body: NetworkMonitorChange) => api.networkMonitors.update({ params: { monitorId: id }, body }),
  sentence: (monitor) => `Changed monitor ${monitor.id}: ${target(monitor)}`,
});

const removeMonitor = removeCommand({
  path: ['monitor', 'remove'],
  summary: 'delete a network service',
  description: 'Deletes a network monitor with its checks and alerts. Requires confirmation.',
  examples: {
    'upvigil monitor remove Shop/Redis': 'After a question',
    '0 3 * * 0 upvigil monitors Shop | grep preview | cut -f1 | xargs -rn1 upvigil monitor remove --yes':
      'In a crontab: delete the previews of the week',
  },
  arguments: { monitor: refArgument('<monitor>', 'the network monitor') },
  find: async (api, { monitor }) =>
    api.networkMonitors.get({ params: { monitorId: await networkMonitorId(api, monitor) } }),
  question: (monitor) => `Delete network service ${target(monitor)} with its checks and alerts?`,
  remove: (api, id) => api.networkMonitors.remove({ params: { monitorId: id } }),
  removed: (monitor) => `Deleted network service ${target(monitor)}`,
});

const commandColumns: readonly Column<Command>[] = [
  { header: 'NAME', text: ({ name }) => name },
  { header: 'TITLE', text: ({ title }) => title, shrinkTo: 12 },
  {
    header: 'NEEDS',
    text: ({ parameters }) => parameters.map((each) => `--${each}`).join(' ') || '-',
    raw: ({ parameters }) => parameters.join(','),
  },
];

const monitorCommands = listCommand({
  path: ['monitor', 'commands'],
  summary: 'list the commands that monitors may run',
  description:
    'Lists the commands of the commands file of the server by name, with the options that a monitor with this command needs. Their programs and arguments stay on the server: docs/commands.md.',
  examples: {
    'upvigil monitor commands': 'The names for --command',
    '@reboot upvigil monitor commands | grep -q ^disk || echo No disk command | mail -s commands ops@example.org':
      'In a crontab: report a server without a certain command',
  },
  json: 'the array of commands',
  columns: commandColumns,
  empty: commandMessages.none,
  read: (api) => api.commands.list(),
});

export const monitorNoun: Noun = {
  group: { name: 'monitor', summary: 'add, change and delete network services' },
  commands: [monitors, addMonitor, editMonitor, removeMonitor, monitorCommands],
};
