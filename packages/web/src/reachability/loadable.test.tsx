import { render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, it } from 'vitest';
import { loadable } from './loadable.ts';

const page = () => loadable(async () => ({ default: () => <p>The page</p> }));
const show = (Page: React.ComponentType) =>
  render(
    <Suspense fallback="Not there yet">
      <Page />
    </Suspense>,
  );

it('draws what is loaded at once', async () => {
  const { load, component } = page();
  await load();
  show(component());
  expect(screen.getByText('The page')).toBeVisible();
});

it('loads what is not, and draws it then', async () => {
  show(page().component());
  expect(screen.getByText('Not there yet')).toBeVisible();
  expect(await screen.findByText('The page')).toBeVisible();
});
