import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Plugins of the demo: shell scripts that answer as Nagios plugins do, each with its title and its arguments. */
const plugins = {
  disk: {
    title: 'Disk space',
    rest: [],
    script: `used=$(df -P / | awk 'NR == 2 { print $5 }')
echo "DISK OK - $used of / is used | used=$used"`,
  },
  'mail-queue': {
    title: 'Length of the mail queue',
    rest: ['{host}'],
    script: 'echo "QUEUE OK - 12 messages wait on $1 | messages=12"',
  },
} as const;

export type DemoCommand = keyof typeof plugins;

/** Writes the commands file and its programs into a folder, for the own user alone. Returns the path of the file. */
export function writeDemoCommands(folder: string): string {
  const commands = Object.entries(plugins).map(([name, { title, rest, script }]) => {
    const program = path.join(folder, `check-${name}`);
    writeFileSync(program, `#!/bin/sh\n${script}\n`, { mode: 0o700 });
    return [name, { title, command: [program, ...rest] }] as const;
  });
  const file = path.join(folder, 'commands.json');
  writeFileSync(file, JSON.stringify(Object.fromEntries(commands), null, 2), { mode: 0o600 });
  return file;
}
