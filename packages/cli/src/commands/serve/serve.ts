import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';

export const serve = defineCommand({
  path: ['serve'],
  summary: 'start the server',
  description:
    'Starts the whole product in this process: pages, API, checks and notifications. It is configured by environment variables (HOST, PORT, DATA_DIR, DATABASE_URL, ADMIN_PASSWORD, BASE_URL and others) and stops on SIGTERM or SIGINT, after running checks are finished.',
  examples: [
    {
      command: 'PORT=8080 DATA_DIR=/var/lib/upvigil upvigil serve',
      about: 'Serve on this machine, data in one folder',
    },
    {
      command: '@reboot DATA_DIR=$HOME/upvigil upvigil serve >>$HOME/upvigil.log 2>&1',
      about: 'In a crontab: start with the machine (a systemd unit is better)',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: null,
  ownsSignals: true,
  async run() {
    const server = await import('@upvigil/server/main');
    await server.serve();
    return exitCodes.done;
  },
});
