import type { Incident } from '@upvigil/core/contract/incidents';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { toJson } from '../../output/json.ts';
import { renderPipe } from '../../output/pipe.ts';
import { incidentColumns } from './columns.ts';

/** What became of an incident: a sentence for a person, else the incident. */
export function showChange({ terminal, form }: Context, incident: Incident, sentence: string): number {
  if (form === 'json') terminal.print(toJson(incident));
  else if (form === 'pipe') renderPipe(incidentColumns, [incident]).forEach(terminal.print);
  else terminal.print(sentence);
  return exitCodes.done;
}
