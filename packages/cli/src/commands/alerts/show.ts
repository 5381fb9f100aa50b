import { stripLine } from '@upvigil/core/format/foreign-text';
import { evidenceLines } from '@upvigil/core/format/phases/evidence-lines';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { breakLine } from '../../output/break-text.ts';
import { toJson } from '../../output/json.ts';

export const showAlert = defineCommand({
  path: ['alerts', 'show'],
  summary: 'show what the check of an alert saw',
  description:
    'Shows the evidence of an alert: request, address, phases, answer, and the checks before, without secrets. Alerts of before, and those whose evidence made room for newer, have none.',
  examples: [
    { command: 'upvigil alerts show 412', about: 'What the check saw; upvigil alerts --json has the ids' },
    {
      command:
        "*/10 * * * * upvigil alerts --hours 1 --json | jq '.[] | select(.has_evidence).id' | xargs -rn1 upvigil alerts show",
      about: 'In a crontab: mail what was seen',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the alert') },
  options: {},
  exitCodes: 'plain',
  json: 'the evidence',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    const evidence = await api.alerts.evidence({ params: { alertId: id } });
    const { terminal, form } = context;
    if (form === 'json') terminal.print(toJson(evidence));
    else {
      const lines = evidenceLines(evidence).map(stripLine);
      const shown = form === 'terminal' ? lines.flatMap((line) => breakLine(line, terminal.width())) : lines;
      for (const line of shown) terminal.print(line);
    }
    return exitCodes.done;
  },
});
