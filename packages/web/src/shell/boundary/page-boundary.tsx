import { Component, type ReactNode } from 'react';
import { ErrorView } from '../../components/states/error-view.tsx';

/** What is shown in the place of a page that broke, or whose code could not be fetched. */
const BrokenPage = () => (
  <ErrorView
    title="This page could not be shown"
    message="Something in it went wrong, or Upvigil was upgraded since this window was opened. Monitoring goes on."
    retryLabel="Reload"
    onRetry={() => window.location.reload()}
    heading="h1"
  />
);

/** The same where there is no layout around it. */
export const BrokenWindow = () => (
  <main className="mx-auto max-w-[880px] p-4">
    <BrokenPage />
  </main>
);

interface PageBoundaryProps {
  children: ReactNode;
  /** Stands there when the children break. */
  fallback?: ReactNode;
}

/** Keeps a page that breaks from taking everything around it along. Give it a key, so that the next page starts anew. */
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
