import { type ComponentType, lazy } from 'react';

interface Loadable<Props> {
  /** Starts to load the code; further calls have no effect. */
  load: () => Promise<unknown>;
  /**
   * The loaded component, or a placeholder that loads it. Keep the returned reference: React treats the two as
   * different components.
   */
  component: () => ComponentType<Props>;
}

/**
 * Code that is loaded on render or in advance. `React.lazy` shows its fallback even for loaded code, and then delays
 * the page by 300 ms.
 */
export function loadable<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const Lazy = lazy(load) as ComponentType<Props>;
  return {
    load: async () => {
      loaded = (await load()).default;
    },
    component: () => loaded ?? Lazy,
  };
}
