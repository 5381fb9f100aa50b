import type { StatusDetail, StatusOverviewItem } from '@upvigil/core/contract/public-status';
import { isStatus } from '../client/session.ts';
import { defineCommand, type Noun } from '../command.ts';
import type { Context } from '../context.ts';
import type { PluginExitCode } from '../exit-codes.ts';
import { CommandError } from '../failures.ts';
import { plainOption } from '../options/plain-option.ts';
import { optionalRefArgument, type Ref } from '../options/refs.ts';
import { toJson } from '../output/json.ts';
import { type StatusSummary, statusExitCode, summarizeOverview, summarizeWebsite } from '../status/status-summary.ts';

const status = defineCommand({
  path: ['status'],
  summary: 'show the public status; needs no sign-in',
  description:
    'Shows the public status of all websites, or of one website with its services. On a terminal this is a live screen; q quits.\n\nIn a pipe it is a monitoring plugin: the first line is the summary with performance data, and each other line is a website or service.',
  examples: {
    'upvigil status': 'The live status screen',
    'upvigil status Shop --plain': 'One website, printed once',
    '*/5 * * * * upvigil status >/tmp/status.txt || mail -s "status" ops@example.org </tmp/status.txt':
      'In a crontab: mail if something is down',
  },
  arguments: { website: optionalRefArgument('[website]', 'only this website, with its services') },
  options: { plain: plainOption },
  exitCodes: 'plugin',
  json: 'the array of websites, or the object of one website',
  async run(context, { website, plain }) {
    const { terminal, form } = context;
    const websiteId = website === null ? null : await publicWebsiteId(context, website);
    if (form === 'terminal' && terminal.canDraw && !plain) {
      const { startTui } = await import('../tui/start-tui.tsx');
      return await startTui(context, { screen: 'status', websiteId });
    }
    const { api } = await context.connectToStatus();
    if (websiteId === null) return show(context, overviewView(await api.publicStatus.overview()));
    const detail = await api.publicStatus.detail({ params: { websiteId } }).catch((error: unknown) => {
      throw isStatus(error, 404) ? new CommandError(`There is no website ${websiteId}`) : error;
    });
    return show(context, detailView(detail));
  },
});

/** Names are looked up on the public page, because this command needs no sign-in. */
async function publicWebsiteId(context: Context, ref: Ref): Promise<number> {
  if (typeof ref === 'number') return ref;
  const { idOfName } = await import('../client/find-by-name.ts');
  const { api } = await context.connectToStatus();
  const websites = await api.publicStatus.overview();
  return idOfName(
    'website',
    websites.map(({ id, name }) => ({ id, names: [name], shown: name })),
    ref,
  );
}

interface View {
  json: unknown;
  summary: StatusSummary;
  showRows(context: Context): Promise<void>;
}

const overviewView = (items: StatusOverviewItem[]): View => ({
  json: items,
  summary: summarizeOverview(items),
  showRows: async (context) => (await import('./status-table.ts')).showOverview(context, items),
});

const detailView = (detail: StatusDetail): View => ({
  json: detail,
  summary: summarizeWebsite(detail),
  showRows: async (context) => (await import('./status-table.ts')).showDetail(context, detail),
});

/** `--json` loads nothing that only tables need: monitoring systems start this command every minute. */
async function show(context: Context, { json, summary, showRows }: View): Promise<PluginExitCode> {
  const code = statusExitCode(summary.status);
  if (context.form === 'json') context.terminal.print(toJson(json));
  else {
    const { showSummary } = await import('../output/show-summary.ts');
    showSummary(context, code, summary.sentence, summary.figures);
    await showRows(context);
  }
  return code;
}

export const statusNoun: Noun = {
  commands: [status],
};
