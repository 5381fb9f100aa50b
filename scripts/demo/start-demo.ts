import { rmSync } from 'node:fs';
import { type ApiClient, createApiClient } from '@upvigil/core/client/api-client';
import { spawnProduct } from '../../lab/support/product.ts';
import { type Catcher, startCatcher } from './catcher.ts';
import { writeDemoCommands } from './demo-commands.ts';
import { newDemoFolder } from './demo-folder.ts';
import { type DemoTargets, startDemoTargets } from './demo-targets.ts';
import { enterCompany } from './enter-company.ts';
import { enterWork, planMaintenance } from './enter-work.ts';
import { fillDemo } from './fill-demo.ts';

export const demoPassword = 'demo';

export interface DemoOptions {
  /** Preferred port; 0 or a used port: any free port. */
  port: number;
  /** Chrome or Chromium, as in CHROMIUM_PATH. */
  chromiumPath: string | undefined;
  /**
   * Receives a function that ends a part as soon as the part is started. Call them in reverse order, also after a
   * failure.
   */
  opened: (() => Promise<void>)[];
  /** Aborted to stop the start: no further part is started. */
  signal: AbortSignal;
}

export type Demo = Awaited<ReturnType<typeof startDemo>>;

/**
 * The built program on a temporary folder with demo data, its targets, and a catcher for its messages. Rejects if a
 * part cannot be started; the opened parts must then be closed too.
 */
export async function startDemo({ port, chromiumPath, opened, signal }: DemoOptions) {
  const dataDir = newDemoFolder();
  opened.push(async () => rmSync(dataDir, { recursive: true, force: true, maxRetries: 3 }));
  const targets = await startDemoTargets();
  opened.push(() => targets.close());
  const catcher = await startCatcher();
  opened.push(() => catcher.close());
  const commandsFile = writeDemoCommands(dataDir);
  await fillDemo({ dataDir, password: demoPassword, commandsFile }, async (api) => {
    await enterSettings(api, catcher);
    const stories = await enterEverything(api, targets, catcher);
    await planMaintenance(api, Date.now());
    return stories;
  });
  signal.throwIfAborted();
  const starting = startOn(port, {
    DATA_DIR: dataDir,
    COMMANDS_FILE: commandsFile,
    ADMIN_PASSWORD: demoPassword,
    LOG_LEVEL: 'warn',
    SENDSMS_API_URL: catcher.smsApiUrl,
    ...(chromiumPath ? { CHROMIUM_PATH: chromiumPath } : {}),
  });
  // The start may be aborted meanwhile.
  opened.push(() =>
    starting.then(
      async (program) => void (await program.end('SIGTERM')),
      () => undefined,
    ),
  );
  const program = await starting;
  const { baseUrl } = program;
  const { access_token: token } = await createApiClient({ baseUrl, getToken: () => null }).auth.login({
    body: { password: demoPassword },
  });
  const api = createApiClient({ baseUrl, getToken: () => token });
  await enterWork(api);
  return {
    baseUrl,
    catcherUrl: catcher.url,
    dataDir,
    token,
    api,
    /** Resolves with the program's output when it has ended. */
    ended: new Promise((resolve) => program.process.once('exit', () => resolve(program.output()))),
  };
}

/** Closes everything in reverse order, even if a part fails to close. */
export async function closeAll(opened: (() => Promise<void>)[]): Promise<void> {
  for (let close = opened.pop(); close; close = opened.pop()) {
    await close().catch((error: unknown) => console.error(error));
  }
}

async function startOn(port: number, env: Record<string, string>): ReturnType<typeof spawnProduct> {
  return spawnProduct({ ...env, PORT: String(port) }).catch((error: unknown) => {
    if (port === 0 || !String(error).includes('is taken by another program')) throw error;
    return spawnProduct({ ...env, PORT: '0' });
  });
}

async function enterSettings(api: ApiClient, { smtp, sms }: Catcher): Promise<void> {
  // Shown on every page, including the public ones.
  await api.branding.update({ body: { brand_text: 'Upvigil · Demo data' } });
  await api.settings.updateNotifications({
    body: {
      email_enabled: true,
      email_list: 'ops@lantern.example',
      smtp_from_email: 'upvigil@lantern.example',
      ...smtp,
      sms_enabled: true,
      phone_list: '+40712345678',
      ...sms,
      cooldown_minutes: 5,
    },
  });
}

async function enterEverything(api: ApiClient, targets: DemoTargets, { webhookOf }: Catcher) {
  const { stories, websiteIds } = await enterCompany(api, targets);
  for (const websiteId of websiteIds) {
    const body = { enabled: true, webhook_url: webhookOf(websiteId), channel_name: '#ops' };
    await api.slack.save({ params: { websiteId }, body });
  }
  return stories;
}
