import { fork } from 'node:child_process';
import type { OutboxOrder } from './outbox-process.ts';

type Word = 'loaded' | 'ready' | 'done';

/** A process that sends what is in an outbox. It may load while the previous one works. */
export interface OutboxProgram {
  /** Gives an order and waits until it is under way. */
  order(order: OutboxOrder): Promise<void>;
  whenSays(word: Word): Promise<void>;
  kill(): Promise<void>;
  /** Resolves with the signal that ended it; null when it ended by itself. */
  ended: Promise<NodeJS.Signals | null>;
}

/** Starts a bundle of `outbox-process.ts`. */
export function loadOutboxProgram(file: string): OutboxProgram {
  const child = fork(file, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const said = new Set<unknown>();
  child.on('message', (word) => said.add(word));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  return {
    ended,
    order: (order) =>
      new Promise((resolve, reject) => child.send(order, (error) => (error ? reject(error) : resolve()))),
    whenSays: (word) =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (said.has(word)) resolve();
        };
        child.on('message', look);
        child.once('exit', (code) => reject(new Error(`the process ended with ${code} before it was ${word}`)));
        look();
      }),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
