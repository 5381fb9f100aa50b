import { pagePaths } from '@upvigil/core/contract/names/paths';
import { describe, expect, it } from 'vitest';
import { matchScreen } from './match-screen.ts';
import { publicScreens } from './public-routes.tsx';
import { screens } from './routes.tsx';

describe('screens', () => {
  it('are complete, with one for every other path', () => {
    expect(screens.map(({ path, access }) => `${access} ${path}`)).toEqual([
      'visitor /login',
      'admin /',
      'admin /websites',
      'admin /websites/:websiteId',
      'admin /alerts',
      'admin /alerts/incidents',
      'admin /alerts/incidents/:incidentId',
      'admin /alerts/maintenance',
      'admin /certificates',
      'admin /settings',
      'admin /backup',
      'everybody /device',
      'everybody /invite',
      'in shell *',
    ]);
    expect(publicScreens.map(({ path }) => path)).toEqual(['/status', '/status/:websiteId', '/share/:link']);
  });

  it('match the pages that the server knows', () => {
    expect(screens.map(({ path }) => path)).toEqual([...pagePaths, '*']);
  });

  it.each([...screens, ...publicScreens])('$path has a page', async ({ load }) => {
    expect((await load()).default).toBeTypeOf('function');
  });

  it('are found by the whole path, including its id', () => {
    expect(matchScreen(publicScreens, '/status/12')?.websiteId).toBe('12');
    expect(matchScreen(publicScreens, '/status/')?.screen.path).toBe('/status');
    expect(matchScreen(publicScreens, '/status/12/more')).toBeUndefined();
    expect(matchScreen(screens, '/websites/3')?.screen.path).toBe('/websites/:websiteId');
    expect(matchScreen(screens, '/anything')?.screen.path).toBe('*');
  });
});
