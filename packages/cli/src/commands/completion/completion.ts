import { type Command, defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { choiceArgument } from '../../options/inputs.ts';
import { completionScripts, shells } from './scripts.ts';

/** Completes the commands of the registry; a function, because this command is one of them. */
export const createCompletion = (commands: () => readonly Command[]): Command =>
  defineCommand({
    path: ['completion'],
    summary: 'print the completion script for a shell',
    description:
      'Prints what makes a shell complete the commands and options of upvigil. Read it in where your shell starts.',
    examples: [
      { command: 'source <(upvigil completion bash)', about: 'In ~/.bashrc; for zsh in ~/.zshrc' },
      {
        command: 'upvigil completion fish >~/.config/fish/completions/upvigil.fish',
        about: 'For fish, once',
      },
      {
        command: '0 3 * * 0 upvigil completion bash >/etc/bash_completion.d/upvigil',
        about: 'In a crontab: for all users, renewed after updates',
      },
    ],
    arguments: { shell: choiceArgument('<shell>', `one of ${shells.join(', ')}`, shells) },
    options: {},
    exitCodes: 'plain',
    json: null,
    async run({ terminal }, { shell }) {
      terminal.print(completionScripts[shell](commands()));
      return exitCodes.done;
    },
  });
