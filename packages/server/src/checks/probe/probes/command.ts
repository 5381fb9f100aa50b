import { foreignText } from '@upvigil/core/format/foreign-text';
import { commandProblem } from '@upvigil/core/languages/public-causes';
import { commandWarningStart } from '@upvigil/core/texts/commands';
import type { ProbeOutcome } from '../../../base/domain/check.ts';
import type { CommandRun } from '../../commands/check-commands.ts';
import { down, nothingMeasured, timeoutText } from '../failure-text.ts';
import { fault } from '../faults.ts';
import { textRemover } from '../tracing/remove-secrets.ts';
import type { Probe } from './probe.ts';

/** Runs a command of the commands file, and reads its exit code as that of a Nagios plugin. */
export const probeCommand: Probe<'COMMAND'> = async (target, context) => {
  // A command that waits for a place loses no time of its timeout.
  context.endDeadline();
  const run = await context.commands.run(target, context.timeout_seconds, context.signal);
  const removeSecrets = textRemover(run.secrets, []);
  if ('output' in run.end) context.trace.ran(removeSecrets(run.end.output));
  return commandOutcome(run, context.timeout_seconds);
};

/** Exit codes (https://www.monitoring-plugins.org/doc/guidelines.html#AEN78). All others are failures. */
const exitCodes = { ok: 0, warning: 1, unknown: 3 };

export function commandOutcome({ end, secrets }: CommandRun, timeoutSeconds: number): ProbeOutcome {
  const removeSecrets = textRemover(secrets, []);
  if ('unsupported' in end) return fault('unsupported', end.unsupported);
  if ('error' in end) return fault('command', foreignText(removeSecrets(end.error)));
  const { code, signal, is_timeout, duration_us } = end;
  if (is_timeout) return hidden(down(timeoutText(timeoutSeconds, 'running the command')));
  const message = firstLine(removeSecrets(end.output)) || (code === null ? `ended by ${signal}` : `exit code ${code}`);
  const measured = { ...nothingMeasured, response_time_us: duration_us };
  if (code === exitCodes.ok) return { outcome: 'up', ...measured };
  if (code === exitCodes.unknown) return fault('command', foreignText(message));
  const failed = down(message, measured);
  if (code !== exitCodes.warning || failed.outcome !== 'down') return hidden(failed);
  return { outcome: 'up', ...measured, warning: commandWarningStart + failed.reason };
}

/** Without the output for visitors. */
const hidden = (outcome: ProbeOutcome): ProbeOutcome =>
  outcome.outcome === 'down' ? { ...outcome, public_reason: commandProblem } : outcome;

/** The first line that has text, without the performance data after its `|`. */
function firstLine(output: string): string {
  const line = output.split(/\r?\n/).find((each) => each.trim() !== '') ?? '';
  return line.split('|', 1)[0]?.trim() ?? '';
}
