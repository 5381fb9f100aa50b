import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { useBrand } from './brand.tsx';

/** The router's key of the page that was loaded with the document; its focus is the browser's business. */
const firstPageKey = 'default';

interface PageHeadingProps {
  /** What the heading says, and the page's name in the browser's title. */
  title: string;
  children?: ReactNode;
}

/**
 * The page's one `h1`. It names the document '{page} · {brand}' and takes the focus when the page was reached by a link inside
 * the app, so that keyboard and screen reader start at the top of the new page.
 */
export function PageHeading({ title, children }: PageHeadingProps) {
  useDocumentTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  const { key } = useLocation();
  const keyAtMount = useRef(key);
  useEffect(() => {
    if (keyAtMount.current !== firstPageKey) heading.current?.focus();
  }, []);
  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}

/** Names the document '{page} · {brand}'. */
export function useDocumentTitle(page: string): void {
  const { text } = useBrand();
  useEffect(() => {
    document.title = `${page} · ${text}`;
  }, [page, text]);
}
