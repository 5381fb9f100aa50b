import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { Tabs } from './tabs.tsx';

afterEach(() => vi.restoreAllMocks());

it('scrolls a tab fully into view when arrow keys focus it', async () => {
  const shown: (string | null)[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this.textContent);
  });
  const tabs = ['Access', 'Audit', 'General'].map((label) => ({ id: label, label, panel: label }));
  render(<Tabs label="Settings" tabs={tabs} selected="Access" onSelect={() => undefined} />);
  const user = userEvent.setup();
  await user.tab();
  await user.keyboard('{ArrowRight}');
  expect(await screen.findByRole('tab', { name: 'Audit' })).toHaveFocus();
  expect(shown).toEqual(['Access', 'Audit']);
});
