import { expect, it } from 'vitest';
import { withTags } from './tags-input.tsx';

it('adds typed tags in lower case, without # and repetitions', () => {
  expect(withTags(['db'], ' #Env:Prod, tier:1 db ')).toEqual(['db', 'env:prod', 'tier:1']);
  expect(withTags(['db'], '  ')).toEqual(['db']);
});
