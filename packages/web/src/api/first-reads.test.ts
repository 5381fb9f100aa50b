import { waitFor } from '@testing-library/react';
import { apiPrefix } from '@upvigil/core/api-prefix';
import { UnexpectedAnswerError } from '@upvigil/core/errors';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { firstReads, onLateRefusal } from './first-reads.ts';
import { knownSchemas } from './schemas.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

const answerWith = (answer: () => Response) => server.use(http.get(`*${apiPrefix}/websites/`, answer));

// In this order: the schemas are loaded once for all.
it('refuses at once what is of another kind', async () => {
  for (const answer of [{ websites: [] }, null, 'text']) {
    answerWith(() => HttpResponse.json(answer));
    await expect(firstReads().websites.list()).rejects.toThrow(UnexpectedAnswerError);
  }
  answerWith(() => new HttpResponse('<h1>Please pay for the wireless network</h1>'));
  await expect(firstReads().websites.list()).rejects.toThrow(UnexpectedAnswerError);
  expect(knownSchemas()).toBeNull();
});

it('shows an answer before the schemas are here, tells when they refuse it, and parses the next one before', async () => {
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
