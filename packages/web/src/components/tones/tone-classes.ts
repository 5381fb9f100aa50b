import type { InfoTone, Tone } from '@upvigil/core/status/tone';

/** Text colour on a neutral surface. Colours with `-g` are for graphics only. */
export const toneText: Record<Tone | InfoTone, string> = {
  up: 'text-(--up-fg)',
  warn: 'text-(--warn-fg)',
  down: 'text-(--down-fg)',
  none: 'text-(--none-fg)',
  info: 'text-(--accent)',
};

/** Text colour on its own tinted background. */
export const toneTint: Record<Tone | InfoTone, string> = {
  up: 'bg-(--up-bg) text-(--up-fg)',
  warn: 'bg-(--warn-bg) text-(--warn-fg)',
  down: 'bg-(--down-bg) text-(--down-fg)',
  none: 'bg-(--none-bg) text-(--none-fg)',
  info: 'bg-(--accent-subtle) text-(--accent)',
};
