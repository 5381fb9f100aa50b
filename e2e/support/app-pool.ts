import type { Browser } from 'playwright-core';
import { type FakedApp, startFakedApp } from './faked-web-app.ts';

export interface AppPool {
  /** Waits for an app that nobody uses, and has it for the time of the task. */
  use: (task: (app: FakedApp) => Promise<void>) => Promise<void>;
  close: () => Promise<void>;
}

/** Several apps in one browser, for tests that run beside each other. */
export async function startAppPool(browser: Browser, size: number): Promise<AppPool> {
  const apps = await Promise.all(Array.from({ length: size }, () => startFakedApp(browser)));
  const free = [...apps];
  const waiting: ((app: FakedApp) => void)[] = [];
  const take = () =>
    new Promise<FakedApp>((resolve) => {
      const app = free.pop();
      if (app) resolve(app);
      else waiting.push(resolve);
    });
  return {
    use: async (task) => {
      const app = await take();
      try {
        await task(app);
      } finally {
        const next = waiting.shift();
        if (next) next(app);
        else free.push(app);
      }
    },
    close: async () => {
      await Promise.all(apps.map((app) => app.close()));
    },
  };
}
