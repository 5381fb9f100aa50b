import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** Relates alerts to outages; only for lists of outages. */
const outages = /core\/src\/(status\/outages|texts\/problems)\./;
/** Code that every page needs first, in one file: many small files cost requests and compress worse. */
const base =
  /node_modules\/(react|react-dom|scheduler)\/|core\/src\/(texts\/messages|defaults|contract\/errors|contract\/names\/paths|languages\/compiled\/english\/common)|web\/src\/(main|routes|match-screen|show-app|failures|language\/(catalogue|common-texts)|api\/api|session\/token|reachability\/\w+(-\w+)*|shell\/(away\/away-strip|brand|page-heading|down-count\/open-count|skip-link|theme|theme-toggle)|components\/\w+\/(button|tone-icon|tone-classes|badge|spinner|control-class|skeleton|line-icon|use-now))\.tsx?/;
/** Formatting of states, times and figures; for every page except the login page. */
const formats =
  /core\/src\/(format(?!\/(bytes|evidence-lines))|status(?!\/(public-badges|under-maintenance|day-tone|proof|expiry|pulse-geometry))|time|contract\/(names\/(alerts|states)|fields\/(host-port|time-zones)|secrets\/without-credentials)|languages\/(english-figures|compiled\/english\/states))|web\/src\/(language\/figures|components\/\w+\/(time|time-format|count-of))\./;
/** Shared code of both public pages. */
const publicPages =
  /web\/src\/(public\/|components\/\w+\/(day-strip|strip-days)\.)|core\/src\/(status\/public-badges|languages\/(speech|compiled\/english\/(days|public-states)))|web\/src\/language\/(public-texts|page-language|language-switch|state-texts)\./;
/** Language names, shared by the public pages and the contract of the settings. */
const languageNames = /core\/src\/contract\/names\/languages\./;
/** Shared code of public and signed-in lists. */
const lists =
  /web\/src\/components\/\w+\/(list-state|use-list-state|list-toolbar|header-cell|compare-names|status-options|show-more|empty-state|use-near-viewport)\.|core\/src\/languages\/compiled\/english\/lists/;
/** Switches and checkboxes, which lists use too. */
const forms = /web\/src\/components\/forms\/toggles\./;
/** Placeholders and errors. */
const loading = /web\/src\/components\/states\/(load-state|error-view)\./;
/** Input limits, for forms and the contract; only the settings need them in their first content. */
const inputLimits = /core\/src\/limits\./;
/** Tabs with the parts of Radix that other controls share, as one file. */
const tabs = /web\/src\/components\/\w+\/(tabs|use-tab)\./;
/** Figures and rows of services; not for every list. */
const services = /web\/src\/components\/\w+\/(ledger|elapsed|data-row|split-address)\./;
/** Shared code of lists with rows. */
const rows = /web\/src\/components\/rows\/(use-open-row|row-actions|row-icon)\./;
/** Silences of alerts and monitors. */
const muting = /web\/src\/alerting\/(use-muting|until-words|silence-queries)\./;
/** Shared code of the lists on a website's tabs. */
const watched =
  /web\/src\/(alerting\/mute-button|pages\/website-detail\/(advanced\/changed-options|monitor-list)|components\/lists\/status-segments|components\/rows\/(density-toggle|use-density))\.|core\/src\/texts\/faults\.|lucide-react\/dist\/esm\/icons\/external-link\./;
/** Texts of maintenance. */
const maintenance = /core\/src\/status\/(under-maintenance|day-tone)\.|web\/src\/components\/\w+\/state-badges\./;
/** Strips of services, which load after the text beside them. */
const strips =
  /web\/src\/components\/\w+\/(pulse-strip|check-strip|state-dot|uptime-figure)\.|core\/src\/status\/pulse-geometry\./;
/** Shared code of the login page and the signed-in pages. */
const router = /node_modules\/react-router|web\/src\/(session\/session|app\/(start-router|app))\./;
/** The contract with its schemas. No page needs it for its first content; one file for each loading step. */
const schemas = /node_modules\/(zod|ofetch)\/|core\/src\/client\/client-of\./;
const fields = /core\/src\/contract\/(endpoint|fields\/(fields|input-messages)|checks|websites|urls)\./;
/** Fields of channel kinds are part of the contract, because they need the schemas. */
const contract =
  /core\/src\/contract\/(?!names\/|secrets\/|errors\.|check-options\/|fields\/(can-parse-url|clean-address|http-address)\.)/;
/** What only the rarely used groups of endpoints need. */
const rareContract =
  /core\/src\/contract\/(rare-contract|factors|sign-on|device|sessions|tokens|share-links|audit|audit-actions|public-status|shares|heartbeats|incidents|marks|maintenance|certificates|reports|diagnostics|files|fields\/recurrence)\./;
/** Channel names, which the list of alerts needs without the rest of the contract. */
const channelNames = /core\/src\/contract\/names\/channels\./;
/** Monitor and channel kinds, for lists, forms and the contract. */
const kinds =
  /core\/src\/contract\/(monitor-kinds\/(?!change-options|option-schemas|option-secrets|stored-network-options)|secrets\/secret-names\.|channel-kinds\/(built-in|kind|email|sms|slack)\.)/;
/** Code of the signed-in pages and their address state. Only content below the fold uses the concurrent queries. */
const admin =
  /node_modules\/(@tanstack\/(?!.*(useQueries|queriesObserver))|lucide-react\/dist\/esm\/(createLucideIcon|Icon|shared|defaultAttributes|context))|web\/src\/(use-changes\.|api\/(?!live\/live|try-on-server)|shell\/(?!keys\/)|components\/(dialogs\/(?!lightbox)|lists\/use-router-query\.|basics\/use-shown-tab\.))/;

/** Chunks of the pages behind the router. */
const groups = [
  { name: 'limits', test: inputLimits },
  { name: 'outages', test: outages },
  { name: 'base', test: base },
  { name: 'router', test: router },
  { name: 'formats', test: formats },
  { name: 'maintenance', test: maintenance },
  { name: 'languages', test: languageNames },
  { name: 'admin', test: admin },
  { name: 'channel-names', test: channelNames },
  { name: 'kinds', test: kinds },
  { name: 'schemas', test: schemas },
  { name: 'fields', test: fields },
  { name: 'contract', test: (id: string) => contract.test(id) && !rareContract.test(id) },
  { name: 'rare-contract', test: rareContract },
  { name: 'loading', test: loading },
  { name: 'lists', test: lists },
  { name: 'forms', test: forms },
  { name: 'tabs', test: tabs },
  { name: 'services', test: services },
  { name: 'strips', test: strips },
  { name: 'rows', test: rows },
  { name: 'muting', test: muting },
  { name: 'watched', test: watched },
  { name: 'public', test: publicPages },
];

const rarelyOpened =
  /assets\/(settings-page|login-page|maintenance-page|incidents-page|incident-page|certificates-page|not-found-page|backup-page|device-page|invite-page|ask-to-confirm)-/;

/**
 * Both entry points share one HTML document. This selects the entry of the public pages for their build and their
 * paths.
 */
const startOf = (isPublicBuild: boolean): Plugin => ({
  name: 'start-of-the-document',
  transformIndexHtml: {
    order: 'pre',
    handler: (html, { originalUrl = '' }) =>
      isPublicBuild || /^\/(?:status(?:[/?]|$)|share\/)/.test(originalUrl)
        ? html.replace('/src/main.tsx', '/src/public-main.tsx')
        : html,
  },
});

/**
 * Each schema of zod can write itself as JSON schema, which only the server's OpenAPI document needs. A bundler cannot see
 * that pages never do it, so the exports of that code are empty here: 5 KB of compressed script.
 */
const withoutJsonSchema = (): Plugin => ({
  name: 'without-json-schema',
  load(id) {
    if (!/\/zod\/v4\/core\/(json-schema-processors|to-json-schema)\.js$/.test(id)) return null;
    const names = [...readFileSync(id, 'utf8').matchAll(/^export (?:const|function) (\w+)/gm)];
    return names.map(([, name]) => `export const ${name} = () => undefined;`).join('\n');
  },
});

/** Modes whose result is a folder of its own in `dist`, so that they share no file with other pages. */
const ownFolders: Record<string, { folder: string; document: string }> = {
  public: { folder: 'public', document: 'index.html' },
  'api-docs': { folder: 'api-docs', document: 'api-docs.html' },
};

/**
 * `--mode public` builds the public pages, mostly as one file that loads in one request. `--mode api-docs` builds the API
 * reference, whose viewer no other page loads.
 */
export default defineConfig(({ mode }) => {
  const isPublicBuild = mode === 'public';
  const own = ownFolders[mode];
  return {
    plugins: [react(), tailwindcss(), startOf(isPublicBuild), withoutJsonSchema()],
    base: own ? `/${own.folder}/` : '/',
    publicDir: own ? false : 'public',
    /** Resolves the sources of core, so that the web app needs no build of core. */
    resolve: { conditions: ['source', ...defaultClientConditions] },
    build: {
      outDir: own ? `dist/${own.folder}` : 'dist',
      manifest: true,
      // All supported browsers have modulepreload; the document requests the first file itself. Each page's first file
      // names its imports, so that they load in parallel; rarely opened pages are excluded.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, names) => (rarelyOpened.test(file) ? [] : names),
      },
      // Licences of all bundled packages, for the release tarball.
      license: { fileName: '.vite/licences.json' },
      target: 'es2023',
      // The viewer of the API reference is one file of 1.5 MB.
      ...(mode === 'api-docs' ? { chunkSizeWarningLimit: 2000 } : {}),
      // Every page contains the names of all files, so short hashes save bytes and still distinguish versions.
      rolldownOptions: {
        input: own?.document ?? 'index.html',
        // Timings of plugins are noise for operators who build from source.
        checks: { bundlerTimings: false },
        output: {
          chunkFileNames: 'assets/[name]-[hash:7].js',
          ...(own ? {} : { codeSplitting: { groups } }),
        },
      },
    },
    server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  };
});
