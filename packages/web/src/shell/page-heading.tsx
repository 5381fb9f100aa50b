import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { useBrand } from './brand.tsx';
import { OpenCount } from './down-count/open-count.ts';

/** Whether the heading of a new page gets the focus: true after navigation inside the app. */
export const HeadingFocus = createContext(false);

interface PageHeadingProps {
  /** Text of the heading, and the page's name in the document title. */
  title: string;
  children?: ReactNode;
}

/**
 * The page's only `h1`. Sets the document title to '{page} · {brand}'. Gets the focus after navigation inside the app,
 * so that keyboard and screen reader start at the top.
 */
export function PageHeading({ title, children }: PageHeadingProps) {
  useDocumentTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus = useRef(useContext(HeadingFocus));
  // Before paint, so that no keystroke goes to the previous page.
  useLayoutEffect(() => {
    if (takesFocus.current) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}

/** Title '{page} · {brand}', preceded by the number of services that are down: '(3) Alerts · Upvigil'. */
function useDocumentTitle(page: string): void {
  const { text } = useBrand();
  const open = useContext(OpenCount);
  useLayoutEffect(() => {
    document.title = `${open > 0 ? `(${open}) ` : ''}${page} · ${text}`;
  }, [page, text, open]);
}
