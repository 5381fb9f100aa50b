import { fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { DayStrip } from './day-strip.tsx';

const days = Array.from({ length: 30 }, (_, index) => ({
  date: `2026-11-${String(index + 1).padStart(2, '0')}`,
  uptime: index === 0 ? null : index === 11 ? 97.4 : index === 29 ? 91.2 : 100,
  checks: index === 0 ? 0 : 1440,
}));
const draw = () => render(<DayStrip days={days} label="30-Day Uptime of Shop" />);

describe('the day strip', () => {
  it('draws thirty segments titled Day 1 to Day 30, each with its state', () => {
    draw();
    const segments = screen.getAllByTitle(/^Day \d+/);
    expect(segments).toHaveLength(30);
    expect(segments.map((segment) => segment.title.match(/^Day \d+/)?.[0])).toEqual(
      Array.from({ length: 30 }, (_, index) => `Day ${index + 1}`),
    );
    expect(screen.getByTitle('Day 1, 1 Nov: no data')).toHaveAttribute('data-tone', 'none');
    expect(screen.getByTitle(/^Day 12,/)).toHaveAttribute('data-tone', 'warn');
    expect(screen.getByTitle(/^Day 30,/)).toHaveAttribute('data-tone', 'down');
    expect(screen.getByText('30 days ago')).toBeVisible();
    expect(screen.getByText('Today')).toBeVisible();
  });

  it('is one tab stop that announces the selected day', async () => {
    draw();
    const user = userEvent.setup();
    await user.tab();
    const bar = screen.getByRole('slider', { name: /^30-Day Uptime of Shop, 99\.\d\d%, 1 day with an outage/ });
    expect(bar).toHaveFocus();
    expect(bar).toHaveAttribute('aria-valuetext', 'Day 30, 30 Nov: 91.20% uptime, outage');
    await user.keyboard('{ArrowLeft}');
    expect(bar).toHaveAttribute('aria-valuenow', '29');
    await user.keyboard('{Home}');
    expect(bar).toHaveAttribute('aria-valuetext', 'Day 1, 1 Nov: no data');
    await user.keyboard('{ArrowLeft}{End}{ArrowRight}');
    expect(bar).toHaveAttribute('aria-valuenow', '30');
    await user.tab();
    expect(bar).not.toHaveFocus();
    expect(document.body).toHaveFocus();
  });

  it('shows the day in a card that Escape closes', async () => {
    draw();
    const user = userEvent.setup();
    await user.tab();
    expect(screen.getByText('91.20% uptime, outage')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByText('91.20% uptime, outage')).toBeNull();
    await user.keyboard('{Enter}');
    expect(screen.getByText('91.20% uptime, outage')).toBeVisible();
  });

  it('shows the duration of maintenance in its card, including days with an outage', async () => {
    const worked = days.map((day) => ({ ...day, maintenance_checks: 35, maintenance_seconds: 2100 }));
    render(<DayStrip days={worked} label="30-Day Uptime of Shop" />);
    const user = userEvent.setup();
    await user.tab();
    expect(screen.getByText('91.20% uptime, outage')).toBeVisible();
    expect(screen.getByText('maintenance 35 min')).toBeVisible();
    await user.keyboard('{ArrowLeft}');
    expect(screen.getByText('100.00% uptime, maintenance 35 min')).toBeVisible();
  });

  it('shows downtime and number of outages of a day if the server sends them', () => {
    const counted = days.map((day) => ({ ...day, down_seconds: 5760, outages: 2 }));
    render(<DayStrip days={counted} label="30-Day Uptime of Shop" />);
    fireEvent.focus(screen.getByRole('slider'));
    expect(screen.getByText('1 hour 36 minutes down in 2 outages')).toBeVisible();
  });

  it('omits an unknown downtime', () => {
    draw();
    fireEvent.focus(screen.getByRole('slider'));
    expect(screen.getByText('1440 checks')).toBeVisible();
    expect(screen.queryByText(/ down/)).toBeNull();
  });

  it('draws the days as one picture with a path for each state', () => {
    const { container } = draw();
    expect(container.querySelectorAll('svg')[0]?.querySelectorAll('path')).toHaveLength(4);
  });

  it('selects the day below the pointer', () => {
    draw();
    const bar = screen.getByRole('slider');
    bar.getBoundingClientRect = () => new DOMRect(100, 0, 300, 38);
    fireEvent.pointerMove(bar, { clientX: 100 + 115 });
    expect(screen.getByText('97.40% uptime, degraded')).toBeVisible();
    fireEvent.pointerLeave(bar);
    expect(screen.queryByText('97.40% uptime, degraded')).toBeNull();
  });
});
