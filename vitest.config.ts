import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const fromSource = { resolve: { conditions: ['source'] } };

/** Tests and, in an environment of their own, global setups read core's sources: `npm run build` writes no `dist` of it. */
export const source = { ...fromSource, ssr: fromSource, environments: { __vitest__: fromSource } };

/**
 * Tests that start a process, a thread, a browser or a network, or work for seconds. `npm run test:quick` runs all others
 * of the project `node`.
 */
const slowTests = [
  'packages/cli/src/{client/lock,commands/completion,commands/doctor,commands/maintenance-run,heartbeat-run/run-reported}.test.ts',
  'packages/cli/src/tui/{app.test.tsx,screens/live-screen.test.ts}',
  'packages/server/src/base/clock.test.ts',
  'packages/server/src/compose/{end-process,stopping}.test.ts',
  'packages/server/src/main.test.ts',
  'packages/server/src/access/password-race.test.ts',
  'packages/server/src/api/routes/{passkey-alone-in-app,passkey-confirmation-in-app,passkey-invitation-in-app}.test.ts',
  'packages/server/src/api/routes/{passkeys-in-app,second-factor-in-app,oidc-in-app}.test.ts',
  'packages/server/src/api/routes/{forged-tokens,refused-sign-ins,refused-requests,retention,demoted-in-app}.test.ts',
  'packages/server/src/alerts/decide/assertions-in-app.test.ts',
  'packages/server/src/alerts/decide/routing/explain.test.ts',
  'packages/server/src/alerts/expiry/certificates/certificates-in-app.test.ts',
  'packages/server/src/checks/record/faults/faults-in-app.test.ts',
  'packages/server/src/alerts/maintenance/maintenance-in-app.test.ts',
  'packages/server/src/operations/backup/{backups,restore-in-app,restored-deliveries,restored-holds,round-trip,sealed-secrets}.test.ts',
  'packages/server/src/operations/backup/schedule/daily-backups.test.ts',
  'packages/server/src/operations/diagnostics/data/data.test.ts',
  'packages/server/src/operations/diagnostics/machine/machine.test.ts',
  'packages/server/src/checks/commands/{command-runner,starter/run-program}.test.ts',
  'packages/server/src/checks/engine/engine.test.ts',
  'packages/server/src/api/http/{contract-walk,hostile-requests,parsed-once,scope-walk}.test.ts',
  'packages/server/src/api/metrics/examples.test.ts',
  'packages/server/src/alerts/notify/channels/email.test.ts',
  'packages/server/src/alerts/notify/{secrets,whole-way}.test.ts',
  'packages/server/src/alerts/notify/outbox/{added-channels,answered-then-killed,escalation,deferred,hourly-cap,outages-first,outbox,own-channel-answers,refused-messages,sending-statements}.test.ts',
  'packages/server/src/checks/probe/metadata-search.test.ts',
  'packages/server/src/checks/probe/assertions/{evaluate-answer,evaluator}.test.ts',
  'packages/server/src/checks/probe/icmp/icmp.test.ts',
  'packages/server/src/checks/probe/probes/url/{http-assertions,http-hostile,http-request}.test.ts',
  'packages/server/src/checks/probe/dialing/local-route.test.ts',
  'packages/server/src/checks/probe/dialing/names/name-lookup.test.ts',
  'packages/server/src/public/pages/{incidents-in-app,links-in-app,maintenance-in-app}.test.ts',
  'packages/server/src/public/status/{public-routes,public-words,snapshot}.test.ts',
  'packages/server/src/public/status/view/maintenance-in-documents.test.ts',
  'packages/server/src/api/routes/{auth,branding,diagnostics,full-disk,settings,reports,tokens-in-app,users-in-app,share-links-in-app}.test.ts',
  'packages/server/src/checks/screenshots/**/*.test.ts',
  'packages/server/src/storage/settings/secrets/no-secret-leaves.test.ts',
  'packages/server/src/storage/sqlite/checkpoints.test.ts',
  'packages/server/src/testing/run-program.test.ts',
  'scripts/build/short-commands.test.ts',
  'lab/real-servers/smoke.test.ts',
];

/**
 * Tests that together run every statement of the server, each at least once: on SQLite, and on PostgreSQL too. The deep
 * part `postgres` runs all others that use a database on PostgreSQL.
 */
export const sqlTests = [
  'packages/server/src/**/*.postgres.test.ts',
  'packages/server/src/**/*store.test.ts',
  'packages/server/src/storage/{*,migrations/**/*,postgres/**/*,settings/*,sqlite/**/*,statements/**/*,tables/**/*}.test.ts',
  'packages/server/src/access/{admin-password,sessions}.test.ts',
  'packages/server/src/access/factors/guess-limit.test.ts',
  'packages/server/src/access/local/reset-password.test.ts',
  'packages/server/src/access/tokens/expiring-tokens.test.ts',
  'packages/server/src/access/users/{user-passwords,users}.test.ts',
  'packages/server/src/alerts/decide/routed-alerts.test.ts',
  'packages/server/src/checks/heartbeats/{heartbeat-recorder,heartbeats}.test.ts',
  'packages/server/src/operations/backup/archive/read-archive.test.ts',
  'packages/server/src/operations/backup/{create-backup,restored-deliveries}.test.ts',
  'packages/server/src/alerts/expiry/certificates/certificate-watch.test.ts',
  'packages/server/src/alerts/expiry/domains/domain-watch.test.ts',
  'packages/server/src/alerts/incidents/automatic-watch.test.ts',
  'packages/server/src/alerts/notify/link-tokens.test.ts',
  'packages/server/src/alerts/notify/channel-watch.test.ts',
  'packages/server/src/alerts/notify/outbox/message-queue.test.ts',
  'packages/server/src/alerts/notify/outbox/{escalation,recent-messages}.test.ts',
  'packages/server/src/alerts/notify/sending/channel-states.test.ts',
  'packages/server/src/public/pages/{link-pages,links-in-app}.test.ts',
  'packages/server/src/public/status/view/maintenance-in-documents.test.ts',
  'packages/server/src/public/status/unobserved.test.ts',
  'packages/server/src/api/routes/{alerts,bulk-changes,monitor-list}.test.ts',
  'packages/server/src/api/http/contract-walk.test.ts',
  'packages/server/src/api/routes/{passkey-alone-in-app,passkey-confirmation-in-app,refused-sign-ins}.test.ts',
  'packages/server/src/api/routes/device-in-app.test.ts',
  'packages/server/src/api/routes/{passkeys-in-app,required-factor,second-factor-in-app}.test.ts',
  'packages/server/src/api/routes/incident-races.test.ts',
  'packages/server/src/api/routes/{lists-in-maintenance,maintenance}.test.ts',
  'packages/server/src/api/routes/marks.test.ts',
  'packages/server/src/api/routes/reports.test.ts',
  'packages/server/src/api/routes/routing.test.ts',
  'packages/server/src/api/routes/{find-urls,request-options,urls}.test.ts',
  'packages/server/src/checks/record/faults/last-faults.test.ts',
  'packages/server/src/checks/record/recording/record-batch.test.ts',
  'packages/server/src/checks/record/retention.test.ts',
  'packages/server/src/checks/record/rollups/{latency-history,sum-websites,website-history}.test.ts',
  'packages/server/src/storage/settings/secrets/{stored-secrets,totp-secrets}.test.ts',
  'packages/server/src/storage/settings/web-push-keys.test.ts',
];

/** Tests of folders that use the database. */
export const databaseTests =
  'packages/server/src/{storage,checks/record,checks/monitors,alerts,access,operations/backup,public,api/routes}/**/*.test.ts';

/** Of these folders, what does without a database. */
export const withoutDatabase = [
  'packages/server/src/access/{client-network,login-throttle,sign-in-queue}.test.ts',
  'packages/server/src/alerts/decide/cooldown.test.ts',
  'packages/server/src/operations/backup/{backup-files,newest-names,schedule/schedule-step}.test.ts',
  'packages/server/src/operations/backup/archive/{archive-lines,byte-source,id-set,parts,row-checker}.test.ts',
  'packages/server/src/alerts/expiry/{notices,expiry-sentences}.test.ts',
  'packages/server/src/alerts/expiry/certificates/certificates-in-app.test.ts',
  'packages/server/src/alerts/expiry/domains/{rdap-answer,rdap-request,registered-name}.test.ts',
  'packages/server/src/alerts/incidents/{body-html,decide-automatic}.test.ts',
  'packages/server/src/alerts/maintenance/planned-runs.test.ts',
  'packages/server/src/alerts/notify/{channels,message}/**/*.test.ts',
  'packages/server/src/alerts/notify/{failure-reason,http-request}.test.ts',
  'packages/server/src/alerts/notify/sending/backoff.test.ts',
  'packages/server/src/alerts/notify/outbox/{pace,send-in-parts,urgency}.test.ts',
  'packages/server/src/public/status/documents/{badges,calendar,feeds,headline,hostile-incidents}.test.ts',
  'packages/server/src/public/status/view/{alert-incidents,describe-view,figures,maintenance-runs}.test.ts',
  'packages/server/src/public/status/{news-log,ready-documents,ready-requests,refresh-scheduler}.test.ts',
  'packages/server/src/checks/record/accepted-clock.test.ts',
  'packages/server/src/checks/record/recording/pending-checks.test.ts',
  'packages/server/src/checks/record/rollups/{rollup,sums,window}.test.ts',
  'packages/server/src/storage/settings/{masked-secrets,stored-settings,secrets/channel-secrets}.test.ts',
  'packages/server/src/storage/{database-away,disk-trouble,disk-watch,folder-access,prepare-storage,row-chunks}.test.ts',
  'packages/server/src/storage/{migrations/cause-in-sentence,tables/columns}.test.ts',
  'packages/server/src/storage/sqlite/*.test.ts',
  'packages/server/src/storage/postgres/{partition-ranges,silence-detector}.test.ts',
];

/** Of the web app: what needs a document. All else of it is quick. */
const pageTests = [
  'packages/web/src/**/*.test.tsx',
  'packages/web/src/{routes,api/live/live,components/lists/list-state,components/states/use-throttled-value,public/public-source}.test.ts',
];

/** The quick tests, for a contributor at work. */
const onlyQuick = process.env.npm_lifecycle_event === 'test:quick';

const cores = availableParallelism();

const beside = {
  // In a CI system Ink draws nothing, and some tests are about what it draws.
  env: { CI: 'false', CONTINUOUS_INTEGRATION: 'false' },
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
          name: 'node',
          ...beside,
          environment: 'node',
          include: [
            'packages/{core,server,cli}/src/**/*.test.{ts,tsx}',
            'packages/web/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'lab/{fuzz/try-inputs,real-servers/smoke,support/kills/facts/ledger}.test.ts',
          ],
          exclude: ['**/*.postgres.test.ts', ...(onlyQuick ? slowTests : []), ...pageTests],
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
          testTimeout: 120_000,
        },
      },
      {
        ...source,
        test: {
          // The first by name, so that tests that compute fill the cores while the last journeys wait.
          name: 'e2e',
          isolate: beside.isolate,
          maxWorkers: beside.maxWorkers,
          environment: 'node',
          include: ['lab/journeys/**/*.test.ts'],
          // Beside a browser that has both cores, a program takes its time. What promises a time measures it.
          expect: { poll: { timeout: 10_000 } },
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
