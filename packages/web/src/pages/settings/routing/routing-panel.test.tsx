import { screen, waitFor, within } from '@testing-library/react';
import { type Route, routeSchema } from '@upvigil/core/contract/routing';
import { addChannel } from '@upvigil/core/testing/fake-alerting';
import type { FakeApi } from '@upvigil/core/testing/fake-api';
import type { FakeState } from '@upvigil/core/testing/fake-state';
import { addMonitor, addUrl, addWebsite } from '@upvigil/core/testing/fake-watched';
import { routingMessages } from '@upvigil/core/texts/routing';
import { describe, expect, it } from 'vitest';
import { type PageUser, startPages } from '../../../testing/render-page.tsx';

const openPage = startPages();
const openRouting = (given: (state: FakeState) => void) => openPage('/settings?tab=routing', { given });

const rule = (given: Partial<Route> & Pick<Route, 'name'>): Route => routeSchema.parse({ policy_id: 1, ...given });

/** Two websites, a channel, a policy and two rules. */
function twoRules(state: FakeState): void {
  const shop = addWebsite(state, { name: 'Shop' });
  addUrl(state, shop.id, { url: 'https://shop.example.org/' });
  const lab = addMonitor(state, shop.id, { name: 'Lab' });
  const night = addChannel(state, {
    kind: 'ntfy',
    name: 'Night phone',
    config: { base_url: '', topic: 'x', token: '' },
  });
  state.routing.policies.push({
    id: 2,
    name: 'Night',
    remind_minutes: 60,
    steps: [{ after_minutes: 0, channels: [night.id] }],
  });
  const days = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as Route['when'][number]['days'];
  state.routing.routes.push(
    rule({
      name: 'At night',
      alert_types: ['DOWN', 'ERROR'],
      website_ids: [shop.id],
      policy_id: 2,
      when: [{ days, from: '22:00', to: '07:00' }],
    }),
    rule({ name: 'Lab', monitor_ids: [lab.id], policy_id: null }),
  );
}

const ruleNames = () =>
  screen.getAllByRole('button', { name: /^Move .* up$/ }).map((button) => button.getAttribute('aria-label'));
const dialog = async (name: string) => within(await screen.findByRole('dialog', { name }));
const dismiss = async (user: PageUser, name: string) => {
  const message = await screen.findByRole('alertdialog', { name });
  await user.click(within(message).getByRole('button', { name: 'OK' }));
};
/** Simulates a save by another user. */
const changeElsewhere = ({ state }: FakeApi, change: (routing: FakeState['routing']) => void) => {
  state.routing = structuredClone(state.routing);
  state.routing.revision += 1;
  change(state.routing);
};

describe('rules', () => {
  it('are shown as sentences with names', async () => {
    openRouting(twoRules);
    expect(await screen.findByText('DOWN, ERROR on Shop between 22:00 and 07:00 go to "Night"')).toBeVisible();
    expect(await screen.findByText('All alerts on Lab notify nobody')).toBeVisible();
    expect(screen.getByText('Everything else goes to "Default"')).toBeVisible();
    expect(screen.getByText('Again after 1 h, then after twice as long each time')).toBeVisible();
  });

  it('can be moved by keyboard; the focus follows, and the move is announced', async () => {
    const { user, fake } = openRouting(twoRules);
    const down = await screen.findByRole('button', { name: 'Move At night down' });
    down.focus();
    await user.keyboard('{Enter}');
    expect(await screen.findByText('"At night" is rule 2 of 2 now')).toBeInTheDocument();
    expect(ruleNames()).toEqual(['Move Lab up', 'Move At night up']);
    expect(screen.getByRole('button', { name: 'Move At night down' })).toHaveFocus();
    expect(fake.state.routing.routes.map(({ name }) => name)).toEqual(['Lab', 'At night']);
    await user.keyboard('{Enter}');
    expect(fake.requestsOf('routing.update')).toHaveLength(1);
  });

  it('can be added with types, targets, times and a policy', async () => {
    const { user, fake } = openRouting(twoRules);
    await user.click(await screen.findByRole('button', { name: 'Add Rule' }));
    const form = await dialog('Add Rule');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Name is required')).toBeVisible();
    await user.fill(form.getByLabelText('Name'), 'Weekend');
    await user.click(form.getByRole('checkbox', { name: 'SLOW' }));
    await user.click(form.getByRole('checkbox', { name: 'warning' }));
    const targets = within(form.getByRole('group', { name: 'On' }));
    await user.click(await targets.findByRole('button', { name: 'Monitors of Shop' }));
    await user.click(await targets.findByRole('checkbox', { name: 'Shop: https://shop.example.org/' }));
    expect(targets.getByRole('status')).toHaveTextContent('1 selected');
    await user.type(form.getByLabelText(/^Tags/), 'env: ');
    await user.click(form.getByRole('button', { name: 'Add time' }));
    const time = within(form.getByRole('group', { name: 'Time 1' }));
    for (const day of ['Mon', 'Tue', 'Wed', 'Thu', 'Fri']) await user.click(time.getByRole('checkbox', { name: day }));
    await user.selectOptions(form.getByLabelText('Goes to'), 'Nobody is notified');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(
      await screen.findByText(
        'SLOW that are warnings on https://shop.example.org/ with the tag env: Sat and Sun between 22:00 and 07:00 notify nobody',
      ),
    ).toBeVisible();
    expect(fake.state.routing.routes[2]).toEqual({
      name: 'Weekend',
      website_ids: [],
      monitor_ids: [fake.state.urls[0]?.id],
      tags: ['env:'],
      alert_types: ['SLOW'],
      severities: ['warning'],
      when: [{ days: ['sat', 'sun'], from: '22:00', to: '07:00' }],
      policy_id: null,
    });
  });

  it('can be edited and deleted', async () => {
    const { user, fake } = openRouting(twoRules);
    await user.click(await screen.findByRole('button', { name: 'Edit Lab' }));
    const form = await dialog('Edit Rule');
    await user.selectOptions(form.getByLabelText('Goes to'), 'Night');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('All alerts on Lab go to "Night"')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Delete At night' }));
    const question = within(await screen.findByRole('alertdialog', { name: 'Delete rule "At night"?' }));
    await user.click(question.getByRole('button', { name: 'Delete rule' }));
    await waitFor(() => expect(ruleNames()).toEqual(['Move Lab up']));
    expect(fake.state.routing.routes).toMatchObject([{ name: 'Lab', policy_id: 2 }]);
  });

  it('keep a concurrent change and the input: a second save merges both', async () => {
    const { user, fake } = openRouting(twoRules);
    await user.click(await screen.findByRole('button', { name: 'Edit Lab' }));
    const form = await dialog('Edit Rule');
    await user.fill(form.getByLabelText('Name'), 'Laboratory');
    changeElsewhere(fake, (routing) => routing.routes.unshift(rule({ name: 'Theirs' })));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await dismiss(user, routingMessages.changedMeanwhile);
    expect(form.getByLabelText('Name')).toHaveValue('Laboratory');
    expect(await screen.findByRole('heading', { name: 'Theirs', hidden: true })).toBeInTheDocument();
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() =>
      expect(fake.state.routing.routes.map(({ name }) => name)).toEqual(['Theirs', 'At night', 'Laboratory']),
    );
  });

  it('add a rule again if it was deleted concurrently, without replacing another', async () => {
    const { user, fake } = openRouting(twoRules);
    await user.click(await screen.findByRole('button', { name: 'Edit At night' }));
    const form = await dialog('Edit Rule');
    await user.type(form.getByLabelText('Name'), ' again');
    changeElsewhere(fake, (routing) => routing.routes.shift());
    await user.click(form.getByRole('button', { name: 'Save' }));
    await dismiss(user, routingMessages.goneMeanwhile('rule'));
    await user.click(form.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.state.routing.routes.map(({ name }) => name)).toEqual(['Lab', 'At night again']));
  });

  it('refuse a move after a concurrent change', async () => {
    const { user, fake } = openRouting(twoRules);
    const down = await screen.findByRole('button', { name: 'Move At night down' });
    changeElsewhere(fake, (routing) => routing.routes.unshift(rule({ name: 'Theirs' })));
    await user.click(down);
    await dismiss(user, routingMessages.moveLost);
    await waitFor(() => expect(ruleNames()).toEqual(['Move Theirs up', 'Move At night up', 'Move Lab up']));
  });
});

describe('policies and channels', () => {
  it('a policy escalates and reminds', async () => {
    const { user, fake } = openRouting(twoRules);
    await user.click(await screen.findByRole('button', { name: 'Add Policy' }));
    const form = await dialog('Add Policy');
    await user.fill(form.getByLabelText('Name'), 'Escalating');
    const first = within(form.getByRole('group', { name: 'Step 1' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await first.findByText('A step must name a channel')).toBeVisible();
    await user.click(first.getByRole('checkbox', { name: 'email' }));
    await user.click(form.getByRole('button', { name: 'Add step' }));
    const second = within(form.getByRole('group', { name: 'Step 2' }));
    expect(second.getByLabelText('After')).toHaveValue(15);
    await user.click(second.getByRole('checkbox', { name: 'Night phone' }));
    await user.fill(form.getByLabelText('Remind after (optional)'), '30');
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('After 15 min: Night phone')).toBeVisible();
    const [channel] = fake.state.channels;
    expect(fake.state.routing.policies[2]).toEqual({
      id: 3,
      name: 'Escalating',
      remind_minutes: 30,
      steps: [
        { after_minutes: 0, channels: ['email'] },
        { after_minutes: 15, channels: [channel?.id] },
      ],
    });
  });

  it('an invalid policy shows its error, and stays open', async () => {
    const { user } = openRouting(twoRules);
    await user.click(await screen.findByRole('button', { name: 'Edit Night' }));
    const form = await dialog('Edit Policy');
    await user.fill(form.getByLabelText('Name'), 'Default');
    await user.click(form.getByRole('button', { name: 'Save' }));
    await dismiss(user, 'Two policies have the name Default');
    expect(await form.findByText('Two policies have the name Default')).toBeVisible();
  });

  it('Default and policies that rules use cannot be deleted', async () => {
    const { user, fake } = openRouting(twoRules);
    await user.click(await screen.findByRole('button', { name: 'Delete Night' }));
    expect(screen.queryByRole('button', { name: 'Delete Default' })).not.toBeInTheDocument();
    const question = within(await screen.findByRole('alertdialog'));
    await user.click(question.getByRole('button', { name: 'Delete policy' }));
    await dismiss(user, routingMessages.policyUsed('Night', '"At night"'));
    expect(fake.requestsOf('routing.update')).toHaveLength(0);
  });

  it('a channel accepts fewer alerts', async () => {
    const { user, fake } = openRouting(twoRules);
    await user.click(await screen.findByRole('button', { name: 'Edit alerts for Night phone' }));
    const form = await dialog('Alerts for Night phone');
    await user.click(form.getByRole('radio', { name: 'Critical only' }));
    await user.click(form.getByRole('button', { name: 'Add time' }));
    await user.click(form.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Critical alerts only, quiet between 22:00 and 07:00')).toBeVisible();
    expect(Object.keys(fake.state.routing.channels)).toEqual([String(fake.state.channels[0]?.id)]);
  });

  it('the time zone is saved, and an unknown one is refused', async () => {
    const { user, fake } = openRouting(twoRules);
    const zone = await screen.findByLabelText('Time zone');
    await user.fill(zone, 'Europe/Nowhere');
    await user.tab();
    expect(await screen.findByText('Time zone must be one as Europe/Berlin, or UTC')).toBeVisible();
    await user.fill(zone, 'Europe/Bucharest');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(fake.state.routing.time_zone).toBe('Europe/Bucharest'));
  });
});

describe('the explanation of an alert', () => {
  const ask = async (user: PageUser) => {
    await user.selectOptions(await screen.findByLabelText('Website'), 'Shop');
    await waitFor(() => expect(screen.getByLabelText('Monitor').children).toHaveLength(3));
    await user.selectOptions(screen.getByLabelText('Monitor'), 'Lab');
    await user.selectOptions(screen.getByLabelText('Alert type'), 'SLOW');
    await user.fill(screen.getByLabelText('At (optional)'), '2026-11-20T03:00');
    await user.click(screen.getByRole('button', { name: 'Explain' }));
  };

  it('takes a monitor, a type and a time, and shows reasons', async () => {
    const { user, fake } = openRouting(twoRules);
    const at = '2026-11-20T07:00:00Z';
    fake.answer('routing.explain', {
      route: 'At night',
      policy: 'Night',
      channels: [
        { ref: 'email', kind: 'email', name: 'email', step: 0, told: 'now', at, reason: null },
        { ref: 7, kind: 'ntfy', name: 'Night phone', step: 1, told: 'later', at, reason: 'quiet hours until 07:00' },
        { ref: 'sms', kind: 'sms', name: 'SMS', step: 1, told: 'never', at: null, reason: 'wants critical only' },
      ],
    });
    await ask(user);
    expect(await screen.findByText('Rule "At night" applies: policy "Night"')).toBeVisible();
    expect(screen.getByText(/quiet hours until 07:00$/)).toBeVisible();
    expect(screen.getByText('never')).toBeVisible();
    expect(fake.requestsOf('routing.explain')[0]?.body).toEqual({
      monitor_id: fake.state.monitors[0]?.id,
      alert_type: 'SLOW',
      at: new Date('2026-11-20T03:00').toISOString(),
    });
  });

  it('shows the reason of a failure', async () => {
    const { user, fake } = openRouting(twoRules);
    fake.fail('routing.explain', 500, { detail: 'The database is away' });
    await ask(user);
    expect(await screen.findByText(`${routingMessages.explainFailed}: The database is away`)).toBeVisible();
  });
});
