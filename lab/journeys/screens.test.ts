import { describe, expect, it } from 'vitest';
import { usePooledApps } from '../support/app-pool.ts';
import { auditedPages } from '../support/audit/audited-pages.ts';
import { auditPage, layoutShift, maxLayoutShift, oneLook } from '../support/audit/page-audit.ts';
import { allStates, reachState, titled } from '../support/audit/reach.ts';

const apps = usePooledApps();

/** The first full state of each screen. The deep part a11y visits every state in every theme and width. */
const visits = auditedPages.flatMap(({ address }) => {
  const full = allStates.find((state) => state.address === address && state.name === 'full');
  return full ? [full] : [];
});
const phoneWidth = 390;

describe.concurrent('each screen', () => {
  it.each(titled(visits))('%s: has no fault by axe, and nothing moves', (_title, visit) =>
    apps.use(async (app) => {
      await reachState(app, visit);
      expect(await layoutShift(app.page)).toBeLessThanOrEqual(maxLayoutShift);
      const isSeenOnPhones = ['/', '/status', '/login'].includes(visit.address);
      const widths = isSeenOnPhones ? [1440, phoneWidth] : [1440];
      expect(await auditPage(app.page, { ...oneLook, widths })).toEqual([]);
    }),
  );
});
