import { bodyTypes, requestMethods } from '@upvigil/core/contract/check-options/request-names';
import { formatResponseTime } from '@upvigil/core/format/response-time';
import { limits } from '@upvigil/core/limits';
import type { Tone } from '@upvigil/core/status/tone';
import {
  type CheckOutcome,
  checkListed,
  outcomeSentence,
  checkWebsite as runChecks,
  checkMonitor as runMonitorCheck,
  checkUrl as runUrlCheck,
} from '../checks/trigger.ts';
import { websiteId as findWebsite, networkMonitorId, urlId } from '../client/find-target.ts';
import { filterOf, listAll } from '../client/listed-monitors.ts';
import { defineCommand, type Noun } from '../command.ts';
import type { Context } from '../context.ts';
import { type PluginExitCode, pluginExitCodes } from '../exit-codes.ts';
import { UsageError } from '../failures.ts';
import {
  type Argument,
  choiceOption,
  flagOption,
  listOption,
  oneWord,
  optionalNumberOption,
  textOption,
} from '../options/inputs.ts';
import { isFiltered, selectionOptions } from '../options/monitor-filter.ts';
import { type Ref, refArgument } from '../options/refs.ts';
import { idColumn } from '../output/columns.ts';
import { toJson } from '../output/json.ts';
import { plainNumber } from '../output/plain-number.ts';
import type { PerformanceFigure } from '../output/plugin-line.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';
import { roleOf } from '../status/states.ts';
import type { TestOptions } from './check-test.ts';

const serverMarginSeconds = 10;
/** The longest timeout of a monitor, plus time for the server. */
const checkDeadlineSeconds = limits.urlTimeoutSeconds.max + serverMarginSeconds;
/** Long, because monitors are checked a few at a time. */
const manyDeadlineSeconds = 3600;

/** The target of a check: a monitored URL, or any address. */
type Checked = { ref: Ref } | { address: string };

const urlArgument: Argument<Checked> = {
  syntax: '<url>',
  about: 'id or name of the URL (12, Shop/checkout), or an address to test, with http:// or https://',
  parse(given) {
    const text = oneWord(given);
    return /^https?:\/\//i.test(text) ? { address: text } : { ref: refArgument('<url>', '').parse(text) };
  },
};

/** With any of these, the check is a test of a changed request. */
const requestOptions = {
  method: choiceOption('--method <method>', 'HTTP method; default POST with a body, otherwise GET', requestMethods),
  headers: listOption('--header <header>', "a header 'Name: value'; @file has one header a line"),
  body: textOption('--body <text>', 'the body; @file reads a file, @- stdin'),
  bodyType: choiceOption(
    '--body-type <type>',
    'type of the body; default json for valid JSON, otherwise text',
    bodyTypes.filter((type) => type !== 'none'),
  ),
  accept: textOption('--accept <codes>', 'accepted statuses, such as 201 or 200-299,404'),
  asserts: listOption('--assert <assertion>', "a condition such as 'json $.status equals ok'"),
  redirects: optionalNumberOption(
    '--max-redirects <n>',
    'number of redirects to follow; 0: the redirect is the answer',
    {
      min: 0,
      max: limits.redirects,
    },
  ),
  ipFamily: choiceOption('--ip <family>', 'IPv4 or IPv6 alone', ['4', '6']),
  proxy: textOption('--proxy <address>', 'http, https or socks5 proxy to use'),
  insecure: flagOption('--insecure', 'accept any certificate'),
};

const checkUrl = defineCommand({
  path: ['check', 'url'],
  summary: 'check one URL now, or test a request',
  description:
    "With an id or a name: checks that URL now, even if it is disabled, stores the check and shows the result. Exit codes are those of a monitoring plugin.\n\nWith an address, --test or any request option: tests a request. The server sends it once, evaluates the response, shows where the time went, and stores nothing. For a monitored URL, options that you do not give have their stored values, secrets included. Headers replace those of the same name; assertions are added. Client certificates are set in the form of the URL.\n\nAn assertion is SOURCE PROPERTY COMPARE VALUE, without the parts that its source or compare does not have: 'body contains Welcome', 'json $.items greater 3', 'header Content-Type contains json', 'size less 100000', 'time first_byte less 0.5', 'html robots indexable'. docs/assertions.md lists them all. Values of headers such as Authorization are kept secret; @file keeps them out of the process list.",
  examples: {
    'upvigil check url Shop/checkout': 'Check one URL of the website Shop',
    'upvigil check url 12': 'Check URL 12; upvigil urls <website> lists ids',
    '*/15 * * * * upvigil check url 12 >/dev/null || logger -t upvigil "URL 12 is not up"':
      'In a crontab: write to the system log',
    "upvigil check url https://shop.example.org/api/orders --header @token.txt --body @order.json --accept 201 --assert 'json $.status equals ok'":
      'Test a request before you monitor it: POST, because it has a body',
    'upvigil check url 12 --test --ip 6 --json': 'Test URL 12 over IPv6; nothing is stored',
  },
  arguments: { checked: urlArgument },
  options: { test: flagOption('--test', 'test only, and store nothing'), ...requestOptions },
  exitCodes: 'plugin',
  json: 'the result of the check; for a test its success, message, status_code, response_time, phases, assertions, tls_failed and page',
  deadlineSeconds: checkDeadlineSeconds,
  async run(context, { checked, test, ...options }) {
    if ('address' in checked || test || isAnyGiven(options)) {
      const { testUrl } = await import('./check-test.ts');
      return testUrl(context, checked, options);
    }
    const { api } = await context.connect('admin');
    const url = await api.urls.get({ params: { urlId: await urlId(api, checked.ref) } });
    return showOutcome(context, await runUrlCheck(api, url));
  },
});

const isAnyGiven = (options: TestOptions): boolean =>
  Object.values(options).some((value) => (Array.isArray(value) ? value.length > 0 : value !== null && value !== false));

const checkMonitor = defineCommand({
  path: ['check', 'monitor'],
  summary: 'check one network service now',
  description:
    'Checks a network monitor now, even if it is disabled, stores the check and shows the result. Exit codes are those of a monitoring plugin.',
  examples: {
    'upvigil check monitor 7': 'Check monitor 7; upvigil monitors <website> lists ids',
    '*/15 * * * * upvigil check monitor 7 >/dev/null || logger -t upvigil "monitor 7 is not up"':
      'In a crontab: write to the system log',
  },
  arguments: { monitor: refArgument('<monitor>', 'the network monitor') },
  exitCodes: 'plugin',
  json: 'the result of the check',
  deadlineSeconds: checkDeadlineSeconds,
  async run(context, { monitor: ref }) {
    const { api } = await context.connect('admin');
    const monitorId = await networkMonitorId(api, ref);
    const monitor = await api.networkMonitors.get({ params: { monitorId } });
    return showOutcome(context, await runMonitorCheck(api, monitor));
  },
});

const checkWebsite = defineCommand({
  path: ['check', 'website'],
  summary: 'check all enabled monitors of a website now',
  description:
    'Checks each enabled URL and network monitor of a website now, a few at a time, and shows the results. Exit codes are those of a monitoring plugin, for the worst result.',
  examples: {
    'upvigil check website Shop': 'All monitors of the website Shop',
    '0 * * * * upvigil check website 3 --json >/var/lib/reports/website-3.json':
      'In a crontab: log the results every hour',
  },
  arguments: { website: refArgument('<website>', 'the website') },
  exitCodes: 'plugin',
  json: 'an object with website_id, url_checks and network_checks, each an array of results',
  deadlineSeconds: manyDeadlineSeconds,
  async run(context, { website: ref }) {
    const { api } = await context.connect('admin');
    const websiteId = await findWebsite(api, ref);
    const website = await api.websites.get({ params: { websiteId } });
    const progress = context.terminal.progress('Checking', String);
    const outcomes = await runChecks(api, websiteId, progress.update).finally(progress.end);
    return showOutcomes(context, outcomes, { name: website.name, json: { website_id: website.id } });
  },
});

const checkSelected = defineCommand({
  path: ['check'],
  summary: 'check all enabled monitors that match a filter now',
  description:
    'Checks each enabled URL and network monitor that matches the options now, a few at a time, and shows the results. Heartbeats are not checked: their jobs report. Exit codes are those of a monitoring plugin, for the worst result. upvigil bulk check only starts the checks.',
  examples: {
    'upvigil check --tag env:staging': 'Everything tagged env:staging, after a deployment',
    'upvigil check --state down': 'Whether what is down still is',
    '0 6 * * * upvigil check --tag env:prod >/var/lib/reports/prod.txt || logger -t upvigil "prod is not up"':
      'In a crontab: before the working day',
  },
  options: { ...selectionOptions, all: flagOption('--all', 'all monitors') },
  exitCodes: 'plugin',
  json: 'an object with url_checks and network_checks, each an array of results',
  deadlineSeconds: manyDeadlineSeconds,
  async run(context, { all, ...filter }) {
    if (isFiltered(filter) === all) throw new UsageError('Either a filter such as --tag <tag>, or --all is required');
    const { api } = await context.connect('admin');
    const listed = await listAll(api, { ...(await filterOf(api, filter)), sort: 'name' });
    const progress = context.terminal.progress('Checking', String);
    const enabled = listed.filter((monitor) => monitor.enabled);
    const outcomes = await checkListed(api, enabled, progress.update).finally(progress.end);
    const name = [...filter.tags, filter.kind, filter.state, filter.search].filter(Boolean).join(' ');
    return showOutcomes(context, outcomes, { name: name || 'Monitors', json: {} });
  },
});

const toneCodes: Record<Tone, PluginExitCode> = {
  up: pluginExitCodes.ok,
  warn: pluginExitCodes.warning,
  down: pluginExitCodes.critical,
  none: pluginExitCodes.unknown,
};

const columns: readonly Column<CheckOutcome>[] = [
  idColumn,
  { header: 'STATUS', text: ({ badge }) => badge.label, role: ({ badge }) => roleOf(badge) },
  { header: 'TYPE', text: ({ kind }) => kind, dropOrder: 2 },
  { header: 'MONITOR', text: ({ name }) => name, shrinkTo: 16 },
  {
    header: 'RESPONSE',
    text: ({ kind, responseTime }) => formatResponseTime(kind, responseTime),
    raw: ({ responseTime }) => plainNumber(responseTime),
    align: 'right',
    dropOrder: 1,
  },
  { header: 'DETAIL', text: ({ detail }) => detail, shrinkTo: 10 },
];

async function showOutcome(context: Context, outcome: CheckOutcome): Promise<PluginExitCode> {
  const code = toneCodes[outcome.badge.tone];
  if (context.form === 'json') context.terminal.print(toJson(outcome.result));
  else {
    const { showSummary } = await import('../output/show-summary.ts');
    showSummary(context, code, outcomeSentence(outcome), figuresOf(outcome));
  }
  return code;
}

const figuresOf = ({ responseTime, threshold, timeout, packetLoss }: CheckOutcome): PerformanceFigure[] => [
  { label: 'time', value: responseTime, unit: 's', warning: threshold, critical: timeout, min: 0 },
  { label: 'packet_loss', value: packetLoss, unit: '%', min: 0, max: 100 },
];

async function showOutcomes(
  context: Context,
  outcomes: readonly CheckOutcome[],
  about: { name: string; json: object },
): Promise<PluginExitCode> {
  const { terminal, form } = context;
  const code = worstCode(outcomes);
  if (form === 'json') {
    const urls = outcomes.filter(isUrl);
    const monitors = outcomes.filter((outcome) => !isUrl(outcome));
    const results = (some: readonly CheckOutcome[]) => some.map(({ result }) => result);
    terminal.print(toJson({ ...about.json, url_checks: results(urls), network_checks: results(monitors) }));
    return code;
  }
  const count = (tone: Tone): number => outcomes.filter(({ badge }) => badge.tone === tone).length;
  const sentence =
    outcomes.length === 0
      ? 'no enabled monitors'
      : `${count('up')} of ${outcomes.length} monitors UP, ${count('warn')} with warnings, ${count('down')} down`;
  const figures: PerformanceFigure[] = [
    { label: 'up', value: count('up'), min: 0, max: outcomes.length },
    { label: 'warning', value: count('warn'), min: 0, max: outcomes.length },
    { label: 'down', value: count('down'), min: 0, max: outcomes.length },
  ];
  const { showSummary } = await import('../output/show-summary.ts');
  showSummary(context, code, `${about.name}: ${sentence}`, figures);
  if (outcomes.length > 0) await showList(context, { columns, rows: outcomes, json: null, empty: '' });
  return code;
}

const isUrl = ({ kind }: CheckOutcome): boolean => kind === 'URL';

/** The worst outcome; unknown if nothing was checked. */
function worstCode(outcomes: readonly CheckOutcome[]): PluginExitCode {
  if (outcomes.length === 0) return pluginExitCodes.unknown;
  const codes = outcomes.map(({ badge }) => toneCodes[badge.tone]);
  return codes.reduce((worst, code) => (code > worst ? code : worst), pluginExitCodes.ok as PluginExitCode);
}

export const checkNoun: Noun = {
  commands: [checkSelected, checkUrl, checkMonitor, checkWebsite],
};
