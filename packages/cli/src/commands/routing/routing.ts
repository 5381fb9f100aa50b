import type { ApiClient } from '@upvigil/core/api-client';
import { builtInChannels, channelNames } from '@upvigil/core/channel-kinds/names';
import { defineCommand } from '../../command.ts';
import { exitCodes } from '../../exit-codes.ts';
import { toJson } from '../../output/json.ts';

export const routing = defineCommand({
  path: ['routing'],
  summary: 'show who is told of what, and when',
  description:
    'Shows the routing as sentences: the routes in their order, of which the first that matches decides, the policies with their steps, and what holds for single channels. With --json it is the document itself, which upvigil routing set takes back.',
  examples: [
    { command: 'upvigil routing', about: 'Who is told of what' },
    { command: 'upvigil routing --json >routing.json', about: 'The document, to be changed' },
    {
      command: '0 3 * * * upvigil routing --json >/etc/upvigil/routing.json && git -C /etc/upvigil commit -qam routing',
      about: 'In a crontab: keep how it changes',
    },
  ],
  arguments: {},
  options: {},
  exitCodes: 'plain',
  json: 'the document of the routing',
  async run(context) {
    const { api } = await context.connect('admin');
    const document = await api.routing.get();
    const { terminal, form } = context;
    if (form === 'json') {
      terminal.print(toJson(document));
      return exitCodes.done;
    }
    const { routingSentences } = await import('@upvigil/core/routing/routing-sentences');
    const sentences = routingSentences(document, await namesOf(api));
    const { wrapWords } = await import('../../output/break-text.ts');
    for (const sentence of sentences) {
      if (form === 'pipe') terminal.print(sentence);
      else for (const text of wrapWords(sentence, terminal.width())) terminal.print(text);
    }
    return exitCodes.done;
  },
});

async function namesOf(api: ApiClient) {
  const [websites, channels] = await Promise.all([api.websites.list(), api.channels.list()]);
  const websiteNames = new Map(websites.map(({ id, name }) => [id, name]));
  const channelNamesByKey = new Map<string, string>([
    ...builtInChannels.map((ref) => [ref, channelNames[ref]] as const),
    ...channels.map(({ id, name }) => [String(id), name] as const),
  ]);
  return {
    channel: (key: string) => channelNamesByKey.get(key) ?? `channel ${key}`,
    website: (id: number) => websiteNames.get(id) ?? `website ${id}`,
    monitor: (id: number) => `monitor ${id}`,
  };
}
