import { fork } from 'node:child_process';
import type { OutboxOrder } from './outbox-process.ts';

type Word = 'loaded' | 'ready' | 'done';

export type OutboxProgram = ReturnType<typeof loadOutboxProgram>;

/**
 * A process that sends what is in an outbox. It may load while the previous one works. Starts a bundle of
 * `outbox-process.ts`.
 */
export function loadOutboxProgram(file: string) {
  const child = fork(file, [], { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const said = new Set<unknown>();
  child.on('message', (word) => said.add(word));
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.once('exit', (_code, signal) => resolve(signal)));
  return {
    /** Resolves with the signal that ended it; null when it ended by itself. */
    ended,
    /** Gives an order and waits until it is under way. */
    order: (order: OutboxOrder): Promise<void> =>
      new Promise((resolve, reject) => child.send(order, (error) => (error ? reject(error) : resolve()))),
    whenSays: (word: Word): Promise<void> =>
      new Promise((resolve, reject) => {
        const look = (): void => {
          if (said.has(word)) resolve();
        };
        child.on('message', look);
        child.once('exit', (code) => reject(new Error(`the process ended with ${code} before it was ${word}`)));
        look();
      }),
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
