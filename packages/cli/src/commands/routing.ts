import type { ApiClient } from '@upvigil/core/client/api-client';
import { alertTypes } from '@upvigil/core/contract/names/alerts';
import { builtInChannels, channelNames } from '@upvigil/core/contract/names/channels';
import type { ExplainedChannel, Explanation, RoutingDocument } from '@upvigil/core/contract/routing';
import { commandMessages } from '@upvigil/core/texts/alerts';
import { monitorId } from '../client/find-target.ts';
import { defineCommand, type Noun } from '../command.ts';
import type { Context } from '../context.ts';
import { exitCodes } from '../exit-codes.ts';
import { UsageError } from '../failures.ts';
import { choiceOption, flagOption, textOption } from '../options/inputs.ts';
import { nextTimeOfDay, parseMoment } from '../options/moments.ts';
import { readJsonObject } from '../options/read-json.ts';
import { monitorOption } from '../options/refs.ts';
import { timeColumn } from '../output/columns.ts';
import { toJson } from '../output/json.ts';
import type { Role } from '../output/paint.ts';
import { showList } from '../output/show-list.ts';
import type { Column } from '../output/table.ts';
import { dayAndTime } from '../output/times.ts';

const notifiedRoles: Record<ExplainedChannel['told'], Role> = { now: 'good', later: 'warn', never: 'quiet' };

/** What each channel would do with an alert. Steps count from 1, as in the reasons of deliveries. */
const notifiedColumns: readonly Column<ExplainedChannel>[] = [
  { header: 'STEP', text: ({ step }) => String(step + 1), align: 'right' },
  { header: 'REF', text: ({ ref }) => String(ref), dropOrder: 3 },
  { header: 'CHANNEL', text: ({ name }) => name, shrinkTo: 10 },
  { header: 'KIND', text: ({ kind }) => channelNames[kind], raw: ({ kind }) => kind, shrinkTo: 8, dropOrder: 2 },
  { header: 'NOTIFIED', text: ({ told }) => told, role: ({ told }) => notifiedRoles[told] },
  timeColumn('AT', ({ at }) => at, { dropOrder: 1 }),
  { header: 'REASON', text: ({ reason }) => reason ?? '-', raw: ({ reason }) => reason ?? '', shrinkTo: 16 },
];

const explain = defineCommand({
  path: ['explain'],
  summary: 'explain which channels an alert would notify',
  description:
    'Explains how an alert of a monitor would be routed: the route, the policy, and for each channel whether it is notified at once, later or never, with the reason. Sends nothing.\n\n--at is a date and time such as 2026-11-21T03:00:00Z, or a time of day such as 03:00, which means its next occurrence in the time zone of the routing. Default: now.',
  examples: {
    'upvigil explain --monitor 7 --type DOWN': 'If it went down now',
    'upvigil explain --monitor 7 --type SLOW --at 03:00': 'If it went down tonight',
    "0 17 * * 5 upvigil explain --monitor 7 --type DOWN --at 03:00 | awk -F'\\t' '$5 == \"now\"' | grep -q . || echo 'nobody is notified at night'":
      'In a crontab: before the weekend, check that somebody would be notified',
  },
  options: {
    monitor: monitorOption('a URL or network monitor; required'),
    type: choiceOption('--type <type>', 'type of the alert; required', alertTypes),
    at: textOption('--at <time>', 'a date and time, or a time of day; default now'),
  },
  json: 'an object with route, policy and the array channels',
  async run(context, { monitor, type, at }) {
    if (monitor === null || type === null) throw new UsageError('--monitor <id> and --type <type> are required');
    const askedFor = at === null ? null : parseExplainedTime(at);
    const { api } = await context.connect('admin');
    const moment = askedFor === null ? null : await momentOf(askedFor, api, context.now());
    const body = { monitor_id: await monitorId(api, monitor), alert_type: type, ...(moment ? { at: moment.at } : {}) };
    const explanation = await api.routing.explain({ body });
    if (context.form === 'terminal') printVerdict(context, explanation, moment);
    const rows = explanation.channels;
    const empty = commandMessages.routing.nobody;
    await showList(context, { columns: notifiedColumns, rows, json: explanation, empty });
  },
});

/** A point in time as typed, and its meaning. */
interface Moment {
  /** ISO. */
  at: string;
  /** The routing's time zone, if a time of day was given. */
  zone: string | null;
}

type ExplainedTime = { at: string } | { timeOfDay: string };

function parseExplainedTime(text: string): ExplainedTime {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return { timeOfDay: text };
  const at = parseMoment(text);
  if (at !== null) return { at };
  throw new UsageError(
    `--at <time> must be a time of day such as 03:00, or a date and time such as 2026-11-21T03:00:00Z, but it is "${text}"`,
  );
}

async function momentOf(asked: ExplainedTime, api: ApiClient, now: number): Promise<Moment> {
  if ('at' in asked) return { at: asked.at, zone: null };
  const { time_zone: zone } = await api.routing.get();
  return { at: new Date(nextTimeOfDay(asked.timeOfDay, zone, now) ?? now).toISOString(), zone };
}

function printVerdict({ terminal }: Context, { route, policy }: Explanation, moment: Moment | null): void {
  if (moment) {
    const zone = moment.zone === null ? '' : ` (${moment.zone})`;
    terminal.print(`At ${dayAndTime(moment.at)}${zone}`);
  }
  const decided = route === null ? commandMessages.routing.noRoute : `Route "${route}"`;
  terminal.print(`${decided}; ${policy === null ? 'it notifies nobody' : `policy "${policy}"`}`);
}

const routing = defineCommand({
  path: ['routing'],
  summary: 'show which alerts notify whom, and when',
  description:
    'Shows the routing as sentences: the routes in order (the first match decides), the policies with their steps, and the settings of single channels. --json prints the document that upvigil routing set reads.',
  examples: {
    'upvigil routing': 'Which alerts notify whom',
    'upvigil routing --json >routing.json': 'The document, to edit it',
    '0 3 * * * upvigil routing --json >/etc/upvigil/routing.json && git -C /etc/upvigil commit -qam routing':
      'In a crontab: keep a history of the routing',
  },
  json: 'the document of the routing',
  async run(context) {
    const { api } = await context.connect('admin');
    const document = await api.routing.get();
    const { terminal, form } = context;
    if (form === 'json') {
      terminal.print(toJson(document));
      return exitCodes.done;
    }
    const { routingSentences } = await import('@upvigil/core/texts/routing-list');
    const sentences = routingSentences(document, await namesOf(api));
    const { wrapWords } = await import('../output/break-text.ts');
    for (const sentence of sentences) {
      if (form === 'pipe') terminal.print(sentence);
      else for (const text of wrapWords(sentence, terminal.width())) terminal.print(text);
    }
  },
});

async function namesOf(api: ApiClient) {
  const [websites, channels] = await Promise.all([api.websites.list(), api.channels.list()]);
  const websiteNames = new Map(websites.map(({ id, name }) => [id, name]));
  const channelNamesByKey = new Map<string, string>([
    ...builtInChannels.map((ref) => [ref, channelNames[ref]] as const),
    ...channels.map(({ id, name }) => [String(id), name] as const),
  ]);
  return {
    channel: (key: string) => channelNamesByKey.get(key) ?? `channel ${key}`,
    website: (id: number) => websiteNames.get(id) ?? `website ${id}`,
    monitor: (id: number) => `monitor ${id}`,
  };
}

const setRouting = defineCommand({
  path: ['routing', 'set'],
  summary: 'replace the routing',
  description:
    'Replaces the routing with the document on stdin, in the form that upvigil routing --json prints. An invalid document is refused as a whole. So is a document of an older revision, because the routing has changed since then.',
  examples: {
    'upvigil routing set --document-stdin <routing.json': 'Save an edited document',
    'upvigil routing --json | jq \'.time_zone = "Europe/Berlin"\' | upvigil routing set --document-stdin':
      'Change one value',
    "0 18 23 12 * upvigil routing --json | jq '.routes[0].policy_id = 2' | upvigil routing set --document-stdin":
      'In a crontab: another policy over the holidays',
  },
  options: { document: flagOption('--document-stdin', 'read the document from stdin, as JSON; required') },
  json: 'the saved document',
  async run(context, { document }) {
    if (!document) throw new UsageError('The document is required: --document-stdin <routing.json');
    const given = await readJsonObject(context);
    const { api } = await context.connect('admin');
    // The server validates the document and explains errors in a sentence.
    const saved = await api.routing.update({ body: given as RoutingDocument });
    if (context.form === 'json') context.terminal.print(toJson(saved));
    else context.terminal.say(commandMessages.routing.saved(saved));
  },
});

export const routingNoun: Noun = {
  commands: [explain, routing, setRouting],
};
