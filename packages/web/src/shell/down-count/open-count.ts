import { createContext } from 'react';

/** Number of services that are down; 0 until loaded, and on public pages. */
export const OpenCount = createContext(0);
