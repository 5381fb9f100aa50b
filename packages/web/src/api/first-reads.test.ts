import { waitFor } from '@testing-library/react';
import { apiPrefix } from '@upvigil/core/api-prefix';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const answerWith = (answer: () => Response) => server.use(http.get(`*${apiPrefix}/websites/`, answer));

/** As in a page that was just opened: another test may have loaded the schemas, which is once for all. */
async function openPage() {
  vi.resetModules();
  const { firstReads, onLateRefusal } = await import('./first-reads.ts');
  const { knownSchemas } = await import('./schemas.ts');
  const { UnexpectedAnswerError } = await import('@upvigil/core/errors');
  return { firstReads, onLateRefusal, knownSchemas, UnexpectedAnswerError };
}

it('refuses at once what is of another kind', async () => {
  const { firstReads, knownSchemas, UnexpectedAnswerError } = await openPage();
  for (const answer of [{ websites: [] }, null, 'text']) {
    answerWith(() => HttpResponse.json(answer));
    await expect(firstReads().websites.list()).rejects.toThrow(UnexpectedAnswerError);
  }
  answerWith(() => new HttpResponse('<h1>Please pay for the wireless network</h1>'));
  await expect(firstReads().websites.list()).rejects.toThrow(UnexpectedAnswerError);
  expect(knownSchemas()).toBeNull();
});

it('shows an answer before the schemas are here, tells when they refuse it, and parses the next one before', async () => {
  const { firstReads, onLateRefusal } = await openPage();
  vi.spyOn(console, 'error').mockReturnValue();
  const refused = vi.fn();
  const stop = onLateRefusal(refused);
  answerWith(() => HttpResponse.json([{ id: 'one' }]));
  expect(await firstReads().websites.list()).toEqual([{ id: 'one' }]);
  expect(refused).not.toHaveBeenCalled();
  await waitFor(() => expect(refused).toHaveBeenCalledOnce());
  await expect(firstReads().websites.list()).rejects.toThrow(
    'The server answered /websites/ with something unexpected',
  );
  stop();
});
