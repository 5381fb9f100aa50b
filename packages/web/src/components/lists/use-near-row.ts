import type { RefObject } from 'react';
import { useNearViewport } from './use-near-viewport.ts';

/** Rows of the first screen, which are complete from the start. */
export const firstScreenRows = 20;
/** Distance in px that includes the next focusable control. */
const margin = 600;

/** Whether a row of a long list is in or near the viewport. Distant rows render less content. */
export const useNearRow = <Row extends Element>(isFirst: boolean): [RefObject<Row | null>, boolean] =>
  useNearViewport<Row>({ margin, once: false, initially: isFirst });
