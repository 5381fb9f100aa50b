import type { FakedApp } from '../faked-web-app.ts';
import { auditedPages } from './audited-pages.ts';
import type { Opening } from './opening.ts';
import { type PageState, stateNames } from './page-state.ts';

/** Every state of every page. */
export const allStates = auditedPages.flatMap(({ screen: _screen, address, isSignedIn = true, ...states }) =>
  stateNames.flatMap((name) => {
    const found = states[name];
    return 'never' in found
      ? []
      : [found].flat().map((state: PageState) => ({
          name,
          title: `${address} ${name}, '${state.shows}'`,
          address,
          state: { isSignedIn, ...state },
        }));
  }),
);
type AuditedState = (typeof allStates)[number];

/** For `it.each`: the title, then the item. */
export const titled = <T extends { title: string }>(all: readonly T[]) => all.map((one) => [one.title, one] as const);

export const withTitles = (openings: readonly Opening[]) =>
  titled(openings.map((opening) => ({ title: `${opening.address} ${opening.what}`, ...opening })));

/** Opens the page and brings it into that state. */
export async function reachState(app: FakedApp, audited: AuditedState): Promise<void> {
  const { address, state } = audited;
  const { shows, draws, act, ...options } = state;
  const fake = await app.open(address, options);
  await act?.(app.page, fake);
  await app.settle();
  await app.page.getByText(shows).first().waitFor();
  if (draws) await app.page.locator(draws).first().waitFor();
}

/** Opens the page and then the item on it. */
export async function reachOpening(app: FakedApp, opening: Opening): Promise<void> {
  const { address, open, shows, ...options } = opening;
  await app.open(address, options);
  await open(app);
  await app.settle();
  await shows(app.page).waitFor();
}
