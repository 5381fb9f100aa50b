import path from 'node:path';
import { createApiClient } from '@upvigil/core/client/api-client';
import { readConfig } from '@upvigil/server/base/config/config';
import { startServer } from '@upvigil/server/main';
import { createServer as createVite } from 'vite';
import { startDemoTargets } from './demo/demo-targets.ts';
import { enterCompany, removeCompany } from './demo/enter-company.ts';

const root = path.join(import.meta.dirname, '..');
const password = process.env.ADMIN_PASSWORD ?? 'development';

/** The server from its sources, pages with hot reload, and demo targets. */
async function develop(): Promise<void> {
  const config = readConfig({ DATA_DIR: path.join(root, 'data', 'dev'), ...process.env, ADMIN_PASSWORD: password });
  const server = await startServer(config, { write: (text) => process.stdout.write(text) });
  const targets = await startDemoTargets();
  const { access_token } = await createApiClient({ baseUrl: server.url, getToken: () => null }).auth.login({
    body: { password },
  });
  const api = createApiClient({ baseUrl: server.url, getToken: () => access_token });
  // Targets have other ports each time.
  await removeCompany(api);
  await enterCompany(api, targets);
  const vite = await createVite({
    root: path.join(root, 'packages', 'web'),
    server: { proxy: { '/api': server.url, '/badge': server.url, '^/[ad]/': server.url } },
  });
  await vite.listen();
  vite.printUrls();
  console.log(`Admin password: ${password}`);

  process.once('SIGINT', async () => {
    await targets.close();
    await vite.close();
    await server.stop();
  });
}

await develop();
