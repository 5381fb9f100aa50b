import { alertTypes } from '@upvigil/core/alert-types';
import type { ApiClient } from '@upvigil/core/api-client';
import type { Explanation } from '@upvigil/core/contract/routing';
import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { nextTimeOfDay } from '@upvigil/core/time/next-time-of-day';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { choiceOption, idOption, textOption } from '../../options/inputs.ts';
import { parseMoment } from '../../options/moments.ts';
import { showList } from '../../output/show-list.ts';
import { dayAndTime } from '../../output/times.ts';
import { toldColumns } from './told-columns.ts';

export const explain = defineCommand({
  path: ['explain'],
  summary: 'show who would be told of an alert, and why not',
  description:
    'Shows what would become of an alert of a monitor: the route and the policy that decide, and of each channel whether it is told at once, later or never, with the reason. Nothing is sent.\n\n--at is a moment, as 2026-11-21T03:00:00Z, or a time of day, as 03:00: the next time that clocks show it in the time zone of the routing. Without it: now.',
  examples: [
    { command: 'upvigil explain --monitor 7 --type DOWN', about: 'If it went down now' },
    { command: 'upvigil explain --monitor 7 --type SLOW --at 03:00', about: 'And in the coming night' },
    {
      command:
        "0 17 * * 5 upvigil explain --monitor 7 --type DOWN --at 03:00 | awk -F'\\t' '$5 == \"now\"' | grep -q . || echo 'nobody is told at night'",
      about: 'In a crontab: before the weekend, see that somebody is told',
    },
  ],
  arguments: {},
  options: {
    monitor: idOption('--monitor <id>', 'a URL or a network monitor; required'),
    type: choiceOption('--type <type>', 'type of the alert; required', alertTypes),
    at: textOption('--at <time>', 'a moment or a time of day instead of now'),
  },
  exitCodes: 'plain',
  json: 'an object with route, policy and the array channels',
  async run(context, { monitor, type, at }) {
    if (monitor === null || type === null) throw new UsageError('--monitor <id> and --type <type> are required');
    const askedFor = at === null ? null : askedMoment(at);
    const { api } = await context.connect('admin');
    const moment = askedFor === null ? null : await momentOf(askedFor, api, context.now());
    const body = { monitor_id: monitor, alert_type: type, ...(moment ? { at: moment.at } : {}) };
    const explanation = await api.routing.explain({ body });
    if (context.form === 'terminal') printVerdict(context, explanation, moment);
    const rows = explanation.channels;
    const empty = tellingMessages.routing.nobody;
    await showList(context, { columns: toldColumns, rows, json: explanation, empty });
    return exitCodes.done;
  },
});

/** As it was given, and what it means. */
interface Moment {
  /** ISO. */
  at: string;
  /** Of the routing, where a time of day was given. */
  zone: string | null;
}

type AskedFor = { at: string } | { timeOfDay: string };

function askedMoment(text: string): AskedFor {
  if (/^([01]\d|2[0-3]):[0-5]\d$/.test(text)) return { timeOfDay: text };
  const at = parseMoment(text);
  if (at !== null) return { at };
  throw new UsageError(
    `--at <time> must be a time of day, as 03:00, or a moment, as 2026-11-21T03:00:00Z, but it is "${text}"`,
  );
}

async function momentOf(asked: AskedFor, api: ApiClient, now: number): Promise<Moment> {
  if ('at' in asked) return { at: asked.at, zone: null };
  const { time_zone: zone } = await api.routing.get();
  return { at: new Date(nextTimeOfDay(asked.timeOfDay, zone, now) ?? now).toISOString(), zone };
}

function printVerdict({ terminal }: Context, { route, policy }: Explanation, moment: Moment | null): void {
  if (moment) {
    const zone = moment.zone === null ? '' : ` (by the clocks of ${moment.zone})`;
    terminal.print(`At ${dayAndTime(moment.at)}${zone}`);
  }
  const decided = route === null ? tellingMessages.routing.noRoute : `Route "${route}"`;
  terminal.print(`${decided}; ${policy === null ? 'it tells nobody' : `policy "${policy}"`}`);
}
