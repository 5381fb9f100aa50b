import { pages as publicPages } from '@upvigil/core/languages/compiled/pages/en';
import type { JSX } from 'react';
import { Lines } from '../components/inline.tsx';
import { type Freshness, Screen } from '../components/screen.tsx';
import { useStage } from '../components/stage.ts';
import type { KeyScope } from '../keys/key-map.ts';
import type { LiveState } from '../live/live-data.ts';
import type { DetailData, Shown } from '../live/sources.ts';
import { scopeOf } from '../view-state.ts';
import { DeliveriesOverlay, EvidenceOverlay } from './alerts/alert-overlays.tsx';
import { alertOf } from './alerts/alerts-model.ts';
import { AlertsScreen, AlertsTitle } from './alerts/alerts-screen.tsx';
import { DashboardScreen, DashboardTitle } from './dashboard/dashboard-screen.tsx';
import { MonitorsScreen, MonitorsTitle } from './monitors/monitors-screen.tsx';
import { OutcomesOverlay } from './overlays/outcomes-overlay.tsx';
import { HelpOverlay, NoticesOverlay } from './overlays/text-overlays.tsx';
import { TokensOverlay } from './overlays/tokens-overlay.tsx';
import { DetailScreen, DetailTitle } from './status/detail-screen.tsx';
import { StatusScreen, StatusTitle } from './status/status-screen.tsx';

const least = { columns: 20, rows: 5 } as const;

/** The chosen screen or its overlay; never wider or taller than the stage. */
export function LiveScreen({ shown }: { shown: Shown }): JSX.Element {
  const { size, view } = useStage();
  if (size.columns < least.columns || size.rows < least.rows) return <TooSmall />;
  const scope = scopeOf(view);
  const { title, screen } = screenOf(scope, shown, view.websiteId);
  const { overlay } = view;
  switch (overlay?.kind) {
    case 'help':
      return <HelpOverlay title={title} scope={scope} />;
    case 'notices':
      return <NoticesOverlay title={title} scope={scope} />;
    case 'tokens':
      return <TokensOverlay overlay={overlay} title={title} scope={scope} />;
    case 'outcomes':
      return <OutcomesOverlay overlay={overlay} title={title} scope={scope} />;
    case 'alert':
      return <DeliveriesOverlay alert={alertOf(shown.alerts.data, overlay.alertId)} title={title} />;
    case 'evidence':
      return <EvidenceOverlay overlay={overlay} alert={alertOf(shown.alerts.data, overlay.alertId)} title={title} />;
    default:
      return screen;
  }
}

function TooSmall(): JSX.Element {
  const { size } = useStage();
  const texts = ['Too small', `${size.columns}x${size.rows + 1}`, `Needs ${least.columns}x${least.rows + 1}`, 'q quit'];
  return (
    <Screen head={null} foot={null}>
      <Lines lines={texts.map((text) => [text])} />
    </Screen>
  );
}

function screenOf(
  scope: KeyScope,
  shown: Shown,
  websiteId: number | null,
): { title: JSX.Element; screen: JSX.Element } {
  const freshness = freshnessOf(shown[scope], scope);
  switch (scope) {
    case 'dashboard': {
      const { data } = shown.dashboard;
      const title = <DashboardTitle data={data} freshness={freshness} />;
      return { title, screen: <DashboardScreen data={data} title={title} /> };
    }
    case 'alerts': {
      const { data } = shown.alerts;
      const title = <AlertsTitle data={data} freshness={freshness} />;
      return { title, screen: <AlertsScreen data={data} title={title} /> };
    }
    case 'status': {
      const title = <StatusTitle freshness={freshness} />;
      return { title, screen: <StatusScreen items={shown.status.data} title={title} /> };
    }
    case 'monitors': {
      const { data } = shown.monitors;
      const title = <MonitorsTitle data={data} freshness={freshness} />;
      return { title, screen: <MonitorsScreen data={data} title={title} /> };
    }
    case 'detail': {
      const data = chosenWebsite(shown.detail.data, websiteId);
      const title = <DetailTitle data={data} freshness={freshness} />;
      return { title, screen: <DetailScreen data={data} title={title} /> };
    }
  }
}

/** Null while the data is still that of another website. */
const chosenWebsite = (data: DetailData | null, websiteId: number | null): DetailData | null =>
  data?.websiteId === websiteId ? data : null;

/** The age of the data, and why it is not newer. */
function freshnessOf({ loadedAt, isLoading, nextAt, error }: LiveState<unknown>, scope: KeyScope): Freshness {
  const failure = error ? { sentence: loadFailure(error.reason, scope), at: error.at } : null;
  return { loadedAt, isLoading, nextAt, failure };
}

/** Why the read failed, in few words, because the line has little room. */
function loadFailure(reason: unknown, scope: KeyScope): string {
  const name = reason instanceof Error ? reason.name : '';
  if (name === 'NotSignedInError') return 'Not signed in. Run: upvigil login';
  if (scope === 'status' || scope === 'detail') return publicPages.loadFailed;
  if (name === 'ServerUnreachableError') return 'Server not reachable';
  return reason instanceof Error ? reason.message : 'Unexpected error';
}
