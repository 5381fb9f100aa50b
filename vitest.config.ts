import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const fromSource = { resolve: { conditions: ['source'] } };

/** Tests and, in an environment of their own, global setups read core's sources: `npm run build` writes no `dist` of it. */
export const source = { ...fromSource, ssr: fromSource, environments: { __vitest__: fromSource } };

/**
 * Tests that start a process, a thread, a browser or a network, or work for seconds. All others are quick: `npm run
 * test:quick` runs them.
 */
const slowTests = [
  'packages/cli/src/{client/lock,commands/completion,commands/doctor,commands/maintenance-run}.test.ts',
  'packages/cli/src/tui/{app.test.tsx,frame/frames.test.ts}',
  'packages/server/src/{clock,end-process,main,stopping}.test.ts',
  'packages/server/src/access/password-race.test.ts',
  'packages/server/src/resources/auth/passkey-{alone,confirmation,invitation}-in-app.test.ts',
  'packages/server/src/resources/{factors/passkeys-in-app,factors/second-factor-in-app,sign-on/oidc-in-app}.test.ts',
  'packages/server/src/resources/{sign-on/forged-tokens,auth/refused-sign-ins,audit/refused-requests,audit/retention,users/demoted-in-app}.test.ts',
  'packages/server/src/alerting/{assertions-in-app,routing/explain}.test.ts',
  'packages/server/src/expiry/certificates/certificates-in-app.test.ts',
  'packages/server/src/results/faults/faults-in-app.test.ts',
  'packages/server/src/maintenance/maintenance-in-app.test.ts',
  'packages/server/src/backup/{backups,restore-in-app,restored-deliveries,restored-holds,round-trip,sealed-secrets}.test.ts',
  'packages/server/src/diagnostics/{data/data,machine/machine}.test.ts',
  'packages/server/src/engine/engine.test.ts',
  'packages/server/src/http/{contract-walk,hostile-requests,parsed-once,scope-walk,metrics/examples}.test.ts',
  'packages/server/src/notifications/{channels/email,secrets,whole-way}.test.ts',
  'packages/server/src/notifications/outbox/{added-channels,answered-then-killed,escalation,held-back,hourly-cap,outages-first,outbox-dispatcher,own-channel-answers,refused-messages,sending-statements}.test.ts',
  'packages/server/src/probing/{metadata-search,assertions/judge-answer,assertions/judging,icmp/icmp,probes/url/{http-assertions,http-hostile,http-request}}.test.ts',
  'packages/server/src/probing/dialing/{local-route,names/name-lookup,names/name-server}.test.ts',
  'packages/server/src/public-pages/{incidents,links,maintenance}-in-app.test.ts',
  'packages/server/src/public-status/{public-routes,public-words,snapshot,maintenance/maintenance-shown}.test.ts',
  'packages/server/src/resources/{auth/auth,branding/branding,diagnostics/diagnostics-routes,full-disk,settings/settings-routes,reports/reports-routes,tokens/tokens-in-app,users/users-in-app,share-links/share-links-in-app}.test.ts',
  'packages/server/src/screenshots/**/*.test.ts',
  'packages/server/src/settings/secrets/no-secret-leaves.test.ts',
  'packages/server/src/storage/sqlite/checkpoints.test.ts',
  'packages/server/src/testing/run-program.test.ts',
  'scripts/build/short-commands.test.ts',
];

/**
 * Tests that together run every statement of the server, each at least once: on SQLite, and on PostgreSQL too. The deep
 * part `postgres` runs all others that use a database on PostgreSQL.
 */
export const sqlTests = [
  'packages/server/src/**/*.postgres.test.ts',
  'packages/server/src/**/*store.test.ts',
  'packages/server/src/storage/**/*.test.ts',
  'packages/server/src/access/{admin-password,sessions}.test.ts',
  'packages/server/src/access/factors/guess-limit.test.ts',
  'packages/server/src/access/local/reset-password.test.ts',
  'packages/server/src/access/tokens/expiring-tokens.test.ts',
  'packages/server/src/access/users/{user-passwords,users}.test.ts',
  'packages/server/src/alerting/routed-alerts.test.ts',
  'packages/server/src/backup/archive/read-archive.test.ts',
  'packages/server/src/backup/{create-backup,restored-deliveries}.test.ts',
  'packages/server/src/expiry/certificates/certificate-watch.test.ts',
  'packages/server/src/expiry/domains/domain-watch.test.ts',
  'packages/server/src/incidents/automatic-watch.test.ts',
  'packages/server/src/links/link-tokens.test.ts',
  'packages/server/src/notifications/channel-watch.test.ts',
  'packages/server/src/notifications/messages/{message-dispatcher,message-sender}.test.ts',
  'packages/server/src/notifications/outbox/{escalation,recent-messages}.test.ts',
  'packages/server/src/notifications/sending/{channel-states,used-kinds}.test.ts',
  'packages/server/src/public-pages/{acknowledge-page,links-in-app}.test.ts',
  'packages/server/src/public-status/figures/exact-figures.test.ts',
  'packages/server/src/public-status/maintenance/maintenance-shown.test.ts',
  'packages/server/src/public-status/unobserved.test.ts',
  'packages/server/src/resources/alerts/alerts.test.ts',
  'packages/server/src/http/contract-walk.test.ts',
  'packages/server/src/resources/auth/{passkey-alone-in-app,passkey-confirmation-in-app,refused-sign-ins}.test.ts',
  'packages/server/src/resources/device/device-in-app.test.ts',
  'packages/server/src/resources/factors/{passkeys-in-app,required-factor,second-factor-in-app}.test.ts',
  'packages/server/src/resources/incidents/incident-races.test.ts',
  'packages/server/src/resources/maintenance/{lists-in-maintenance,maintenance}.test.ts',
  'packages/server/src/resources/marks/marks.test.ts',
  'packages/server/src/resources/reports/reports-routes.test.ts',
  'packages/server/src/resources/routing/routing-routes.test.ts',
  'packages/server/src/resources/sign-on/{forged-tokens,oidc-in-app}.test.ts',
  'packages/server/src/resources/urls/{asked-requests,find-urls,urls}.test.ts',
  'packages/server/src/results/faults/last-faults.test.ts',
  'packages/server/src/results/recording/record-batch.test.ts',
  'packages/server/src/results/retention.test.ts',
  'packages/server/src/results/rollups/sum-websites.test.ts',
  'packages/server/src/settings/secrets/{stored-secrets,totp-secrets}.test.ts',
  'packages/server/src/settings/web-push-keys.test.ts',
];

/** Tests of folders that use the database. */
export const databaseTests =
  'packages/server/src/{storage,settings,links,results,alerting,expiry,notifications,incidents,access,backup,public-status,public-pages,maintenance,monitors,resources}/**/*.test.ts';

/** Of these folders, what does without a database. */
export const withoutDatabase = [
  'packages/server/src/access/{client-network,login-throttle,sign-in-queue}.test.ts',
  'packages/server/src/alerting/cooldown.test.ts',
  'packages/server/src/backup/{backup-files,newest-names}.test.ts',
  'packages/server/src/backup/archive/{archive-lines,byte-source,id-set,part-columns,parts,row-checker}.test.ts',
  'packages/server/src/expiry/{notices,expiry-sentences}.test.ts',
  'packages/server/src/expiry/certificates/certificates-in-app.test.ts',
  'packages/server/src/expiry/domains/{rdap-answer,rdap-request,registered-name}.test.ts',
  'packages/server/src/incidents/{body-html,decide-automatic}.test.ts',
  'packages/server/src/maintenance/planned-runs.test.ts',
  'packages/server/src/notifications/{channels,message}/**/*.test.ts',
  'packages/server/src/notifications/{failure-reason,http-request}.test.ts',
  'packages/server/src/notifications/outbox/{backoff,pace,send-in-parts,urgency}.test.ts',
  'packages/server/src/public-status/documents/{badges,calendar,document-cache,feeds,headline}.test.ts',
  'packages/server/src/public-status/told/kept-answers.test.ts',
  'packages/server/src/public-pages/hostile-incidents.test.ts',
  'packages/server/src/public-status/figures/{buckets,describe-website,figures,incidents}.test.ts',
  'packages/server/src/public-status/maintenance/public-runs.test.ts',
  'packages/server/src/public-status/{news-log,ready-requests,refresh-scheduler}.test.ts',
  'packages/server/src/results/clock-belief.test.ts',
  'packages/server/src/results/recording/pending-checks.test.ts',
  'packages/server/src/results/rollups/{latency-sketch,rollup,sums,window}.test.ts',
  'packages/server/src/settings/{masked-secrets,stored-settings}.test.ts',
  'packages/server/src/storage/{disk-trouble,disk-watch,row-chunks}.test.ts',
  'packages/server/src/storage/sqlite/*.test.ts',
  'packages/server/src/storage/postgres/silence-detector.test.ts',
];

/** Of the web app: what needs a document. All else of it is quick. */
const pageTests = [
  'packages/web/src/**/*.test.tsx',
  'packages/web/src/{routes,api/first-reads,api/live/live,components/lists/list-state,components/states/{use-throttled-value,when-nobody-types},pages/dashboard/use-held-height,public/public-source}.test.ts',
];

const cores = availableParallelism();

const beside = {
  // Loading the program anew for each file would take longer than the tests: files of one worker share what is loaded.
  isolate: false,
  // Most tests wait more than they compute.
  maxWorkers: cores + 2,
  // How long a condition may take on a busy machine is nothing that it promises.
  expect: { poll: { timeout: 20_000 } },
};

export default defineConfig({
  test: {
    projects: [
      {
        ...source,
        test: {
          // Quick: what a contributor runs while working.
          name: 'node',
          ...beside,
          environment: 'node',
          include: [
            'packages/{core,server,cli}/src/**/*.test.{ts,tsx}',
            'packages/web/src/**/*.test.ts',
            '{scripts,lab/bench,lab/support}/**/*.test.ts',
            'lab/fuzz/try-inputs.test.ts',
          ],
          exclude: ['**/*.postgres.test.ts', ...slowTests, ...pageTests],
          provide: { postgresPort: null },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        ...source,
        test: {
          name: 'slow',
          ...beside,
          environment: 'node',
          include: slowTests,
          provide: { postgresPort: null },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        test: {
          name: 'postgres',
          ...beside,
          environment: 'node',
          include: sqlTests,
          exclude: withoutDatabase,
          globalSetup: ['packages/server/src/testing/postgres-setup.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        ...source,
        resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
        test: {
          name: 'web',
          ...beside,
          environment: 'jsdom',
          include: pageTests,
          setupFiles: ['packages/web/src/testing/setup.ts'],
          testTimeout: 90_000,
        },
      },
      {
        ...source,
        test: {
          name: 'e2e',
          maxWorkers: cores + 1,
          environment: 'node',
          include: ['lab/journeys/**/*.test.ts'],
          // After the others: some browsers and programs are work enough for the machine.
          sequence: { groupOrder: 1 },
          // Beside a browser that has both cores, a program takes its time. What promises a time measures it.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
