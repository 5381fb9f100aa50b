import { stripControls } from '@upvigil/core/format/foreign-text';
import type { Session } from '../../client/session.ts';
import type { Context } from '../../context.ts';
import { flagOption } from '../../options/inputs.ts';
import { requireYes } from '../../terminal.ts';

/** A quarter of an hour: ten million checks take a minute. */
export const backupDeadlineSeconds = 900;

export const yesOption = flagOption('--yes', 'ask nothing; required where nobody can be asked');

/** First step of what asks before it acts: nothing was done before it refuses. @throws UsageError when nobody can be asked */
export function needAgreement(yes: boolean, { terminal }: Context): void {
  if (!yes) terminal.needAnswer();
}

/** Asks, unless `--yes` was given. @throws DeclinedError when the answer is no, UsageError when nobody can be asked */
export async function confirmUnless(yes: boolean, { terminal }: Context, question: string): Promise<void> {
  if (!yes) requireYes(await terminal.confirm(stripControls(question)));
}

/** Runs one of these at a time for each server: cron may start the next before the last is done. */
export async function alone<Result>(
  { environment }: Context,
  { server }: Session,
  work: () => Promise<Result>,
): Promise<Result> {
  const { withLock } = await import('../../client/lock.ts');
  return await withLock({ folder: environment.configDir, subject: server }, work);
}

const tickMs = 1000;

/** Shows for how long the work has been going on, on a terminal. */
export async function withStopwatch<Result>(
  { terminal, now }: Context,
  label: string,
  work: () => Promise<Result>,
): Promise<Result> {
  const progress = terminal.progress(label, (seconds) => `${seconds} s`);
  const started = now();
  const show = (): void => progress.update(Math.round((now() - started) / tickMs), null);
  show();
  const timer = setInterval(show, tickMs);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    progress.end();
  }
}
