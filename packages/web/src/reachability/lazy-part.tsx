import { Component, type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { loadable } from './loadable.ts';
import { serverWatch } from './watch-server.ts';

/**
 * A part of a page whose code is loaded when it is first shown, as a form in a dialog. Unlike React's `lazy`, it does not
 * take the page with it where the code cannot be loaded because the server is away: it comes when the server is back.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const part = loadable(load);
  return function LazyPart(props: Props) {
    const [attempt, setAttempt] = useState(0);
    const Loaded = part.component();
    const retry = () => {
      part.forgetFailure();
      setAttempt(attempt + 1);
    };
    return (
      <PartBoundary key={attempt} onRetry={retry}>
        <Loaded {...props} />
      </PartBoundary>
    );
  };
}

interface PartBoundaryProps {
  onRetry: () => void;
  children: ReactNode;
}

class PartBoundary extends Component<PartBoundaryProps, { failure: unknown }> {
  override state = { failure: null };

  static getDerivedStateFromError(failure: unknown): { failure: unknown } {
    return { failure };
  }

  override render(): ReactNode {
    const { onRetry, children } = this.props;
    const { failure } = this.state;
    return failure === null ? children : <FailedPart failure={failure} onRetry={onRetry} />;
  }
}

/** A fault of the part itself is one of the page. */
function FailedPart({ failure, onRetry }: { failure: unknown; onRetry: () => void }) {
  const [answers, setAnswers] = useState<boolean | null>(null);
  useEffect(() => void serverWatch.attempt().then(setAnswers), []);
  useEffect(() => serverWatch.follow({ onBack: onRetry }), [onRetry]);
  if (answers) throw failure;
  if (answers === null) return null;
  return (
    <p role="alert" className="rounded-lg border border-(--warn-g)/40 bg-(--warn-bg) px-3.5 py-2.5 text-(--warn-fg)">
      This part of the page could not be loaded. It opens here as soon as the server is back.
    </p>
  );
}
