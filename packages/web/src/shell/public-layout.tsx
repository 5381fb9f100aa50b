import type { ReactNode } from 'react';
import { BrandMark, useBrand } from './brand.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeToggle } from './theme/theme-toggle.tsx';

/** Brand and theme above a public page. It knows nothing of the admin's app and loads none of it. */
export function PublicLayout({ children }: { children: ReactNode }) {
  const brand = useBrand();
  return (
    <>
      <SkipLink />
      <header className="border-b border-(--border) bg-(--surface)">
        <div className="mx-auto flex h-14 max-w-[880px] items-center justify-between gap-3 px-6 max-md:px-4">
          <a
            href="/status"
            className="flex min-h-11 min-w-0 items-center text-base font-semibold text-(--text) no-underline hover:text-(--text)"
          >
            <BrandMark brand={brand} />
          </a>
          <ThemeToggle />
        </div>
      </header>
      <main id="content" tabIndex={-1} className="mx-auto max-w-[880px] p-6 outline-none max-md:p-4">
        {children}
      </main>
    </>
  );
}
