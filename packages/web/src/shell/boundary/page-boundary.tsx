import { Component, type ReactNode } from 'react';
import { ErrorView } from '../../components/states/error-view.tsx';
import { commonWords } from '../../language/shared-words.ts';

/** Shown in place of a page that failed to render, or whose code could not be loaded. */
function BrokenPage() {
  const { brokenTitle, brokenMessage, reload } = commonWords();
  return (
    <ErrorView
      title={brokenTitle}
      message={brokenMessage}
      retryLabel={reload}
      onRetry={() => window.location.reload()}
      heading="h1"
    />
  );
}

/** The same where there is no layout around it. */
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

/** Keeps a page that fails to render from breaking what is around it. Give it a key, so that the next page starts anew. */
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
