import type { RoutingDocument } from '@upvigil/core/contract/routing';
import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { flagOption } from '../../options/inputs.ts';
import { readJsonObject } from '../../options/read-json.ts';
import { toJson } from '../../output/json.ts';

export const setRouting = defineCommand({
  path: ['routing', 'set'],
  summary: 'replace who is told of what',
  description:
    'Replaces the routing by the document on stdin, as upvigil routing --json prints it. It is refused as a whole where a part of it is wrong, and where somebody has changed the routing since that document was printed: its revision says so.',
  examples: [
    { command: 'upvigil routing set --document-stdin <routing.json', about: 'Save what was changed' },
    {
      command: 'upvigil routing --json | jq \'.time_zone = "Europe/Berlin"\' | upvigil routing set --document-stdin',
      about: 'Change one thing',
    },
    {
      command:
        "0 18 23 12 * upvigil routing --json | jq '.routes[0].policy_id = 2' | upvigil routing set --document-stdin",
      about: 'In a crontab: another policy over the holidays',
    },
  ],
  arguments: {},
  options: { document: flagOption('--document-stdin', 'read the document from stdin, as JSON; required') },
  exitCodes: 'plain',
  json: 'the document as it was saved',
  async run(context, { document }) {
    if (!document) throw new UsageError('The document is required: --document-stdin <routing.json');
    const given = await readJsonObject(context);
    const { api } = await context.connect('admin');
    // The server judges the document and says what is wrong in a sentence.
    const saved = await api.routing.update({ body: given as RoutingDocument });
    if (context.form === 'json') context.terminal.print(toJson(saved));
    else context.terminal.say(tellingMessages.routing.saved(saved));
    return exitCodes.done;
  },
});
