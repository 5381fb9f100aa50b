import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ShareBar } from './share-bar.tsx';

it('sizes each segment by its proportion and omits zeros', () => {
  const { container } = render(
    <ShareBar
      shares={[
        { tone: 'up', count: 45 },
        { tone: 'warn', count: 0 },
        { tone: 'down', count: 3 },
      ]}
    />,
  );
  const parts = [...container.querySelectorAll<HTMLElement>('[data-tone]')];
  expect(parts.map((part) => [part.dataset.tone, part.style.flexGrow])).toEqual([
    ['up', '45'],
    ['down', '3'],
  ]);
});
