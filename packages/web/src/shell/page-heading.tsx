import { createContext, type ReactNode, useContext, useLayoutEffect, useRef } from 'react';
import { useBrand } from './brand.tsx';
import { OpenCount } from './down-count/open-count.ts';

/** Whether the heading of a new page gets the focus: true after a link inside the app was followed. */
export const HeadingFocus = createContext(false);

interface PageHeadingProps {
  /** The text of the heading, and the page's name in the document's title. */
  title: string;
  children?: ReactNode;
}

/**
 * The page's only `h1`. Sets the document's title to '{page} · {brand}'. Gets the focus when the page was reached by a
 * link inside the app, so that keyboard and screen reader start at the top of the new page.
 */
export function PageHeading({ title, children }: PageHeadingProps) {
  useDocumentTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const takesFocus = useRef(useContext(HeadingFocus));
  // Before the page is painted, so that nothing is typed into the page that was left.
  useLayoutEffect(() => {
    if (takesFocus.current) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}

/** Names the document '{page} · {brand}', with the number of what is down before it: '(3) Alerts · Upvigil'. */
function useDocumentTitle(page: string): void {
  const { text } = useBrand();
  const open = useContext(OpenCount);
  useLayoutEffect(() => {
    document.title = `${open > 0 ? `(${open}) ` : ''}${page} · ${text}`;
  }, [page, text, open]);
}
