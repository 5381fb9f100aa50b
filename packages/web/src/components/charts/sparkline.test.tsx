import { render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Sparkline } from './sparkline.tsx';

const pathsOf = (values: (number | null)[]) => {
  render(<Sparkline values={values} label="Times" height={26} />);
  const paths = [...screen.getByRole('img', { name: 'Times' }).querySelectorAll('path')];
  return paths.map((path) => path.getAttribute('d'));
};

it('draws line and area from 0, and keeps gaps', () => {
  const [area, line] = pathsOf([0, 2, null, 2, 1]);
  expect(line).toBe('M0 24.0L4 4.0M12 4.0L16 14.0');
  expect(area).toBe('M0 26L0 24.0L4 4.0L4 26ZM12 26L12 4.0L16 14.0L16 26Z');
});

it('draws a lone value as a dot without an area', () => {
  expect(pathsOf([null, 1, null, 0.5, 0.5])).toEqual(['M12 26L12 14.0L16 14.0L16 26Z', 'M12 14.0L16 14.0', 'M4 4.0h0']);
});
