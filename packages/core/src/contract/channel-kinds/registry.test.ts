import { describe, expect, it } from 'vitest';
import { deliveryChannels } from '../names/channels.ts';
import { maskedSecret } from '../secrets/secret-names.ts';
import { configSchema } from './config-schema.ts';
import { maskConfig, putConfigSecrets, takeConfigSecrets } from './config-secrets.ts';
import { channelConfigs } from './registry.ts';

describe('the kinds of channels', () => {
  it('are described in the order in which their names are listed', () => {
    expect(Object.keys(channelConfigs)).toEqual(deliveryChannels);
  });

  it.each(deliveryChannels)('%s says what each of its fields is, and refuses a form that is empty', (kind) => {
    const { fields, about, documentation } = channelConfigs[kind];
    for (const { label } of Object.values(fields)) expect(label).toMatch(/^[A-Z]/);
    expect(about).toMatch(/[.)]$/);
    expect(documentation).toMatch(/^https:/);
    expect(configSchema(fields).safeParse({}).success).toBe(false);
  });
});

const { fields } = channelConfigs.webhook;
const webhook = {
  url: 'https://example.org/hook',
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: [
    { name: 'X-Key', value: 'one' },
    { name: 'x-key', value: 'two' },
  ],
};

describe('the secrets of a channel', () => {
  it('are separated by key, and restored', () => {
    const { config, secrets } = takeConfigSecrets(fields, webhook);
    expect(secrets).toEqual({ secret: webhook.secret, 'headers.x-key': 'one', 'headers.x-key:2': 'two' });
    expect(JSON.stringify(config)).not.toMatch(/whsec|"one"|"two"/);
    expect(putConfigSecrets(fields, config, secrets)).toEqual(webhook);
  });

  it('are masked where they are set', () => {
    const url = 'https://me:pw@example.org/hook?token=abc';
    expect(maskConfig(fields, { ...webhook, url })).toMatchObject({
      url: 'https://me:********@example.org/hook?token=********',
    });
    expect(maskConfig(fields, { ...webhook, secret: '' })).toMatchObject({
      secret: '',
      headers: [{ value: maskedSecret }, { value: maskedSecret }],
    });
  });

  it('may come back as the mask, whatever form they must have', () => {
    const schema = configSchema(channelConfigs.pagerduty.fields);
    expect(schema.safeParse({ routing_key: maskedSecret }).success).toBe(true);
    expect(schema.safeParse({ routing_key: 'short' }).error?.issues[0]?.message).toMatch(/32 letters/);
  });
});

describe('settings that somebody enters', () => {
  it('lose the slash at the end of a server, and get the defaults of what is absent', () => {
    const parsed = configSchema(channelConfigs.ntfy.fields).parse({ topic: 'ops', base_url: 'https://ntfy.sh/' });
    expect(parsed).toEqual({ topic: 'ops', base_url: 'https://ntfy.sh', token: '' });
  });

  it('keep the slash of an address that is posted to as it is', () => {
    const parsed = configSchema(fields).parse({ url: 'https://example.org/hooks/' });
    expect(parsed).toMatchObject({ url: 'https://example.org/hooks/' });
  });

  it.each([
    ['an address of another scheme', { url: 'ftp://example.org' }, 'url'],
    ['a header that the message sets', { ...webhook, headers: [{ name: 'Webhook-Id', value: 'x' }] }, 'headers.0.name'],
    ['a header of two lines', { ...webhook, headers: [{ name: 'X', value: 'a\nb' }] }, 'headers.0.value'],
  ])('%s is refused in its place', (_what, given, place) => {
    const { error } = configSchema(fields).safeParse(given);
    expect(error?.issues.map(({ path }) => path.join('.'))).toContain(place);
  });
});
