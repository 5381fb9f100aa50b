import { spawn } from 'node:child_process';
import { stripControls } from '@upvigil/core/format/foreign-text';
import type { Clock } from '../../../base/clock.ts';
import type { Echoes, Ping, PingOptions, PingUnavailable } from './ping.ts';

const remedy =
  'Run the server as root or with CAP_NET_RAW, widen the sysctl net.ipv4.ping_group_range, or install ping';

/** Standard output and standard error of the program. */
interface Run {
  output: string;
  error: string;
}

/**
 * Pings with the `ping` program if ICMP sockets are refused. It runs without a shell, and the address follows `--`, so
 * it cannot be taken for an option.
 */
export function createSpawnedPing(command: string, socketProblem: string, clock: Clock): Ping {
  return async (address, options) => {
    const run = await runPing(command, address, options, clock);
    return readPingOutput(run.output) ?? unavailable(run, socketProblem);
  };
}

const unavailable = ({ error }: Run, socketProblem: string): PingUnavailable => ({
  unavailable: `no ICMP socket (${socketProblem}) and no working ping (${stripControls(error).slice(0, 200)}). ${remedy}`,
});

function runPing(command: string, address: string, options: PingOptions, clock: Clock): Promise<Run> {
  const waitSeconds = Math.max(1, Math.floor((options.giveUpAt - clock.monotonic()) / 1000));
  const args = ['-n', '-c', `${options.count}`, '-i', `${options.gap / 1000}`, '-w', `${waitSeconds}`, '--', address];
  return new Promise((resolve) => {
    const child = spawn(command, args, { env: { LC_ALL: 'C', PATH: searchPath }, signal: options.signal });
    const run: Run = { output: '', error: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      run.output = (run.output + text).slice(-outputKept);
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      run.error = (run.error + text).slice(-outputKept);
    });
    child.once('error', (error) => resolve({ ...run, error: error.message }));
    child.once('close', () => resolve(run));
  });
}

/** PATH for finding ping. The server's environment is not passed on. */
const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Maximum characters of the output, taken from its end, where the summary is. */
const outputKept = 8192;

/** Parses the summary of iputils, BusyBox and BSD; null if there is none because nothing was sent. */
export function readPingOutput(output: string): Echoes | null {
  // Bounded lengths keep the search linear.
  const counts = /(?<!\d)(\d{1,9}) packets transmitted, (\d{1,9}) (?:packets )?received/.exec(output);
  if (counts === null || Number(counts[1]) === 0) return null;
  const average = /(?:rtt|round-trip) [^=\n]{0,40}= [\d.]{1,20}\/([\d.]{1,20})\//.exec(output)?.[1];
  return {
    sent: Number(counts[1]),
    received: Number(counts[2]),
    average_us: average === undefined ? null : Math.round(Number(average) * 1000),
    send_error: null,
  };
}
