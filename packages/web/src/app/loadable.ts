import { type ComponentType, lazy } from 'react';

interface Loadable<Props> {
  /** Begins to load it; further calls cost nothing. */
  load: () => Promise<unknown>;
  /** The component itself once it is loaded, or one that loads it. Keep it: they are not the same to React. */
  component: () => ComponentType<Props>;
}

/**
 * Code that is loaded when it is shown, or before. React's own `lazy` shows its fallback also for what is loaded already, and
 * then holds the page back for 300 ms.
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
