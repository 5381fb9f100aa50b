import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseStored } from './stored-settings.ts';

const schema = z.object({ host: z.string(), port: z.number().max(65_535), enabled: z.boolean() });
const initial = { host: '', port: 25, enabled: false };
const parse = (stored: object) => parseStored(schema, JSON.stringify(stored), initial);

it('settings that an older program stored have the default where they say nothing', () => {
  expect(parse({ host: 'mail' })).toEqual({ host: 'mail', port: 25, enabled: false });
});

it('a field that cannot be read takes no other with it', () => {
  expect(parse({ host: 'mail', port: 99_999, enabled: 'yes' })).toEqual({ host: 'mail', port: 25, enabled: false });
  expect(parse({ host: 7, enabled: true, older: 1 })).toEqual({ host: '', port: 25, enabled: true });
});
