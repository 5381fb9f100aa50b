import { serverWatch } from './watch-server.ts';

/**
 * While the server is away, a link to another document of this site would end on the browser's error page. It is followed
 * when the server is back. Links behind the router are not documents: the router handled them before.
 */
export function holdLinks(): void {
  window.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
    if (event.defaultPrevented || !serverWatch.read().isAway || !(link instanceof HTMLAnchorElement)) return;
    const isDocument = link.origin === window.location.origin && !link.download && !isSamePage(link);
    if (!isDocument) return;
    event.preventDefault();
    if (link.target === '') serverWatch.openLater(link.href);
  });
}

const isSamePage = ({ pathname, search, hash }: HTMLAnchorElement): boolean =>
  hash !== '' && pathname === window.location.pathname && search === window.location.search;
