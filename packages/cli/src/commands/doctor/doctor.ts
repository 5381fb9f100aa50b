import { type DiagnosticId, diagnosticIds } from '@upvigil/core/contract/diagnostics';
import { defineCommand } from '../../command.ts';
import { pluginExitCodes } from '../../exit-codes.ts';
import { UsageError } from '../../failures.ts';
import { fileOption, flagOption, type Option } from '../../options/inputs.ts';
import { yesOption } from '../backup/common.ts';

const onlyOption: Option<DiagnosticId[] | undefined> = {
  syntax: '--only <ids>',
  about: `only these, separated by commas: ${diagnosticIds.join(', ')}`,
  choices: diagnosticIds,
  parse(given) {
    if (typeof given !== 'string') return undefined;
    return given.split(',').map((part) => {
      const id = diagnosticIds.find((each) => each === part.trim());
      if (id === undefined)
        throw new UsageError(`--only must be some of ${diagnosticIds.join(', ')}, but it has "${part.trim()}"`);
      return id;
    });
  },
};

export const doctor = defineCommand({
  path: ['doctor'],
  summary: 'find out what is wrong with the installation',
  description:
    'Tries what the server needs: email, SMS, Slack, name resolution, certificate, ping, browser, clock, disk, database, schedule, notifications and backup. Nothing is sent to anybody, and nothing is changed. Where the server does not answer, it looks at DATA_DIR on this machine, and says what it could not ask.\n\nWith --bundle it saves a support bundle for others to look at: without secrets, and with aliases in place of hosts, addresses and names.',
  examples: [
    { command: 'upvigil doctor', about: 'What is wrong, and what to do about it' },
    { command: 'upvigil doctor --only smtp,dns --json', about: 'Two of them, as JSON' },
    { command: 'upvigil doctor --bundle support.tar.gz', about: 'Save a support bundle' },
    {
      command: '0 7 * * * upvigil doctor >/tmp/doctor.txt || mail -s "upvigil doctor" ops@example.org </tmp/doctor.txt',
      about: 'In a crontab: every morning, and a mail when something is wrong',
    },
  ],
  arguments: {},
  options: {
    only: onlyOption,
    deep: flagOption('--deep', 'read a large database and the newest backup whole'),
    bundle: fileOption('--bundle <file>', 'save a support bundle: lists what is in it, then asks'),
    yes: yesOption,
  },
  exitCodes: 'plugin',
  json: 'the array of results, or with --bundle an object with file, size and content',
  deadlineSeconds: 150,
  async run(context, { only, deep, bundle, yes }) {
    if (bundle !== null) {
      const { saveBundle } = await import('./save-bundle.ts');
      await saveBundle(context, { file: bundle, deep, yes });
      return pluginExitCodes.ok;
    }
    const { diagnose } = await import('./diagnose.ts');
    const { showDiagnosis } = await import('./show-diagnosis.ts');
    return showDiagnosis(context, await diagnose(context, { only, deep }));
  },
});
