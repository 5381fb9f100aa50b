import { limits } from '../../limits.ts';
import { providerAddress, secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const telegram = defineConfig({
  about: 'Make a bot with @BotFather, and add it to the chat or send it a message first.',
  documentation: 'https://core.telegram.org/bots/api#sendmessage',
  fields: {
    bot_token: {
      ...secret('Bot token', 'As @BotFather gave it: 123456:ABC-DEF…'),
      form: { pattern: /^\d+:[A-Za-z0-9_-]{20,}$/, error: 'Bot token must be as @BotFather gave it: 123456:ABC-DEF…' },
    },
    chat_id: {
      type: 'text',
      label: 'Chat',
      hint: 'Its number, or @name of a public channel',
      maxLength: limits.name.maxLength,
      form: { pattern: /^(-?\d{1,20}|@\w{4,64})$/, error: 'Chat must be its number, or @name of a public channel' },
    },
    thread_id: {
      type: 'text',
      label: 'Topic',
      hint: 'Number of the topic in a group that has topics',
      maxLength: limits.name.maxLength,
      form: { pattern: /^\d{1,15}$/, error: 'Topic must be a number' },
      optional: true,
    },
    base_url: providerAddress('https://api.telegram.org'),
  },
});
