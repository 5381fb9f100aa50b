import { execFileSync, spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runCommand, temporaryFolder } from '../../testing/run-command.ts';
import { commands } from '../registry.ts';
import { shells } from './scripts.ts';

const scriptFor = async (shell: string): Promise<string> => (await runCommand(['completion', shell])).stdout;

/** What bash would offer after these words; the last one is half typed. */
function completeInBash(script: string, words: readonly string[]): string[] {
  const file = path.join(temporaryFolder(), 'completion.bash');
  writeFileSync(file, script);
  const quoted = words.map((word) => `'${word}'`).join(' ');
  const program = `source '${file}'; COMP_WORDS=(${quoted}); COMP_CWORD=${words.length - 1}; _upvigil; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', program], { encoding: 'utf8' }).split('\n').filter(Boolean);
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
  expect(completeInBash(script, ['upvigil', 'da'])).toEqual(['dashboard']);
  expect(completeInBash(script, ['upvigil', 'backup', 'ver'])).toEqual(['verify']);
  expect(completeInBash(script, ['upvigil', 'backup', 'cleanup', '--k'])).toEqual(['--keep']);
  expect(completeInBash(script, ['upvigil', 'alerts', '--type', 'ME'])).toEqual(['METADATA_MISSING']);
  expect(completeInBash(script, ['upvigil', '--json', 'stat'])).toEqual(['status']);
  expect(completeInBash(script, ['upvigil', 'completion', 'z'])).toEqual(['zsh']);
});

test.each(shells)('%s takes the script, where that shell is installed', async (shell) => {
  const { error, status, stderr } = spawnSync(shell, ['-n'], { input: await scriptFor(shell), encoding: 'utf8' });
  if (error) expect((error as NodeJS.ErrnoException).code).toBe('ENOENT');
  else expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
});

test('another shell is refused', async () => {
  const { stderr, exitCode } = await runCommand(['completion', 'tcsh']);
  expect(stderr).toContain('<shell> must be one of bash, zsh, fish, but it is "tcsh"');
  expect(exitCode).toBe(1);
});
