import { apiPrefix } from '@upvigil/core/contract/names/paths';
import type { QuietApp } from './quiet-app.ts';

/**
 * The responses of an installation, by path. Of responses with other data than rows and their sums, only the fields
 * that never change.
 */
export type FrozenAnswers = Record<string, unknown>;

/** The fixture's `content.json`. */
export interface FrozenContent {
  product_version: string;
  /** When the installation was frozen, in milliseconds since the epoch; its responses are from that time. */
  frozen_at: number;
  password: string;
  /** The token of a session, for each database. */
  tokens: Record<'sqlite' | 'postgres', string>;
  /** By table, without the password. */
  rows: Record<string, number>;
  answers: FrozenAnswers;
}

type Shorten = (answer: never) => unknown;
const whole: Shorten = (answer) => answer;
type Fields = Record<string, unknown>;

const only =
  (...fields: string[]) =>
  (answer: Fields): Fields =>
    Object.fromEntries(fields.map((field) => [field, answer[field]]));

const questions: Readonly<Record<string, Shorten>> = {
  '/websites/': whole,
  '/urls/website/1': whole,
  '/urls/website/2': whole,
  '/network/websites/1/network-monitors': whole,
  '/checks/url/1?hours=24': ((checks: Fields[]) => checks.slice(0, 20)) as Shorten,
  '/dashboard/stats?hours=168': whole,
  '/public/statistics/1?hours=8760': only('uptime_percentage', 'avg_response_time', 'total_checks', 'status_breakdown'),
  '/public/statistics/2?hours=48': only('uptime_percentage', 'avg_response_time', 'total_checks', 'status_breakdown'),
  '/network/network-monitors/6/stats?hours=48': whole,
  '/alerts/?hours=8760': whole,
  '/settings/notifications': whole,
  '/slack/websites/1/slack': whole,
  '/slack/websites/2/slack': whole,
  '/branding/': whole,
  '/public/status': ((items: Fields[]) =>
    items.map(only('id', 'name', 'description', 'status', 'uptime_24h'))) as Shorten,
  '/public/status/1': only('overall_status', 'website', 'uptime_7d'),
};

/** Sends the requests of a signed-in user. */
export async function askEverything(app: QuietApp, token: string): Promise<FrozenAnswers> {
  const answers: FrozenAnswers = {};
  for (const [path, shorten] of Object.entries(questions)) {
    const headers = { authorization: `Bearer ${token}` };
    const answer = await app.inject({ method: 'GET', url: apiPrefix + path, headers });
    if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode} ${answer.body}`);
    // The contract's tests cover the response of the path.
    // `as never`: `shorten` accepts any JSON.
    answers[path] = shorten(answer.json() as never);
  }
  return answers;
}
