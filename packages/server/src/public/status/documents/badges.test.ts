import { JSDOM } from 'jsdom';
import { describe, expect, it } from 'vitest';
import { publicMonitor, publicWebsite } from '../testing/public-states.ts';
import { badgeOf, badgeSvg, shieldsJson, unknownBadge } from './badges.ts';

describe('badges', () => {
  it.each([
    [publicWebsite(), 'operational', 'brightgreen', false],
    [publicWebsite({ monitors: [publicMonitor({ has_slow_alert: true })] }), 'slow', 'yellow', false],
    [publicWebsite({ status: 'partial' }), 'partial outage', 'orange', true],
    [publicWebsite({ status: 'down' }), 'down', 'red', true],
    [publicWebsite({ status: 'unknown' }), 'no data yet', 'lightgrey', false],
  ])('say the status (%#)', (website, message, color, isError) => {
    expect(badgeOf('status', website)).toEqual({ label: 'status', message, color, isError });
  });

  it.each([
    [100, '100.00%', 'brightgreen'],
    [99.996, '99.99%', 'brightgreen'],
    [98.999, '98.99%', 'yellow'],
    [94.999, '94.99%', 'red'],
    [null, 'N/A', 'lightgrey'],
  ])('cut an uptime of %s, never round it up', (uptime_30d, message, color) => {
    expect(badgeOf('uptime', publicWebsite({ uptime_30d }))).toMatchObject({ message, color });
  });

  it('are grey and say N/A for unknown websites', () => {
    expect(unknownBadge('uptime')).toMatchObject({ message: 'N/A', color: 'lightgrey', isError: false });
  });

  it("are read by shields.io's endpoint", () => {
    expect(JSON.parse(shieldsJson(badgeOf('status', publicWebsite({ status: 'down' }))))).toEqual({
      schemaVersion: 1,
      label: 'status',
      message: 'down',
      color: 'red',
      isError: true,
      cacheSeconds: 300,
    });
  });

  it('are well-formed images with accessible text', () => {
    const svg = badgeSvg({ label: '<a>', message: '"&', color: 'red', isError: false });
    const root = new JSDOM(svg, { contentType: 'image/svg+xml' }).window.document.documentElement;
    expect(root.getAttribute('role')).toBe('img');
    expect(root.getAttribute('aria-label')).toBe('<a>: "&');
    expect(root.querySelector('title')?.textContent).toBe('<a>: "&');
    expect(root.querySelectorAll('text')).toHaveLength(4);
  });
});
