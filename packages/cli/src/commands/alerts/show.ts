import { stripLine } from '@upvigil/core/format/foreign-text';
import { evidenceLines } from '@upvigil/core/format/phases/evidence-lines';
import { toldLines } from '@upvigil/core/format/told-lines';
import { tellingMessages } from '@upvigil/core/page-messages/telling';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { idArgument } from '../../options/inputs.ts';
import { toJson } from '../../output/json.ts';
import { printText } from '../../output/print-text.ts';

export const showAlert = defineCommand({
  path: ['alerts', 'show'],
  summary: 'show one alert: who was told, and what its check saw',
  description:
    'Shows an alert: its severity, the route and the policy that decided, when it began, who acknowledged it, and each delivery with its reason. Below stands its evidence: request, address, phases, answer, and the checks before, without secrets. Alerts of before, and those whose evidence made room for newer, have none.',
  examples: [
    {
      command: 'upvigil alerts show 412',
      about: 'Who was told, and what the check saw; upvigil alerts --json has the ids',
    },
    {
      command:
        "*/10 * * * * upvigil alerts --hours 1 --json | jq '.[] | select(.has_evidence).id' | xargs -rn1 upvigil alerts show",
      about: 'In a crontab: mail what was seen',
    },
  ],
  arguments: { id: idArgument('<id>', 'id of the alert') },
  options: {},
  exitCodes: 'plain',
  json: 'the evidence, where there is some, with the alert as alert',
  async run(context, { id }) {
    const { api } = await context.connect('admin');
    const request = { params: { alertId: id } };
    const alert = await api.alerts.get(request);
    const evidence = alert.has_evidence ? await api.alerts.evidence(request) : null;
    const { terminal, form } = context;
    if (form === 'json') terminal.print(toJson({ ...evidence, alert }));
    else {
      const seen = evidence ? evidenceLines(evidence) : [tellingMessages.alert.noEvidence];
      const lines = [...toldLines(alert), '', ...seen];
      await printText(context, lines.map(stripLine));
    }
    return exitCodes.done;
  },
});
