import { Component, type ReactNode } from 'react';
import { ErrorView } from '../components/error-view.tsx';

/** What is shown in the place of a page that broke, or whose code could not be fetched. */
export const BrokenPage = () => (
  <ErrorView
    title="This page could not be shown"
    message="Something in it went wrong, or Upvigil was upgraded since this window was opened. Monitoring goes on."
    retryLabel="Reload"
    onRetry={() => window.location.reload()}
  />
);

/** Keeps a page that breaks from taking everything around it along. Give it a key, so that the next page starts anew. */
export class PageBoundary extends Component<{ children: ReactNode }, { isBroken: boolean }> {
  override state = { isBroken: false };

  static getDerivedStateFromError(): { isBroken: boolean } {
    return { isBroken: true };
  }

  override render(): ReactNode {
    return this.state.isBroken ? <BrokenPage /> : this.props.children;
  }
}
