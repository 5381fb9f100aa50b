import { commandProblem } from '@upvigil/core/languages/public-causes';
import { dayMs } from '@upvigil/core/time';
import type { FinishedCheck } from '@upvigil/server/base/domain/check';
import type { DemoCommand } from './demo-commands.ts';

/** A past problem. */
interface Trouble {
  /** In hours before the demo; `ended` 0 means that it still lasts. */
  began: number;
  ended: number;
  found: Partial<FinishedCheck>;
}

/** History of a monitor. */
export interface Story {
  /** Average response time of its target. */
  typicalMilliseconds: number;
  troubles: readonly Trouble[];
}

/** A page of the demo's web server, and the URL that monitors it. */
export interface DemoPage extends Story {
  path: string;
  title: string;
  /** Its response; `changing` alternates between the others. */
  answers: 'well' | 'broken' | 'changing';
  hasDescription: boolean;
  watched: { check_interval: number; response_time_threshold?: number; metadata_tag?: string };
  /** Served with TLS. The days until the certificate expires. */
  certificate?: { host: string; days: number };
}

/** A network service of the demo. */
export interface DemoService extends Story {
  name: string;
  target: 'database' | 'cache' | 'mailbox' | 'gateway' | 'closed' | 'loopback' | DemoCommand;
  /** Name of the service before it on which it depends. */
  parent?: string;
}

export interface DemoWebsite {
  name: string;
  description: string;
  /** Of each of its monitors. */
  tags: readonly string[];
  pages: readonly DemoPage[];
  services: readonly DemoService[];
}

const nothing = { response_time_us: null, status_code: null };
const lasted = (began: number, minutes: number, found: Trouble['found']): Trouble => ({
  began,
  ended: Math.max(0, began - minutes / 60),
  found,
});
const broken = (status_code: number) => ({
  is_up: false,
  error_message: `HTTP ${status_code}`,
  ...nothing,
  status_code,
});
const silent = { is_up: false, error_message: 'timed out after 10 s while waiting for the answer', ...nothing };
const refused = { is_up: false, error_message: 'connection refused', ...nothing };
const lost = { is_up: false, error_message: 'no answer to 4 pings', ...nothing, packet_loss: 100 };
const diskFull = {
  is_up: false,
  error_message: 'DISK CRITICAL - 100% of / is used',
  public_cause: commandProblem,
  ...nothing,
};
const longQueue = { is_slow: true, slow_cause: 'warning: QUEUE WARNING - 2140 messages wait' };
const toNow = Number.POSITIVE_INFINITY;

const page = (path: string, title: string, given: Partial<DemoPage> = {}): DemoPage => ({
  path,
  title,
  answers: 'well',
  hasDescription: true,
  watched: { check_interval: 60 },
  typicalMilliseconds: 140,
  troubles: [],
  ...given,
});

/** All monitors of the demo: up, slow, down, unreachable, and changing. */
export const demoWebsites: readonly DemoWebsite[] = [
  {
    name: 'Shop',
    description: 'Storefront, cart and payment',
    tags: ['env:prod', 'team:shop'],
    pages: [
      page('/shop', 'Home page', {
        troubles: [lasted(611, 90, broken(502)), lasted(164, 60, silent)],
        watched: { check_interval: 60, metadata_tag: 'og:title' },
      }),
      page('/shop/checkout', 'Checkout', {
        answers: 'changing',
        typicalMilliseconds: 210,
        troubles: [lasted(390, 90, broken(503)), lasted(30, 45, broken(500)), lasted(4.6, 15, broken(500))],
        watched: { check_interval: 10 },
      }),
      page('/shop/search', 'Product search', {
        typicalMilliseconds: 1_450,
        troubles: [lasted(2.2, toNow, { is_slow: true }), lasted(250, 90, { is_slow: true })],
        watched: { check_interval: 60, response_time_threshold: 1 },
      }),
    ],
    services: [
      { name: 'Orders database', target: 'database', typicalMilliseconds: 0.6, troubles: [lasted(611, 90, refused)] },
      { name: 'Disk space', target: 'disk', typicalMilliseconds: 9, troubles: [lasted(611.2, 100, diskFull)] },
      { name: 'Session cache', target: 'cache', typicalMilliseconds: 0.9, troubles: [lasted(233, 20, refused)] },
    ],
  },
  {
    name: 'API',
    description: 'What partners build on',
    tags: ['env:prod', 'team:platform'],
    pages: [
      page('/api/v2', 'API 2', { typicalMilliseconds: 64, troubles: [lasted(333, 75, broken(504))] }),
      page('/api/v1', 'API 1', {
        answers: 'broken',
        typicalMilliseconds: 82,
        troubles: [lasted(0.7, toNow, broken(503)), lasted(480, 90, broken(503))],
      }),
      page('/partners', 'Partner portal', {
        typicalMilliseconds: 110,
        certificate: { host: 'partners.lantern.example', days: 9 },
      }),
    ],
    services: [
      { name: 'Edge TLS', target: 'closed', typicalMilliseconds: 0.5, troubles: [lasted(5.2, toNow, refused)] },
    ],
  },
  {
    name: 'Documentation',
    description: 'Guides and reference',
    tags: ['env:prod'],
    pages: [
      page('/docs', 'Documentation', { typicalMilliseconds: 95 }),
      page('/docs/reference', 'Reference', { typicalMilliseconds: 120, troubles: [lasted(540, 75, broken(500))] }),
    ],
    services: [],
  },
  {
    name: 'Mail',
    description: 'Mailboxes and webmail',
    tags: ['env:office', 'team:it'],
    pages: [
      page('/webmail', 'Webmail', {
        typicalMilliseconds: 180,
        troubles: [lasted(96, 45, broken(502))],
        certificate: { host: 'mail.lantern.example', days: 74 },
      }),
    ],
    services: [
      { name: 'Mailboxes', target: 'mailbox', typicalMilliseconds: 22, troubles: [lasted(96, 45, silent)] },
      { name: 'Mail queue', target: 'mail-queue', typicalMilliseconds: 6, troubles: [lasted(95, 90, longQueue)] },
    ],
  },
  {
    name: 'Office',
    description: 'Router and public access',
    tags: ['env:office', 'team:it'],
    pages: [],
    services: [
      { name: 'Router', target: 'loopback', typicalMilliseconds: 0.08, troubles: [lasted(290, 90, lost)] },
      {
        name: 'VPN gateway',
        target: 'gateway',
        parent: 'Router',
        typicalMilliseconds: 0.7,
        troubles: [lasted(55, 45, refused), lasted(470, 120, refused)],
      },
    ],
  },
  {
    name: 'Blog',
    description: 'News for customers',
    tags: ['env:staging'],
    pages: [
      page('/blog', 'Blog', {
        hasDescription: false,
        troubles: [lasted(3.4, toNow, { metadata_found: false })],
        watched: { check_interval: 60, metadata_tag: 'og:description' },
      }),
    ],
    services: [],
  },
];

/** The response time at a time: a daily curve and noise. Past checks and live targets use the same function. */
export function answerMilliseconds({ typicalMilliseconds }: Story, at: number): number {
  const swing = 1 + 0.25 * Math.sin((at / dayMs) * 2 * Math.PI + typicalMilliseconds);
  // Knuth's multiplicative hash, so that checks at regular times show no pattern.
  const noise = 0.85 + ((Math.imul(Math.floor(at / 1000), 0x9e3779b1) >>> 16) / 0xffff) * 0.3;
  return typicalMilliseconds * swing * noise;
}

/** Result of a past check. `hoursAgo`: before the demo. */
export function pastCheck(story: Story, at: number, hoursAgo: number): Partial<FinishedCheck> {
  const trouble = story.troubles.find(({ began, ended }) => hoursAgo <= began && hoursAgo > ended);
  const response_time_us = Math.round(answerMilliseconds(story, at) * 1000);
  const isSlow = trouble?.found.is_slow ?? false;
  // Slow today, but not on every day.
  return {
    response_time_us: isSlow || story.typicalMilliseconds < 1000 ? response_time_us : Math.round(response_time_us / 3),
    ...trouble?.found,
  };
}

/** Whether a problem began or ended between `since` and `hoursAgo`: then each check may raise an alert. */
export const isEventful = (stories: readonly Story[], hoursAgo: number, since: number): boolean =>
  stories.some(({ troubles }) =>
    troubles.some(({ began, ended }) =>
      [began, ended].some((edge) => edge - hoursAgo >= 0 && edge - hoursAgo <= since),
    ),
  );

/** A job that reports its runs to a heartbeat. Times in seconds. */
export interface DemoJob {
  website: string;
  name: string;
  key: string;
  period: number;
  grace: number;
  max_runtime: number;
  /** Recorded runs. */
  runs: number;
  /** Runtime. */
  minutes: number;
  /** The run that failed, counted from the last one; null without any. */
  failedRun: number | null;
  output: string;
}

export const demoJobs: readonly DemoJob[] = [
  {
    website: 'Shop',
    name: 'Nightly backup',
    key: 'demo-nightly-backup',
    period: 86_400,
    grace: 3_600,
    max_runtime: 7_200,
    runs: 20,
    minutes: 14,
    failedRun: 6,
    output: 'Backed up 3 databases, 4.2 GB',
  },
  {
    website: 'Shop',
    name: 'Stock import',
    key: 'demo-stock-import',
    period: 21_600,
    grace: 1_800,
    max_runtime: 1_200,
    runs: 48,
    minutes: 3,
    failedRun: null,
    output: 'Imported 812 items',
  },
];
