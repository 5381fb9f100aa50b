import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defaultClientConditions, defineConfig, type Plugin } from 'vite';

/** How alerts come to outages: for lists of outages, not for every page that shows a state. */
const outages = /core\/src\/(status\/outages|texts\/problems)\./;
/** What every page needs first, in one file: many small ones cost requests and compress worse. */
const base =
  /node_modules\/(react|react-dom|scheduler)\/|core\/src\/(texts\/messages|defaults|contract\/errors|contract\/names\/paths|languages\/compiled\/english\/common)|web\/src\/(main|routes|match-screen|show-app|failures|language\/(spoken|shared-words)|api\/api|session\/token|shell\/(brand|page-heading|down-count\/open-count|skip-link|theme|theme-toggle)|components\/\w+\/(button|tone-icon|tone-classes|badge|spinner|control-class|skeleton))\.tsx?/;
/** How states, times and figures read: on every page but the login. */
const formats =
  /core\/src\/(format(?!\/(bytes|evidence-lines))|status(?!\/(public-badges|under-maintenance|day-tone|proof|expiry))|time|contract\/(names\/(alerts|states)|fields\/(host-port|time-zones)|secrets\/without-credentials)|languages\/(english-figures|compiled\/english\/states))|web\/src\/(language\/figures|components\/\w+\/(time|time-format|count-of))\./;
/** What both public pages need. */
const publicPages =
  /web\/src\/(public\/|components\/\w+\/(day-strip|strip-days)\.)|core\/src\/(status\/public-badges|languages\/(speech|compiled\/english\/(days|public-states)))|web\/src\/language\/(public-words|page-language|language-switch|state-words)\./;
/** The names of the languages, which the public pages share with the contract of the settings. */
const languageNames = /core\/src\/contract\/names\/languages\./;
/** What lists need on either side. */
const lists =
  /web\/src\/components\/\w+\/(list-state|use-list-state|list-toolbar|show-more|empty-state|use-near-viewport)\.|core\/src\/languages\/compiled\/english\/lists/;
/** Switches and boxes, which lists have too. */
const forms = /web\/src\/components\/forms\/toggles\./;
/** Placeholders and errors. */
const loading = /web\/src\/components\/states\/(load-state|error-view)\./;
/** Input rules: for forms and the contract, and the first content of the settings only. */
const inputLimits = /core\/src\/limits\./;
/** Tabs, with what other controls of the same library need too: in one file, not in one for each set of them. */
const tabs = /web\/src\/components\/\w+\/(tabs|use-tab)\./;
/** Figures and rows of services: not on every page with a list. */
const services = /web\/src\/components\/\w+\/(ledger|elapsed|data-row|split-address)\./;
/** What lists of rows share. */
const rows = /web\/src\/components\/rows\/(use-open-row|row-actions|row-icon)\./;
/** Silences, for alerts and for monitors. */
const muting = /web\/src\/alerting\/(use-muting|until-words|silence-queries)\./;
/** Shared parts of the lists of a website's tabs. */
const watched =
  /web\/src\/(alerting\/mute-button|pages\/website-detail\/(status-segments|advanced\/changed-options)|components\/rows\/(density-toggle|use-density))\.|core\/src\/texts\/faults\.|lucide-react\/dist\/esm\/icons\/external-link\./;
/** Texts of maintenance. */
const maintenance = /core\/src\/status\/(under-maintenance|day-tone)\.|web\/src\/components\/\w+\/state-badges\./;
/** Strips of services, which come after the words beside them. */
const strips = /web\/src\/components\/\w+\/(pulse-strip|pulse-geometry|check-strip|state-dot|uptime-figure)\./;
/** Shared parts of login and signed-in pages. */
const router = /node_modules\/react-router|web\/src\/(session\/session|app\/(start-router|app|loadable))\./;
/** The contract with its schemas, which no page needs for its first content: in as many files as it is loaded in steps. */
const schemas = /node_modules\/(zod|ofetch)\/|core\/src\/client\/client-of\./;
const fields = /core\/src\/contract\/(endpoint|fields\/(fields|input-messages)|checks|websites|urls)\./;
/** Fields of channel kinds come with the contract: they need the schemas. */
const contract =
  /core\/src\/contract\/(?!names\/|secrets\/|errors\.|check-options\/|fields\/(can-parse-url|clean-address|http-address)\.)/;
/** How channels are called: all that a list of alerts needs of them. */
const channelNames = /core\/src\/contract\/names\/channels\./;
/** Monitor and channel kinds: for lists and forms, and for the contract. */
const kinds =
  /core\/src\/contract\/(monitor-kinds\/|secrets\/secret-names\.|channel-kinds\/(built-in|kind|email|sms|slack)\.)/;
/** What signed-in pages need, and what stands in the address of most. Many reads at once are asked only below the first content. */
const admin =
  /node_modules\/(@tanstack\/(?!.*(useQueries|queriesObserver))|lucide-react\/dist\/esm\/(createLucideIcon|Icon|shared|defaultAttributes|context))|web\/src\/(api\/(?!live\/live)|shell\/|components\/(dialogs\/|lists\/use-router-query\.))/;

/** The files of the pages behind the router. */
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
  { name: 'contract', test: contract },
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

/** The same document starts the public pages, which are a program of their own, where they are asked for or built. */
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

/** `--mode public` builds the public pages: nearly all of them is one file, which a visitor gets in one request. */
export default defineConfig(({ mode }) => {
  const isPublicBuild = mode === 'public';
  return {
    plugins: [react(), tailwindcss(), startOf(isPublicBuild)],
    base: isPublicBuild ? '/public/' : '/',
    publicDir: isPublicBuild ? false : 'public',
    /** Core's sources are read, so that the web app needs no build of core. */
    resolve: { conditions: ['source', ...defaultClientConditions] },
    build: {
      outDir: isPublicBuild ? 'dist/public' : 'dist',
      manifest: true,
      // All browsers of this target have it; without it the document requests the first file itself.
      // What a page imports is named in the first file of every other page, so that it is asked for together with it: not of those that are opened rarely.
      modulePreload: {
        polyfill: false,
        resolveDependencies: (file, names) => (rarelyOpened.test(file) ? [] : names),
      },
      // For the tarball, which brings the licences of all that is in it.
      license: { fileName: '.vite/licences.json' },
      target: 'es2023',
      // Every page carries the names of all files: shorter hashes are enough to distinguish versions.
      rolldownOptions: {
        // How long plugins took says nothing to whoever starts the program.
        checks: { bundlerTimings: false },
        output: {
          chunkFileNames: 'assets/[name]-[hash:7].js',
          ...(isPublicBuild ? {} : { codeSplitting: { groups } }),
        },
      },
    },
    server: { proxy: { '/api': 'http://127.0.0.1:8080' } },
  };
});
