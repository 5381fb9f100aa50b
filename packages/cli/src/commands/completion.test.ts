import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runCommand, temporaryFolder } from '../testing/run-command.ts';
import { shells } from './completion.ts';
import { commands } from './registry.ts';

const scriptFor = async (shell: string): Promise<string> => (await runCommand(['completion', shell])).stdout;

const run = promisify(execFile);

/** The candidates that bash offers after these words, of which the last is incomplete. */
async function completeInBash(script: string, words: readonly string[]): Promise<string[]> {
  const file = path.join(temporaryFolder(), 'completion.bash');
  writeFileSync(file, script);
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const program = `source '${file}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _upvigil; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const { stdout } = await run('bash', ['-c', program]);
  return stdout.split('\n').filter(Boolean);
}

test.each(shells)('%s is offered every command and every option', async (shell) => {
  const script = await scriptFor(shell);
  for (const { path: words, options } of commands) {
    for (const word of words) expect(script).toContain(word);
    for (const { syntax } of Object.values(options)) {
      const long = /--([a-z-]+)/.exec(syntax)?.[1] ?? '';
      expect(script).toContain(shell === 'fish' ? `-l ${long}` : `--${long}`);
    }
  }
});

test('bash completes commands, verbs, options and values', async () => {
  const script = await scriptFor('bash');
  expect(await completeInBash(script, ['upvigil', 'da'])).toEqual(['dashboard']);
  expect(await completeInBash(script, ['upvigil', 'backup', 'ver'])).toEqual(['verify']);
  expect(await completeInBash(script, ['upvigil', 'backup', 'cleanup', '--k'])).toEqual(['--keep']);
  expect(await completeInBash(script, ['upvigil', 'alerts', '--type', 'ME'])).toEqual(['METADATA_MISSING']);
  expect(await completeInBash(script, ['upvigil', '--json', 'stat'])).toEqual(['status']);
  expect(await completeInBash(script, ['upvigil', 'completion', 'z'])).toEqual(['zsh']);
});

test.each(shells)('%s takes the script, where that shell is installed', async (shell) => {
  const file = path.join(temporaryFolder(), `completion.${shell}`);
  writeFileSync(file, await scriptFor(shell));
  const complaint = await run(shell, ['-n', file]).then(
    ({ stderr }) => stderr,
    (error: NodeJS.ErrnoException & { stderr: string }) => (error.code === 'ENOENT' ? '' : error.stderr),
  );
  expect(complaint).toBe('');
});

test('another shell is refused', async () => {
  const { stderr, exitCode } = await runCommand(['completion', 'tcsh']);
  expect(stderr).toContain('<shell> must be one of bash, zsh, fish, but it is "tcsh"');
  expect(exitCode).toBe(1);
});
