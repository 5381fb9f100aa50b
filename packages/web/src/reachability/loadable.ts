import { type ComponentType, lazy } from 'react';

interface Loadable<Props> {
  /** Begins to load it; further calls cost nothing. */
  load: () => Promise<unknown>;
  isLoaded: () => boolean;
  /** The component itself once it is loaded, or one that loads it. Keep it: they are not the same to React. */
  component: () => ComponentType<Props>;
  /** React keeps a failure for ever: from now on `component` is one that tries again. */
  forgetFailure: () => void;
}

/**
 * A component whose code is loaded when it is first rendered, or before. React's own `lazy` shows its fallback for loaded
 * code too, and then delays the page by 300 ms.
 */
export function loadable<Props>(load: () => Promise<{ default: ComponentType<Props> }>): Loadable<Props> {
  let loaded: ComponentType<Props> | undefined;
  const loadNow = async () => {
    const part = await load();
    loaded = part.default;
    return part;
  };
  const makeLazy = () => lazy(loadNow) as ComponentType<Props>;
  let waiting = makeLazy();
  return {
    load: loadNow,
    isLoaded: () => loaded !== undefined,
    component: () => loaded ?? waiting,
    forgetFailure: () => {
      waiting = makeLazy();
    },
  };
}
