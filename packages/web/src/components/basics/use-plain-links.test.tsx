import { fireEvent, render, screen } from '@testing-library/react';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, it } from 'vitest';
import { usePlainLinks } from './use-plain-links.ts';

let address: string;

function Page() {
  const { pathname, search } = useLocation();
  address = pathname + search;
  const ref = usePlainLinks<HTMLDivElement>();
  return (
    <div ref={ref}>
      <a href="/websites/3?tab=slack">
        <b>Shop</b>
      </a>
      <a href="/websites/4" target="_blank" rel="noopener">
        New tab
      </a>
      <a href="https://elsewhere.example/websites/5">Elsewhere</a>
      <p>Text</p>
    </div>
  );
}

beforeEach(() => {
  render(
    <MemoryRouter initialEntries={['/start']}>
      <Page />
    </MemoryRouter>,
  );
});

describe('a plain link', () => {
  it('goes through the router', () => {
    const isLeftToBrowser = fireEvent.click(screen.getByText('Shop'));
    expect([isLeftToBrowser, address]).toEqual([false, '/websites/3?tab=slack']);
  });

  it.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'that is clicked with %j is left to the browser',
    (how) => {
      // jsdom cannot navigate away.
      window.addEventListener('click', (event) => event.preventDefault(), { once: true });
      fireEvent.click(screen.getByText('Shop'), how);
      expect(address).toBe('/start');
    },
  );

  it.each(['New tab', 'Elsewhere', 'Text'])('leaves an external or special link to the browser: %s', (text) => {
    window.addEventListener('click', (event) => event.preventDefault(), { once: true });
    fireEvent.click(screen.getByText(text));
    expect(address).toBe('/start');
  });
});
