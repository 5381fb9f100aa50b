import type { ReactNode } from 'react';
import { AwayStrip } from './away/away-strip.tsx';
import { BrandMark, useBrand } from './brand.tsx';
import { SkipLink } from './skip-link.tsx';
import { ThemeToggle } from './theme/theme-toggle.tsx';

interface PublicLayoutProps {
  /** Whether the page shows data. */
  hasData: boolean;
  children: ReactNode;
}

/** Frame of a public page with brand and theme. Must not import code of the admin app. */
export function PublicLayout({ hasData, children }: PublicLayoutProps) {
  const brand = useBrand();
  return (
    <>
      <SkipLink />
      <header className="border-b border-(--border) bg-(--surface)">
        <div className="mx-auto flex h-14 max-w-[1024px] items-center justify-between gap-3 px-8 max-lg:px-5 max-md:px-4">
          <a
            href="/status"
            className="flex min-h-11 min-w-0 items-center text-base font-semibold text-(--text) hover:no-underline"
          >
            <BrandMark brand={brand} />
          </a>
          <ThemeToggle />
        </div>
      </header>
      <AwayStrip hasData={hasData} widthClass="max-w-[1024px]" isSticky />
      <main
        id="content"
        tabIndex={-1}
        className="mx-auto max-w-[1024px] px-8 pt-10 pb-16 outline-none max-lg:px-5 max-md:px-4 max-md:pt-5 max-md:pb-10 [&_h1]:text-[1.75rem] [&_h1]:leading-9"
      >
        {children}
      </main>
    </>
  );
}
