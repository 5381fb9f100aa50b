import type { AutomaticMode } from '@upvigil/core/contract/websites';

const words: Readonly<Record<AutomaticMode, string>> = {
  off: 'Off',
  draft: 'Draft',
  publish: 'Publish',
};

export const automaticOptions = Object.entries(words).map(([value, label]) => ({ value, label }));
