#!/usr/bin/env node
import module from 'node:module';
import { homedir } from 'node:os';
import packageJson from '../package.json' with { type: 'json' };
import type { Host } from './context.ts';
import { readEnvironment } from './environment.ts';
import { readRunLine } from './heartbeat-run/run-line.ts';

const argv = process.argv.slice(2);
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const passedOn = [...interrupts, 'SIGQUIT', 'SIGUSR1', 'SIGUSR2'] as const;

/** Scripts ask for the version at every start: it is answered before anything is loaded. */
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V'))
  process.stdout.write(`${packageJson.version}\n`);
else process.exitCode = await run();

async function run(): Promise<number> {
  // Reuses compiled code between starts, where Node supports it (22.8 and newer).
  if ('enableCompileCache' in module && typeof module.enableCompileCache === 'function') module.enableCompileCache();
  const environment = readEnvironment(process.env, argv, homedir());
  const host: Host = {
    variables: { ...process.env },
    onSignal(callback) {
      for (const signal of passedOn) process.on(signal, callback);
      return () => {
        for (const signal of passedOn) process.off(signal, callback);
      };
    },
  };
  const line = argv[0] === 'run' ? readRunLine(argv.slice(1), environment) : null;
  if (line !== null) {
    const { runReported, retryMs } = await import('./heartbeat-run/run-reported.ts');
    return await runReported(line, { host, streams: () => process, retryMs });
  }
  // Ink reads this variable when it is loaded.
  if (!environment.color) process.env.FORCE_COLOR = '0';
  const { main } = await import('./main.ts');
  let received: NodeJS.Signals | null = null;
  const exitCode = await main({
    argv,
    environment,
    streams: { stdin: process.stdin, stdout: process.stdout, stderr: process.stderr },
    version: packageJson.version,
    now: Date.now,
    onInterrupt(callback) {
      const stop = (signal: NodeJS.Signals): void => {
        // A second signal ends the process at once, without cleaning up.
        if (received) process.exit(1);
        received = signal;
        callback();
      };
      // Not `once`: Ink ends the process when its own listener is the only one left.
      for (const signal of interrupts) process.on(signal, stop);
      return () => {
        for (const signal of interrupts) process.off(signal, stop);
      };
    },
    host,
  });
  // Ends by the same signal, so that the caller sees which signal interrupted the command.
  if (received) process.kill(process.pid, received);
  return exitCode;
}
