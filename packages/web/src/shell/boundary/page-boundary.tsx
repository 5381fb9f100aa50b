import { Component, type ReactNode, useEffect } from 'react';
import { ErrorView } from '../../components/states/error-view.tsx';
import { commonTexts } from '../../language/common-texts.ts';
import { serverWatch } from '../../reachability/watch-server.ts';

const reloadPage = (): void => window.location.reload();

/**
 * Replaces a page that failed to render, or whose code failed to load. Reloads only while the server answers, so that
 * nobody gets the error page of the browser.
 */
export function BrokenPage() {
  const { brokenTitle, brokenMessage, reload } = commonTexts();
  useEffect(() => serverWatch.follow({ onBack: reloadPage }), []);
  return (
    <ErrorView
      title={brokenTitle}
      message={brokenMessage}
      retryLabel={reload}
      onRetry={() => void serverWatch.attempt().then((answers) => answers && reloadPage())}
      heading="h1"
    />
  );
}

/** Same message for failures outside of the layout. */
export const BrokenWindow = () => (
  <main className="mx-auto max-w-[880px] p-4">
    <BrokenPage />
  </main>
);

interface PageBoundaryProps {
  children: ReactNode;
  /** Shown when the children fail to render. */
  fallback?: ReactNode;
}

/** Limits a render failure to its page. Needs a key for each page, so that navigation resets it. */
export class PageBoundary extends Component<PageBoundaryProps, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    const { children, fallback = <BrokenPage /> } = this.props;
    return this.state.isBroken ? fallback : children;
  }
}
