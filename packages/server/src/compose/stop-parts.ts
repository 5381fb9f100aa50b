import type { Logger } from 'pino';
import type { Service } from './process-context.ts';

/**
 * Stops all parts in parallel; a failing part does not delay the others. Resolves when all have stopped, or after
 * `mostMilliseconds`: parts that hang are abandoned.
 */
export async function stopParts(
  parts: Readonly<Record<string, Pick<Service, 'stop'>>>,
  mostMilliseconds: number,
  log: Pick<Logger, 'error'>,
): Promise<void> {
  const running = new Set(Object.keys(parts));
  const stopped = Object.entries(parts).map(async ([name, part]) => {
    await part.stop().catch((error: unknown) => log.error({ err: error, part: name }, 'A part failed to stop'));
    running.delete(name);
  });
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.error({ parts: [...running] }, 'Some parts did not stop in time; they are left behind');
      resolve();
    }, mostMilliseconds);
  });
  await Promise.race([Promise.all(stopped), over]);
  clearTimeout(timer);
}
