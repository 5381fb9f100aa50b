import { act, render } from '@testing-library/react';
import { PointerEventsCheckLevel, type UserEvent, userEvent } from '@testing-library/user-event';
import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { createFakeApi, type FakeApi } from '@upvigil/core/testing/fake-api';
import { emptyState, type FakeState } from '@upvigil/core/testing/fake-state';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { afterAll, afterEach, beforeAll } from 'vitest';
import { App } from '../app/app.tsx';
import { PublicApp } from '../app/public-app.tsx';
import { matchScreen } from '../match-screen.ts';
import { type PublicScreen, publicScreens } from '../public-routes.tsx';
import { serverWatch } from '../reachability/watch-server.ts';
import { storeToken } from '../session/token.ts';

/** User of a rendered page. */
export interface PageUser extends UserEvent {
  /** Replaces the content of a field at once, because typing renders the page for each character. */
  fill: (field: Element, text: string) => Promise<void>;
}

export function setUpUser(): PageUser {
  // Without style sheets, no element can be out of reach of the pointer.
  const user = userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never });
  const fill = async (field: Element, text: string) => {
    await user.clear(field);
    await user.paste(text);
  };
  return { ...user, fill };
}

export interface RenderedPage {
  user: PageUser;
  fake: FakeApi;
  /** Current path and query of the app. */
  address: () => string;
  /** The server answers no more until `regainServer`. Each resolves when the page has noticed. */
  loseServer: () => Promise<void>;
  regainServer: () => Promise<void>;
}

interface PageOptions {
  /** Fills the fake server before the page sends requests. */
  given?: (state: FakeState) => void;
  /** Changes responses of the fake server before the page sends requests. */
  before?: (fake: FakeApi) => void;
  isSignedIn?: boolean;
}

/** Starts the fake server for a test file; must be called at the top level. Returns a function that renders pages. */
export function startPages(): (path: string, options?: PageOptions) => RenderedPage {
  const server = setupServer();
  beforeAll(() => server.listen({ onUnhandledRequest: 'error' }));
  afterEach(async () => {
    server.use(http.get('*/healthz', () => HttpResponse.json({ status: 'ok' })));
    if (serverWatch.read().isAway) await act(() => serverWatch.attempt());
    server.resetHandlers();
  });
  afterAll(() => server.close());
  return (path, { given, before, isSignedIn = true } = {}) => {
    const state = emptyState();
    given?.(state);
    const fake = createFakeApi(state);
    before?.(fake);
    let isAway = false;
    server.use(
      http.all(`*${apiPrefix}/*`, ({ request }) => (isAway ? HttpResponse.error() : fake.handle(request))),
      http.get('*/healthz', () => (isAway ? HttpResponse.error() : HttpResponse.json({ status: 'ok' }))),
    );
    const turn = async (away: boolean) => {
      isAway = away;
      await act(async () => {
        // One refused connection may be a restart.
        await serverWatch.attempt();
        await serverWatch.attempt();
      });
    };
    if (isSignedIn) storeToken(state.token);
    return { ...renderApp(path, fake), loseServer: () => turn(true), regainServer: () => turn(false) };
  };
}

/** Public pages have their own document; all others are behind the router. */
async function renderPublicPage(found: { screen: PublicScreen; websiteId: string; link: string }): Promise<void> {
  const { default: Page } = await found.screen.load();
  render(<PublicApp Page={Page} websiteId={found.websiteId} link={found.link} />);
}

function renderApp(path: string, fake: FakeApi): Omit<RenderedPage, 'loseServer' | 'regainServer'> {
  const publicPage = matchScreen(publicScreens, path);
  if (publicPage) {
    void renderPublicPage(publicPage);
    return { user: setUpUser(), fake, address: () => path };
  }
  let address = path;
  const Watch = () => {
    const { pathname, search } = useLocation();
    address = pathname + search;
    return null;
  };
  render(
    <MemoryRouter initialEntries={[path]}>
      <Watch />
      <App />
    </MemoryRouter>,
  );
  return { user: setUpUser(), fake, address: () => address };
}
