import { type RefObject, useEffect, useRef } from 'react';
import { whenNobodyTypes } from '../../components/states/when-nobody-types.ts';

/**
 * While somebody types `text`, a list gets no lower: what stands below it would come near the window and be laid out, and
 * the next key would wait for that.
 */
export function useHeldHeight(list: RefObject<HTMLElement | null>, text: string): void {
  const before = useRef(text);
  useEffect(() => {
    const element = list.current;
    if (!element || text === before.current) return;
    before.current = text;
    element.style.minHeight = `${element.offsetHeight}px`;
    return whenNobodyTypes(() => {
      element.style.minHeight = '';
    });
  }, [list, text]);
}
