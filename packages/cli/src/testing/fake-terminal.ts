import { PassThrough } from 'node:stream';
import type { InputStream, OutputStream } from '../streams.ts';

/** A stream that records its output. */
export function capturedOutput(given: Partial<Pick<OutputStream, 'isTTY' | 'columns' | 'rows'>> = {}) {
  const stream: OutputStream & PassThrough = Object.assign(new PassThrough(), given);
  const chunks: string[] = [];
  stream.on('data', (chunk) => chunks.push(String(chunk)));
  return { stream, text: () => chunks.join('') };
}

/** A keyboard that types on request; `isRaw` while input has no echo. */
export function typedInput(isTTY: boolean) {
  let isRaw = false;
  const stream: InputStream & PassThrough = Object.assign(new PassThrough(), {
    isTTY,
    setRawMode: (enabled: boolean) => {
      isRaw = enabled;
    },
  });
  return { stream, type: (text: string) => stream.write(text), isRaw: () => isRaw };
}
