import type { ApiClient } from '@upvigil/core/client/api-client';
import { render } from 'ink';
import { isStatus, type Session } from '../client/session.ts';
import type { Context } from '../context.ts';
import { exitCodes, pluginExitCodes } from '../exit-codes.ts';
import { CommandError } from '../failures.ts';
import { showSummary } from '../output/show-summary.ts';
import { type StatusSummary, statusExitCode, summarizeOverview, summarizeWebsite } from '../status/status-summary.ts';
import { enterAlternateScreen } from './alternate-screen.ts';
import { App, createViewStore, type ViewStore } from './app.tsx';
import { followEvents } from './live/follow-events.ts';
import { createSources, type Sources } from './live/sources.ts';
import { initialView, type Start, scopeOf } from './view-state.ts';

/** A higher rate would not be visible, and would burden slow connections. */
const maxFps = 25;

/** Draws the live screens until the person quits. Returns the exit code of the command. */
export async function startTui(context: Context, start: Start): Promise<number> {
  const { api, tokenSource } = await connect(context, start);
  await refuseUnknownWebsite(api, start);
  const view = createViewStore(initialView(start));
  const isSignedIn = tokenSource !== null;
  const sources = createSources({
    api,
    now: context.now,
    isSignedIn,
    choices: view.get,
  });
  const ended = new AbortController();
  const following = follow(api, isSignedIn, sources, view, AbortSignal.any([ended.signal, context.signal]));
  try {
    await draw(context, api, sources, view);
  } finally {
    ended.abort();
    for (const source of Object.values(sources)) source.pause();
    await following;
  }
  return start.screen === 'status' ? lastStatus(context, start, sources) : exitCodes.done;
}

/** The public status needs no sign-in, but with one its screen can also start checks. */
async function connect(context: Context, { screen }: Start): Promise<Session> {
  if (screen !== 'status') return await context.connect('admin');
  return await context.connect('admin').catch((error: unknown) => {
    if (error instanceof Error && error.name === 'NotSignedInError') return context.connect('public');
    throw error;
  });
}

/** Ends the command if the website does not exist, instead of trying again and again. */
async function refuseUnknownWebsite(api: ApiClient, { websiteId }: Start): Promise<void> {
  if (websiteId === undefined || websiteId === null) return;
  await api.publicStatus.detail({ params: { websiteId } }).catch((error: unknown) => {
    if (isStatus(error, 404)) throw new CommandError(`There is no website ${websiteId}`);
  });
}

async function draw(
  { terminal, now, signal }: Context,
  api: ApiClient,
  sources: Sources,
  view: ViewStore,
): Promise<void> {
  const screen = enterAlternateScreen(terminal);
  try {
    const tree = () => (
      <App
        size={screen.size()}
        api={api}
        sources={sources}
        view={view}
        glyphs={terminal.glyphs}
        color={terminal.color}
        now={now}
        quit={() => app.unmount()}
      />
    );
    const app = render(tree(), {
      stdout: screen.stream,
      stdin: terminal.streams.stdin as NodeJS.ReadStream,
      incrementalRendering: true,
      maxFps,
      exitOnCtrlC: false,
    });
    // Runs before Ink's own listener, so that Ink draws no frame of the old size.
    screen.stream.prependListener('resize', () => app.rerender(tree()));
    const stop = (): void => app.unmount();
    signal.addEventListener('abort', stop, { once: true });
    await app.waitUntilExit();
    signal.removeEventListener('abort', stop);
  } finally {
    screen.leave();
  }
}

/** Reads changes as soon as the server reports them. Without the stream, the screen reads at its interval. */
function follow(
  api: ApiClient,
  isSignedIn: boolean,
  sources: Sources,
  view: ViewStore,
  signal: AbortSignal,
): Promise<void> {
  const source = () => sources[scopeOf(view.get())];
  return followEvents({
    signal,
    open: async (streamSignal, past) => {
      const openPublic = async () => {
        const events = await api.publicStatus.events({ signal: streamSignal });
        // The public stream does not report changes made during the first read.
        if (past > 0) source().touch(null);
        return events;
      };
      if (!isSignedIn) return await openPublic();
      return await api.events.stream({ query: { past }, signal: streamSignal }).catch((error: unknown) => {
        if (isStatus(error, 404) || (error instanceof Error && error.name === 'NotSignedInError')) return openPublic();
        throw error;
      });
    },
    onChange: (websiteId) => source().touch(scopeOf(view.get()) === 'dashboard' ? websiteId : null),
    onInterruption: () => source().refresh(),
  });
}

/** Leaves the last state as one line in the shell. Returns the exit code of a monitoring plugin. */
function lastStatus(context: Context, { websiteId }: Start, sources: Sources): number {
  const summary = lastSummary(websiteId ?? null, sources);
  if (!summary) return pluginExitCodes.unknown;
  const code = statusExitCode(summary.status);
  showSummary(context, code, summary.sentence, summary.figures);
  return code;
}

function lastSummary(websiteId: number | null, sources: Sources): StatusSummary | null {
  if (websiteId === null) {
    const { data } = sources.status.get();
    return data ? summarizeOverview(data) : null;
  }
  const { data } = sources.detail.get();
  return data?.websiteId === websiteId ? summarizeWebsite(data.detail) : null;
}
