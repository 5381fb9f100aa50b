import { screen, waitFor } from '@testing-library/react';
import { factorMessages } from '@upvigil/core/texts/factors';
import { beforeAll, expect, it } from 'vitest';
import { readToken } from '../../session/token.ts';
import { startPages } from '../../testing/render-page.tsx';

const openPage = startPages();
beforeAll(() => import('./sign-on-return.tsx'), 60_000);

it('exchanges the provider’s code once for a token, and removes it from the address', async () => {
  const { fake, address } = openPage('/login#code=abc', { isSignedIn: false });
  await waitFor(() => expect(readToken()).toBe('fake-token'));
  await waitFor(() => expect(address()).toBe('/'));
  expect(fake.requestsOf('signOn.exchange').map(({ body }) => body)).toEqual([{ code: 'abc' }]);
});

it('shows why a code was refused, and still accepts the password', async () => {
  const detail = factorMessages.signOn.expired;
  const { user } = openPage('/login#code=abc', {
    isSignedIn: false,
    before: (fake) => fake.fail('signOn.exchange', 401, { detail }),
  });
  expect(await screen.findByText(detail)).toBeVisible();
  await user.type(screen.getByLabelText('Admin Password'), 'correct horse{Enter}');
  await waitFor(() => expect(readToken()).toBe('fake-token'));
});

it.each([
  ['unknown', factorMessages.signOn.unknown],
  ['no_role', factorMessages.signOn.no_role],
  ['full', factorMessages.signOn.full],
  ['<b>nonsense</b>', factorMessages.signOn.failed],
])('a sign-in that ended with %s is reported in a sentence', async (error, sentence) => {
  const { fake } = openPage(`/login#error=${encodeURIComponent(error)}`, { isSignedIn: false });
  expect(await screen.findByText(sentence)).toBeVisible();
  expect(fake.requestsOf('signOn.exchange')).toEqual([]);
});
