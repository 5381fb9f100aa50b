import { expect, it } from 'vitest';
import { judgeTold } from './judge-told.ts';

it('tells again after a kill is counted, twice in one life is wrong', () => {
  const texts = ['DOWN a/', 'DOWN b/, DOWN c/', 'DOWN b/', 'DOWN c/', 'DOWN c/'];
  // One message came in the first life, two in the second, two in the one that goes on.
  const judged = judgeTold(['a/', 'b/', 'c/', 'd/'], texts, [1, 2]);
  expect(judged).toEqual({ told: 3, toldAgain: 2, wrong: ['c/ was told twice without a kill in between'] });
});
