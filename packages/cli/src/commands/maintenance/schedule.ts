import { limits } from '@upvigil/core/limits';
import { maintenanceCommandMessages as said } from '@upvigil/core/maintenance/command-messages';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { flagOption, optionalNumberOption, textOption } from '../../options/inputs.ts';
import { monitorsOption, needTarget, websiteIds, websitesOption } from '../../options/targets.ts';
import { textOptions, writtenText } from '../../options/written-text.ts';
import { toJson } from '../../output/json.ts';
import { renderPipe } from '../../output/pipe.ts';
import { lengthOption } from './begin.ts';
import { windowColumns } from './columns.ts';

export const scheduleMaintenance = defineCommand({
  path: ['maintenance', 'schedule'],
  summary: 'plan maintenance, once or by a rule',
  description:
    'Plans maintenance by the clocks of a time zone: once, or by a rule as FREQ=WEEKLY;BYDAY=SU. At a time that a change of clocks skips it takes place later by what is skipped. Each time is a run, which upvigil maintenance list shows.\n\nA rule has FREQ (DAILY, WEEKLY or MONTHLY), INTERVAL, BYDAY, BYMONTHDAY, and COUNT or UNTIL, as in RFC 5545.',
  examples: [
    {
      command:
        "upvigil maintenance schedule --title 'Database upgrade' --starts 2026-12-01T02:30 --zone Europe/Berlin --for 1h --website 3 --public",
      about: 'Once, and public pages tell of it',
    },
    {
      command:
        "upvigil maintenance schedule --title 'Weekly restart' --starts 2026-12-06T03:00 --zone Europe/Berlin --for 20m --rule 'FREQ=WEEKLY;BYDAY=SU' --website Shop",
      about: 'Every Sunday',
    },
    {
      command:
        '0 9 1 * * upvigil maintenance schedule --title "Patch day" --starts "$(date -d "+2 days" +\\%FT03:00)" --for 1h --website 3 >/dev/null',
      about: 'In a crontab: two days after it is announced',
    },
  ],
  arguments: {},
  options: {
    title: textOption('--title <text>', 'what is done; required'),
    starts: textOption('--starts <time>', 'by the clocks of the zone, as 2026-12-01T02:30; required'),
    zone: textOption('--zone <zone>', 'a time zone, as Europe/Berlin; UTC without it'),
    minutes: lengthOption,
    rule: textOption('--rule <rule>', 'when it takes place again, as FREQ=WEEKLY;BYDAY=SU; once without it'),
    websites: websitesOption('a website that is worked on'),
    monitors: monitorsOption('a URL or a network monitor that is worked on'),
    public: flagOption('--public', 'let public pages tell its title, its text and its times'),
    announce: optionalNumberOption(
      '--announce <hours>',
      'for how long before its start they do; 24 without it',
      limits.maintenance.announceHours,
    ),
    notify: flagOption('--notify', 'tell subscribers'),
    ...textOptions('what more there is to say'),
  },
  exitCodes: 'plain',
  json: 'the window, with its id',
  async run(context, { title, starts, zone, minutes, rule, announce, ...rest }) {
    if (title === null || starts === null || minutes === null) {
      throw new UsageError('--title <text>, --starts <time> and --for <time> are required');
    }
    needTarget(rest.websites, rest.monitors);
    const text = await writtenText(context, rest);
    const { api } = await context.connect('admin');
    const window = await api.maintenance.create({
      body: {
        ...{ title, body: text ?? '', starts_at: starts, duration_minutes: minutes, rrule: rule },
        ...{ website_ids: await websiteIds(api, rest.websites), monitor_ids: [...rest.monitors] },
        ...{ public: rest.public, notify: rest.notify },
        ...(zone === null ? {} : { time_zone: zone }),
        ...(announce === null ? {} : { announce_hours: announce }),
      },
    });
    const { terminal, form } = context;
    if (form === 'json') terminal.print(toJson(window));
    else if (form === 'pipe') renderPipe(windowColumns, [window]).forEach(terminal.print);
    else terminal.print(said.planned(window.id, window.title));
    return exitCodes.done;
  },
});
