import { stripControls } from '@upvigil/core/format/foreign-text';
import { evidenceLines } from '@upvigil/core/format/phases/evidence-lines';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
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
    else
      for (const line of evidenceLines(evidence))
        terminal.print(fitting(line, form === 'terminal' ? terminal.width() : null));
    return exitCodes.done;
  },
});

/** A line of foreign text, broken where the screen ends. */
function fitting(line: string, width: number | null): string {
  const text = stripControls(line);
  if (width === null || text.length <= width) return text;
  return text.match(new RegExp(`.{1,${width}}`, 'gu'))?.join('\n') ?? text;
}
