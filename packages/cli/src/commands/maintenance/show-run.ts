import type { MaintenanceRun } from '@upvigil/core/contract/maintenance';
import type { Context } from '../../context.ts';
import { exitCodes } from '../../exit-codes.ts';
import { toJson } from '../../output/json.ts';
import { renderPipe } from '../../output/pipe.ts';
import { runColumns } from './columns.ts';

/** What became of a run: a sentence for a person, else the run. */
export function showRun({ terminal, form }: Context, run: MaintenanceRun, sentence: string): number {
  if (form === 'json') terminal.print(toJson(run));
  else if (form === 'pipe') renderPipe(runColumns, [run]).forEach(terminal.print);
  else terminal.print(sentence);
  return exitCodes.done;
}
