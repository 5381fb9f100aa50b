import type { ComponentType } from 'react';
import { openStatusPage } from './pages/status/status-page.tsx';
import type { PublicPageProps } from './public/public-page-props.ts';

/** A public page. Its document contains its data, and it needs neither the router nor the admin app. */
export interface PublicScreen {
  path: string;
  /** Loads the catalogue or the code of the page. */
  load: () => Promise<{ default: ComponentType<PublicPageProps> }>;
}

/** All public pages. The overview is part of the main bundle, because most visitors open it. */
export const publicScreens: readonly PublicScreen[] = [
  { path: '/status', load: openStatusPage },
  {
    path: '/status/:websiteId',
    load: async () => (await import('./pages/website-pages.ts')).websitePages.openStatusDetailPage(),
  },
  { path: '/share/:link', load: async () => (await import('./pages/website-pages.ts')).websitePages.openSharePage() },
];
