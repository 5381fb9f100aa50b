import { randomUUID } from 'node:crypto';
import type { Writable } from 'node:stream';
import { isatty } from 'node:tty';
import { limits } from '@upvigil/core/limits';
import { secondMs } from '@upvigil/core/time';
import { type CommandEnd, isFromTerminal, type RunningCommand, startCommand } from '../child-command.ts';
import type { Host } from '../context.ts';
import { captureOutput } from './captured-output.ts';
import type { RunLine } from './run-line.ts';
import { sendPing, sendUntilAnswered } from './send-ping.ts';

/** How long the end ping is retried. */
export const retryMs = 20 * secondMs;

const inherited = ['inherit', 'inherit'] as const;

interface World {
  host: Host;
  /** Read only if the output is sent: creating them makes the file descriptors of this process non-blocking. */
  streams(): { stdout: Writable; stderr: Writable };
  retryMs: number;
}

/** Runs a command and reports start and end to a heartbeat. Returns the exit code of the command. */
export async function runReported({ pingAddress, isOutputSent, command }: RunLine, world: World): Promise<number> {
  const { host } = world;
  let running: RunningCommand | null = null;
  let hasEnded = false;
  const stopped = new AbortController();
  const hasTerminal = [0, 1, 2].some((descriptor) => isatty(descriptor));
  const stopListening = host.onSignal((signal) => {
    if (hasEnded) stopped.abort();
    else if (!isFromTerminal(signal, hasTerminal)) running?.pass(signal);
  });
  // Pairs start and end, also if the next run begins before this one has ended.
  const rid = randomUUID();
  const started = sendPing(`${pingAddress}/start?rid=${rid}`, null, stopped.signal);
  const captured = isOutputSent ? capture(world) : null;
  running = startCommand(command, {
    env: host.variables,
    stdio: ['inherit', ...(captured?.stdio ?? inherited)],
  });
  captured?.begin(running);
  const end = await running.ended;
  hasEnded = true;
  const output = (await captured?.finish()) ?? null;
  const timer = setTimeout(() => stopped.abort(), world.retryMs);
  // In order: the start ping must not arrive after the end.
  await started;
  await sendUntilAnswered(
    `${pingAddress}/${end.exitCode}?rid=${rid}`,
    isOutputSent ? describe(end, command, output) : null,
    stopped.signal,
  );
  clearTimeout(timer);
  stopListening();
  return end.exitCode;
}

function capture({ streams }: World) {
  const { stdout, stderr } = streams();
  return captureOutput(stdout, stderr, limits.heartbeat.textBytes);
}

/** The output, or the reason if the command could not start. */
function describe(
  { startError }: CommandEnd,
  [name = '']: readonly string[],
  output: Uint8Array | null,
): Uint8Array | null {
  if (startError instanceof Error) return Buffer.from(`${name} could not be started: ${startError.message}`);
  return output;
}
