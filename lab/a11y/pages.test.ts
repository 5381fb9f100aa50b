import { describe, expect, it } from 'vitest';
import { matchScreen } from '../../packages/web/src/match-screen.ts';
import { publicScreens } from '../../packages/web/src/public-routes.tsx';
import { screens } from '../../packages/web/src/routes.tsx';
import { usePooledApps } from '../support/app-pool.ts';
import { auditedPages } from '../support/audit/audited-pages.ts';
import { walkByKeyboard } from '../support/audit/keyboard-walk.ts';
import { auditPage, layoutShift, maxLayoutShift } from '../support/audit/page-audit.ts';
import { allStates, reachState, titled } from '../support/audit/reach.ts';

const apps = usePooledApps();

describe.concurrent('the audited pages', () => {
  it('are all pages of the router', () => {
    const paths = [...publicScreens, ...screens].map((screen) => screen.path);
    expect([...new Set(auditedPages.map(({ screen }) => screen))].sort()).toEqual(paths.sort());
    for (const { address, screen } of auditedPages) {
      const { pathname } = new URL(address, 'http://app');
      expect(matchScreen([...publicScreens, ...screens], pathname)?.screen.path).toBe(screen);
    }
  });

  const [full, partial] = [
    allStates.filter(({ name }) => name === 'full'),
    allStates.filter(({ name }) => name !== 'full'),
  ];

  it.each(titled(partial))('%s: no fault in any theme and width', (_title, audited) =>
    apps.use(async (app) => {
      await reachState(app, audited);
      expect(await auditPage(app.page)).toEqual([]);
    }),
  );

  // One visit for all states: opening the page takes as long as auditing it.
  it.each(titled(full))('%s: no fault, nothing moved, and the Tab key reaches everything', (_title, audited) =>
    apps.use(async (app) => {
      await reachState(app, audited);
      expect(await auditPage(app.page)).toEqual([]);
      expect(await layoutShift(app.page)).toBeLessThanOrEqual(maxLayoutShift);
      for (const width of [1440, 390]) {
        await app.page.setViewportSize({ width, height: 900 });
        expect(await walkByKeyboard(app.page), `${width} px wide`).toEqual([]);
      }
    }),
  );
});
