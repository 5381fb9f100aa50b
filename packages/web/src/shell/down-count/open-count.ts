import { createContext } from 'react';

/** How many services are down now; 0 also while that is not known, and on the public pages. */
export const OpenCount = createContext(0);
