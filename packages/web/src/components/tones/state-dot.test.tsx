import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { StateDot } from './state-dot.tsx';

it('distinguishes the four states by shape alone', () => {
  const tones = ['up', 'warn', 'down', 'none'] as const;
  const shapes = tones.map((tone) =>
    render(<StateDot tone={tone} />)
      .container.querySelector('path')
      ?.getAttribute('d'),
  );
  expect(new Set(shapes).size).toBe(tones.length);
});
