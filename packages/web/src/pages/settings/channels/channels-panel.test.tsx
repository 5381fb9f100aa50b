import { screen, waitFor, within } from '@testing-library/react';
import { maskedSecret } from '@upvigil/core/contract/secrets/secret-names';
import { addChannel } from '@upvigil/core/testing/fake-alerting';
import { type FakeState, minutesAgo } from '@upvigil/core/testing/fake-state';
import { channelMessages, pushMessages } from '@upvigil/core/texts/channels';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type PageUser, startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
const openChannels = (given?: (state: FakeState) => void) => openPage('/settings?tab=channels', given ? { given } : {});

const telegram = {
  kind: 'telegram',
  name: 'Night phone',
  config: { bot_token: '123456:ABCDEFGHIJKLMNOPQRSTUVWX', chat_id: '42', thread_id: '', base_url: '' },
} as const;
const withTelegram = (state: FakeState) => void addChannel(state, telegram);

const chooseKind = async (user: PageUser, kind: string) => {
  await waitFor(() => expect(screen.getByRole('button', { name: 'Add Channel' })).toBeEnabled());
  await user.click(screen.getByRole('button', { name: 'Add Channel' }));
  await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: kind }));
  return within(await screen.findByRole('dialog', { name: /^Add / }));
};
const cardOf = async (name: string) =>
  within((await screen.findByRole('heading', { name })).closest('li') as HTMLElement);
const dismiss = async (user: PageUser, name: string | RegExp) => {
  const message = await screen.findByRole('alertdialog', { name });
  await user.click(within(message).getByRole('button', { name: 'OK' }));
};

describe('adding a channel', () => {
  it('of kind Telegram: shows fields and errors, and adds it to the Default policy', async () => {
    const { user, fake } = openChannels();
    expect(await screen.findByText(channelMessages.none)).toBeVisible();
    const form = await chooseKind(user, 'Telegram');
    expect(form.getByLabelText('Name')).toHaveFocus();
    expect(form.getByRole('link', { name: /^Documentation/ })).toHaveAttribute(
      'href',
      'https://core.telegram.org/bots/api#sendmessage',
    );
    expect(form.getByRole('checkbox', { name: channelMessages.addToDefault })).toBeChecked();
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Bot token is required')).toBeVisible();
    expect(fake.requestsOf('channels.create')).toHaveLength(0);
    await user.fill(form.getByLabelText('Name'), 'Night phone');
    await user.fill(form.getByLabelText('Bot token'), telegram.config.bot_token);
    await user.fill(form.getByLabelText('Chat'), 'ops');
    await user.tab();
    expect(await form.findByText('Chat must be its number, or @name of a public channel')).toBeVisible();
    await user.fill(form.getByLabelText('Chat'), '42');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const card = await cardOf('Night phone');
    expect(card.getByText('Telegram')).toBeVisible();
    expect(card.getByText('Never')).toBeVisible();
    expect(fake.requestsOf('channels.create')[0]?.body).toMatchObject({
      kind: 'telegram',
      name: 'Night phone',
      add_to_default_policy: true,
      config: telegram.config,
    });
    expect(fake.state.routing.policies[0]?.steps[0]?.channels).toContain(fake.state.channels[0]?.id);
  });

  it('of kind email: each line is a recipient', async () => {
    const { user, fake } = openChannels();
    const form = await chooseKind(user, 'Email');
    await user.fill(form.getByLabelText('Name'), 'Managers');
    await user.type(form.getByLabelText('Recipients'), 'a@example.org{Enter}nonsense');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Recipients must hold email addresses, separated by commas')).toBeVisible();
    await user.clear(form.getByLabelText('Recipients'));
    await user.type(form.getByLabelText('Recipients'), 'a@example.org{Enter}b@example.org, a@example.org');
    await user.click(form.getByRole('checkbox', { name: channelMessages.addToDefault }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await cardOf('Managers');
    expect(fake.requestsOf('channels.create')[0]?.body).toMatchObject({
      add_to_default_policy: false,
      config: { to: ['a@example.org', 'b@example.org'] },
    });
  });

  it('of kind webhook: has headers, and shows the new secret once', async () => {
    const { user, fake } = openChannels();
    const form = await chooseKind(user, 'Webhook');
    await user.fill(form.getByLabelText('Name'), 'Ticket robot');
    await user.fill(form.getByLabelText('URL'), 'https://example.org/hooks');
    await user.click(form.getByRole('button', { name: 'Add header' }));
    const row = within(form.getByRole('group', { name: 'Header 1' }));
    await user.fill(row.getByLabelText('Name'), 'Authorization');
    await user.fill(row.getByLabelText('Value'), 'Bearer abc');
    await user.click(form.getByRole('button', { name: 'Save' }));
    const shown = within(await screen.findByRole('dialog', { name: 'Signing secret of Ticket robot' }));
    const secret = shown.getByText(/^whsec_/).textContent;
    await user.click(shown.getByRole('button', { name: 'Copy' }));
    expect(await shown.findByText('Copied')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(secret);
    await user.click(shown.getByRole('button', { name: 'Done' }));
    await cardOf('Ticket robot');
    expect(screen.queryByText(/whsec_/)).not.toBeInTheDocument();
    expect(fake.requestsOf('channels.create')[0]?.body).toMatchObject({
      config: { url: 'https://example.org/hooks', headers: [{ name: 'Authorization', value: 'Bearer abc' }] },
    });
  });

  it('tests the input before it is saved', async () => {
    const { user, fake } = openChannels();
    const form = await chooseKind(user, 'Telegram');
    await user.click(form.getByRole('button', { name: 'Send Test' }));
    expect(await form.findByText('Bot token is required')).toBeVisible();
    expect(fake.requestsOf('channels.test')).toHaveLength(0);
    await user.fill(form.getByLabelText('Bot token'), telegram.config.bot_token);
    await user.fill(form.getByLabelText('Chat'), '42');
    await user.click(form.getByRole('button', { name: 'Send Test' }));
    expect(await form.findByText('Test message sent successfully!')).toBeVisible();
    expect(fake.requestsOf('channels.test')[0]?.body).toEqual({ kind: 'telegram', config: telegram.config });
    fake.fail('channels.test', 422, {
      detail: 'Enter the secret again',
      errors: [{ field: 'config.bot_token', message: 'Enter the secret again' }],
    });
    await user.fill(form.getByLabelText('Chat'), '3');
    expect(form.getByText('settings changed since this test')).toBeVisible();
    await user.click(form.getByRole('button', { name: 'Send Test' }));
    expect(await form.findByText(channelMessages.testFailed)).toBeVisible();
    expect(form.getByLabelText('Bot token')).toHaveAccessibleDescription('Enter the secret again');
  });

  it('returns to the choice of a kind', async () => {
    const { user } = openChannels();
    const form = await chooseKind(user, 'Discord');
    await user.click(form.getByRole('button', { name: 'Another kind' }));
    expect(await screen.findByRole('button', { name: 'PagerDuty' })).toBeVisible();
  });
});

describe('an existing channel', () => {
  it('keeps its masked secret in an edit, and tests with the stored secret', async () => {
    const { user, fake } = openChannels(withTelegram);
    const id = fake.state.channels[0]?.id;
    await user.click((await cardOf('Night phone')).getByRole('button', { name: 'Edit Night phone' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Telegram' }));
    expect(form.getByLabelText('Bot token')).toHaveValue(maskedSecret);
    expect(form.getByText(`${maskedSecret} keeps the stored value`)).toBeVisible();
    expect(form.queryByRole('checkbox', { name: channelMessages.addToDefault })).not.toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Send Test' }));
    expect(await form.findByText('Test message sent successfully!')).toBeVisible();
    expect(fake.requestsOf('channels.test')[0]?.body).toMatchObject({ channel_id: id });
    await user.fill(form.getByLabelText('Name'), 'Day phone');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await cardOf('Day phone');
    expect(fake.requestsOf('channels.update')[0]).toMatchObject({
      params: { channelId: id },
      body: { name: 'Day phone', config: { bot_token: maskedSecret, chat_id: '42' } },
    });
  });

  it('shows the server’s message at the field, and keeps the input', async () => {
    const { user, fake } = openChannels(withTelegram);
    fake.fail('channels.update', 422, {
      detail: 'Enter the secret again',
      errors: [{ field: 'config.bot_token', message: 'Enter the secret again' }],
    });
    await user.click((await cardOf('Night phone')).getByRole('button', { name: /^Edit/ }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Telegram' }));
    await user.fill(form.getByLabelText('Server (optional)'), 'https://other.example.org');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await dismiss(user, 'Enter the secret again');
    await waitFor(() => expect(form.getByLabelText('Bot token')).toHaveAccessibleDescription('Enter the secret again'));
    expect(form.getByLabelText('Server (optional)')).toHaveValue('https://other.example.org');
  });

  it('can be disabled and enabled', async () => {
    const { user, fake } = openChannels(withTelegram);
    await user.click(await screen.findByRole('switch', { name: 'Enabled: Night phone' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: 'Enabled: Night phone' })).not.toBeChecked());
    expect(fake.requestsOf('channels.update')[0]?.body).toMatchObject({ enabled: false, name: 'Night phone' });
  });

  it('is not deleted while a policy uses it, and the message names the policy', async () => {
    const { user, fake } = openChannels((state) => {
      addChannel(state, { ...telegram, add_to_default_policy: true });
    });
    const remove = async () => {
      await user.click((await cardOf('Night phone')).getByRole('button', { name: 'Delete Night phone' }));
      const question = within(await screen.findByRole('alertdialog', { name: 'Delete channel "Night phone"?' }));
      await user.click(question.getByRole('button', { name: 'Delete channel' }));
    };
    await remove();
    await dismiss(user, 'The policy "Default" uses this channel: remove it there first');
    expect(screen.getByRole('heading', { name: 'Night phone' })).toBeVisible();
    fake.state.routing.policies[0]?.steps[0]?.channels.pop();
    await remove();
    expect(await screen.findByText(channelMessages.none)).toBeVisible();
  });

  it('shows whether messages arrive, and sends a drill', async () => {
    const { user, fake } = openChannels((state) => {
      const day = 24 * 60;
      state.settings.sms_enabled = true;
      addChannel(state, { ...telegram, proven_at: minutesAgo(12 * day), last_sent_at: minutesAgo(3) });
      addChannel(state, { ...telegram, name: 'Old phone', proven_at: minutesAgo(50 * day), last_error: '401: gone' });
    });
    expect(await (await cardOf('Night phone')).findByText('Proven 12 days ago')).toBeVisible();
    const old = await cardOf('Old phone');
    expect(old.getByText('Not proven for 50 days')).toHaveClass('text-(--warn-fg)');
    expect(old.getByText('Last error: 401: gone')).toBeVisible();
    await user.click(old.getByRole('button', { name: 'Start Drill Old phone' }));
    expect(await screen.findByText(channelMessages.drillStarted)).toBeVisible();
    expect(fake.requestsOf('drills.start')[0]?.body).toEqual({ ref: fake.state.channels[1]?.id });
    await user.click(screen.getByRole('button', { name: 'Start Drill SMS' }));
    await waitFor(() => expect(fake.requestsOf('drills.start')[1]?.body).toEqual({ ref: 'sms' }));
  });

  it('sends a test as it is saved', async () => {
    const { user, fake } = openChannels(withTelegram);
    const card = await cardOf('Night phone');
    await user.click(card.getByRole('button', { name: 'Send Test Night phone' }));
    expect(await card.findByText('Test message sent successfully!')).toBeVisible();
    fake.fail('channels.testSaved', 429, { detail: 'At most 6 tests a minute' });
    await user.click(card.getByRole('button', { name: 'Send Test Night phone' }));
    expect(await card.findByText('At most 6 tests a minute')).toBeVisible();
  });

  it('gets a new signing secret, which is shown once', async () => {
    const { user, fake } = openChannels((state) => {
      const config = { url: 'https://example.org/', headers: [], secret: `whsec_${'A'.repeat(32)}` };
      addChannel(state, { kind: 'webhook', name: 'Robot', config });
    });
    await user.click((await cardOf('Robot')).getByRole('button', { name: 'Rotate Secret Robot' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Rotate the secret of "Robot"?' }));
    await user.click(question.getByRole('button', { name: 'Rotate Secret' }));
    expect(await screen.findByText(/^whsec_/)).toBeVisible();
    expect(fake.requestsOf('channels.rotateSecret')).toHaveLength(1);
  });
});

describe('this browser', () => {
  /** Browser APIs that jsdom lacks, until the test ends. */
  function installPush({ permission = 'default', answer = 'granted' } = {}) {
    const asked: { key?: BufferSource; worker?: unknown[]; dropped: number } = { dropped: 0 };
    const subscription = {
      toJSON: () => ({
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc',
        keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) },
      }),
    };
    const pushManager = {
      // Left over from another installation at this address.
      getSubscription: async () => ({
        options: { applicationServerKey: new Uint8Array([1, 2, 3]).buffer },
        unsubscribe: async () => (asked.dropped += 1),
      }),
      subscribe: async ({ applicationServerKey }: { applicationServerKey: BufferSource }) => {
        asked.key = applicationServerKey;
        return subscription;
      },
    };
    const parts: [object, string, unknown][] = [
      [window, 'isSecureContext', true],
      [window, 'PushManager', class {}],
      [window, 'Notification', { permission, requestPermission: async () => answer }],
      [
        navigator,
        'serviceWorker',
        { register: async (...args: unknown[]) => (asked.worker = args), ready: Promise.resolve({ pushManager }) },
      ],
    ];
    for (const [owner, name, value] of parts) {
      const before = Object.getOwnPropertyDescriptor(owner, name);
      Object.defineProperty(owner, name, { value, configurable: true });
      onTestFinished(() => {
        if (before) Object.defineProperty(owner, name, before);
        else Reflect.deleteProperty(owner, name);
      });
    }
    return asked;
  }
  const openForm = async (user: PageUser) => {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Add Channel' })).toBeEnabled());
    await user.click(screen.getByRole('button', { name: 'Add Channel' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Browser push' }));
    return within(await screen.findByRole('dialog', { name: 'Add this browser' }));
  };

  it('subscribes with the server’s key and an uncached worker', async () => {
    const asked = installPush();
    const { user, fake } = openChannels();
    const form = await openForm(user);
    await user.fill(form.getByLabelText('Name'), 'My desk');
    await user.click(form.getByRole('button', { name: 'Add this browser' }));
    await cardOf('My desk');
    expect(asked.worker).toEqual(['/push-worker.js', { updateViaCache: 'none' }]);
    expect((asked.key as Uint8Array).length).toBe(65);
    expect(asked.dropped).toBe(1);
    expect(fake.requestsOf('channels.create')[0]?.body).toMatchObject({
      kind: 'web_push',
      name: 'My desk',
      add_to_default_policy: true,
      config: {
        endpoint: 'https://updates.push.services.mozilla.com/wpush/v2/abc',
        p256dh: 'B'.repeat(87),
        auth: 'a'.repeat(22),
      },
    });
  });

  it('is not added without the permission, and shows why', async () => {
    installPush({ answer: 'default' });
    const { user, fake } = openChannels();
    const form = await openForm(user);
    await user.click(form.getByRole('button', { name: 'Add this browser' }));
    await dismiss(user, pushMessages.dismissed);
    expect(fake.requestsOf('channels.create')).toHaveLength(0);
    expect(form.getByRole('button', { name: 'Add this browser' })).toBeEnabled();
  });

  it.each([
    ['blocks notifications', () => installPush({ permission: 'denied' }), pushMessages.blocked],
    [
      'has no push messages',
      () => Object.defineProperty(window, 'isSecureContext', { value: true, configurable: true }),
      pushMessages.unsupported,
    ],
    [
      'is not secure',
      () => Object.defineProperty(window, 'isSecureContext', { value: false, configurable: true }),
      pushMessages.insecure,
    ],
  ])('that %s cannot be added, and reads why', async (_what, install, sentence) => {
    install();
    const { user } = openChannels();
    const form = await openForm(user);
    expect(form.getByRole('alert')).toHaveTextContent(sentence);
    expect(form.getByRole('button', { name: 'Add this browser' })).toBeDisabled();
  });

  it('is renamed without entering its keys', async () => {
    const { user, fake } = openChannels((state) => {
      const config = { endpoint: 'https://push.example.org/x', p256dh: 'B', auth: 'a', browser: 'Firefox on Linux' };
      addChannel(state, { kind: 'web_push', name: 'Desk', config });
    });
    await user.click((await cardOf('Desk')).getByRole('button', { name: 'Edit Desk' }));
    const form = within(await screen.findByRole('dialog', { name: 'Edit Browser push' }));
    expect(form.queryByLabelText('Endpoint')).not.toBeInTheDocument();
    await user.type(form.getByLabelText('Name'), ' 2');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await cardOf('Desk 2');
    expect(fake.requestsOf('channels.update')[0]?.body).toMatchObject({
      config: { endpoint: maskedSecret, p256dh: maskedSecret, auth: maskedSecret, browser: 'Firefox on Linux' },
    });
  });
});
