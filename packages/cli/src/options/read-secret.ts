import { DeclinedError } from '../failures.ts';
import type { InputStream, OutputStream } from '../streams.ts';

interface SecretPrompt {
  stdin: InputStream;
  stderr: OutputStream;
  question: string;
  interrupted: AbortSignal;
}

const enter = /[\r\n]/;
const controlC = '\u0003';
const controlD = '\u0004';
const controlU = '\u0015';
const erasers = new Set(['\u007f', '\b']);

/** Reads a line from a terminal without echo. @throws DeclinedError when Ctrl+C or Ctrl+D is pressed */
export function readSecret({ stdin, stderr, question, interrupted }: SecretPrompt): Promise<string> {
  stderr.write(question);
  stdin.setRawMode?.(true);
  return new Promise((resolve, reject) => {
    let secret: readonly string[] = [];
    const finish = (settle: () => void): void => {
      stdin.off('data', take);
      interrupted.removeEventListener('abort', stop);
      stdin.setRawMode?.(false);
      stdin.pause();
      stderr.write('\n');
      settle();
    };
    const stop = (): void => finish(() => reject(new DeclinedError('Interrupted')));
    const take = (chunk: Buffer | string): void => {
      for (const key of String(chunk)) {
        if (enter.test(key)) {
          finish(() => resolve(secret.join('')));
          return;
        }
        if (key === controlC || key === controlD) {
          stop();
          return;
        }
        secret = withKey(secret, key);
      }
    };
    stdin.on('data', take);
    interrupted.addEventListener('abort', stop);
    stdin.resume();
  });
}

function withKey(secret: readonly string[], key: string): readonly string[] {
  if (key === controlU) return [];
  if (erasers.has(key)) return secret.slice(0, -1);
  return key < ' ' ? secret : [...secret, key];
}
