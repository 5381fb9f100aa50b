import { expect, it } from 'vitest';
import { createKeptAnswers } from './kept-answers.ts';

it('keeps as many answers as it may, and forgets the one that was asked for longest ago', async () => {
  const made: string[] = [];
  const kept = createKeptAnswers<string>(2);
  const ask = (key: string) =>
    kept.find(key, async () => {
      made.push(key);
      return key;
    });
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) expect(await ask(key)).toBe(key);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
  kept.clear();
  await ask('b');
  expect(made).toHaveLength(5);
});

it('makes an answer again whose making failed', async () => {
  const kept = createKeptAnswers<string>(2);
  await expect(kept.find('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away');
  expect(await kept.find('a', async () => 'there')).toBe('there');
});
