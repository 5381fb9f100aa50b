import type { RefObject } from 'react';
import { useNearViewport } from './use-near-viewport.ts';

/** As many as the first screen shows; they are whole from the start. */
export const firstScreenRows = 20;
/** Far enough for the key that goes to the next control, in px. */
const margin = 600;

/** Whether a row of a long list is on the screen or near it. Rows far away render less. */
export const useNearRow = <Row extends Element>(isFirst: boolean): [RefObject<Row | null>, boolean] =>
  useNearViewport<Row>({ margin, once: false, initially: isFirst });
