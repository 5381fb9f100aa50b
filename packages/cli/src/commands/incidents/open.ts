import { incidentImpacts, incidentStatuses } from '@upvigil/core/contract/incidents';
import { incidentMessages } from '@upvigil/core/incident-rules/command-messages';
import { defineCommand } from '../../command.ts';
import { UsageError } from '../../failures.ts';
import { choiceOption, flagOption, textOption } from '../../options/inputs.ts';
import { monitorsOption, websiteIds, websitesOption } from '../../options/targets.ts';
import { textOptions, writtenText } from '../../options/written-text.ts';
import { showChange } from './show-change.ts';

export const openIncident = defineCommand({
  path: ['incident', 'open'],
  summary: 'report an incident',
  description:
    'Reports an incident on the public pages, with its first update. With --draft only who is signed in sees it, until upvigil incident publish. Its text is CommonMark without HTML, images and headings. An incident changes neither what checks say nor any uptime.',
  examples: [
    {
      command:
        'upvigil incident open --title "Checkout fails" --website 3 --impact major --body "We are looking into it."',
      about: 'For everybody to read, at once',
    },
    {
      command: 'upvigil incident open --title "Database is slow" --website Shop --draft --body-file - <text.md',
      about: 'A draft, its text from a file',
    },
    {
      command:
        '0 22 * * 5 upvigil incident open --title "Support is closed until Monday" --impact none --status monitoring',
      about: 'In a crontab: something to know that is no outage',
    },
  ],
  arguments: {},
  options: {
    title: textOption('--title <text>', 'what it is, in a line; required'),
    websites: websitesOption('a website that is affected'),
    monitors: monitorsOption('a URL or a network monitor that is affected'),
    impact: choiceOption('--impact <impact>', 'how bad it is; minor without it', incidentImpacts),
    status: choiceOption('--status <status>', 'of the first update; investigating without it', incidentStatuses),
    draft: flagOption('--draft', 'show it to nobody who is not signed in'),
    ...textOptions('what the first update says'),
  },
  exitCodes: 'plain',
  json: 'the incident, with its id',
  async run(context, { title, websites, monitors, impact, status, draft, ...text }) {
    if (title === null) throw new UsageError('--title <text> is required');
    const body = await writtenText(context, text);
    const { api } = await context.connect('admin');
    const incident = await api.incidents.create({
      body: {
        ...{ title, state: draft ? 'draft' : 'published', website_ids: await websiteIds(api, websites) },
        ...{ monitor_ids: [...monitors], body: body ?? '' },
        ...(impact ? { impact } : {}),
        ...(status ? { status } : {}),
      },
    });
    return showChange(context, incident, incidentMessages.reported(incident));
  },
});
