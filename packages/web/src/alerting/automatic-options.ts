import type { AutomaticMode } from '@upvigil/core/contract/websites';

const words: Readonly<Record<AutomaticMode, string>> = {
  off: 'Off',
  draft: 'Draft',
  publish: 'Publish',
};

/** What an outage does of itself, as people choose it. */
export const automaticOptions = Object.entries(words).map(([value, label]) => ({ value, label }));
