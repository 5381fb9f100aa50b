import { execFile, type SpawnOptions } from 'node:child_process';

/**
 * Runs a program and returns its output. Kills a program that does not end in time, without waiting for its end: a
 * process that waits for the kernel cannot be killed and must not delay other tests.
 */
export function runProgram(
  file: string,
  args: readonly string[],
  { deadlineSeconds, ...options }: { deadlineSeconds: number } & Pick<SpawnOptions, 'cwd' | 'env' | 'uid' | 'gid'>,
): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile(file, args, options, (error, stdout, stderr) => {
      clearTimeout(deadline);
      if (error) reject(new Error(`${file} failed: ${stderr}`, { cause: error }));
      else resolve(stdout);
    });
    const giveUp = (): void => {
      child.kill('SIGKILL');
      child.unref();
      child.stdout?.destroy();
      child.stderr?.destroy();
      reject(new Error(`${file} did not end within ${deadlineSeconds} s`));
    };
    const deadline = setTimeout(giveUp, deadlineSeconds * 1000);
  });
}
