import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Clock, systemClock } from '../base/clock.ts';
import { createSoftPasskey, type SoftPasskey } from './soft-passkey.ts';
import { startTestApp, type TestApp } from './test-app.ts';
import { passkeyOrigin } from './usual-questions.ts';

const dayMs = 86_400_000;

interface PasskeyApp {
  test: TestApp;
  /** A new passkey for each test. */
  phone: SoftPasskey;
  /** The time of the app, in milliseconds. Each test has a day of its own, so that the limits by address are empty. */
  now: number;
  /** Replaces the app by one with these settings. */
  restart(env: Record<string, string>): Promise<void>;
}

/** An app for the tests of one file. */
export function usePasskeyApp(): PasskeyApp {
  const lab = { now: Date.parse('2026-11-24T12:00:10Z') } as PasskeyApp;
  const clock: Clock = { ...systemClock, now: () => lab.now, monotonic: () => lab.now };
  const start = async (env: Record<string, string>) => {
    lab.test = await startTestApp({ clock, env });
  };
  lab.restart = async (env) => {
    await lab.test.close();
    await start(env);
  };
  beforeAll(() => start({ BASE_URL: passkeyOrigin }));
  beforeEach(async () => {
    lab.now += dayMs;
    await lab.test.resetAccess();
    lab.phone = createSoftPasskey(passkeyOrigin);
  });
  afterAll(() => lab.test.close());
  return lab;
}
