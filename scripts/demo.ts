import { readConfig } from '@upvigil/server/base/config/config';
import { demoProblem } from './demo/demo-folder.ts';
import { closeAll, type Demo, demoPassword, startDemo } from './demo/start-demo.ts';

/** Not the product's default port, so that a demo usually has the same address beside a running installation. */
const firstPort = '8090';
const opened: (() => Promise<void>)[] = [];
const ending = new AbortController();

async function end(exitCode: number): Promise<void> {
  // Ctrl+C reaches this process twice: from the terminal and through npm.
  if (ending.signal.aborted) return;
  ending.abort();
  await closeAll(opened);
  process.exit(exitCode);
}

const explain = ({ baseUrl, catcherUrl, dataDir, token }: Demo): string => `
Demo data: 30 days of a company that does not exist, in ${dataDir}

  pages          ${baseUrl}  password: ${demoPassword}
  status page    ${baseUrl}/status
  what it sends  ${catcherUrl}  mails, SMS and Slack messages, caught here; the first within a minute
  terminal       UPVIGIL_SERVER=${baseUrl} UPVIGIL_TOKEN=${token} npx upvigil dashboard

Ctrl+C ends it and removes the folder.
`;

async function main(): Promise<void> {
  const refusal = demoProblem(process.env, process.argv.slice(2));
  if (refusal !== null) {
    console.error(refusal);
    process.exitCode = 1;
    return;
  }
  const { port } = readConfig({ PORT: process.env.PORT ?? firstPort });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0));
  console.error('Making 30 days of demo data');
  const demo = await startDemo({ port, chromiumPath: process.env.CHROMIUM_PATH, opened, signal: ending.signal });
  console.log(explain(demo));
  const said = await demo.ended;
  if (ending.signal.aborted) return;
  console.error(`The program ended by itself:\n${said}`);
  await end(1);
}

await main().catch(async (error: unknown) => {
  if (ending.signal.aborted) return;
  console.error(error instanceof Error ? error.message : error);
  await end(1);
});
