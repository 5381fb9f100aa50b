import { ownServer, secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const gotify = defineConfig({
  about: 'Make an application in Gotify for its token.',
  documentation: 'https://gotify.net/docs/pushmsg',
  fields: {
    base_url: ownServer('https://gotify.example.org'),
    token: secret('Application token', 'Of the application, not of a client'),
  },
});
