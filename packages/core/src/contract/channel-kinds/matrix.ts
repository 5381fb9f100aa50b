import { limits } from '../../limits.ts';
import { ownServer, secret } from './common-fields.ts';
import { defineConfig } from './config-fields.ts';

export const matrix = defineConfig({
  about: 'Make an account for alerts and invite it into the room. The room must not be encrypted.',
  documentation: 'https://spec.matrix.org/latest/client-server-api/#put_matrixclientv3roomsroomidsendeventtypetxnid',
  fields: {
    base_url: ownServer('https://matrix.example.org'),
    room_id: {
      type: 'text',
      label: 'Room ID',
      hint: 'In the advanced settings of the room: !abc:example.org',
      maxLength: limits.url.maxLength,
      form: { pattern: /^![^\s:]+(:\S+)?$/, error: 'Room ID must begin with !, as !abc:example.org' },
    },
    access_token: secret('Access token', 'Of the account that sends'),
  },
});
