import { describe, expect, it } from 'vitest';
import { usePooledApps } from '../support/app-pool.ts';
import { auditPage, layoutShift, maxLayoutShift, oneLook } from '../support/audit/page-audit.ts';
import { allStates, reachState, titled } from '../support/audit/reach.ts';

const apps = usePooledApps();

/** Screens that differ most in layout and parts. The deep part a11y visits every state of every screen. */
const addresses = ['/', '/status', '/websites/1', '/alerts', '/settings?tab=access'];
const visits = addresses.map((address) => {
  const full = allStates.find((state) => state.address === address && state.name === 'full');
  if (!full) throw new Error(`There is no audited page ${address}`);
  return full;
});
const phoneWidth = 390;

describe.concurrent('the main screens', () => {
  it.each(titled(visits))('%s: has no fault by axe, and nothing moves', (_title, visit) =>
    apps.use(async (app) => {
      await reachState(app, visit);
      expect(await layoutShift(app.page)).toBeLessThanOrEqual(maxLayoutShift);
      const isSeenOnPhones = ['/', '/status'].includes(visit.address);
      const widths = isSeenOnPhones ? [1440, phoneWidth] : [1440];
      expect(await auditPage(app.page, { ...oneLook, widths })).toEqual([]);
    }),
  );
});
