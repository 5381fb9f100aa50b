import { rename, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { ApiClient } from '@upvigil/core/client/api-client';
import type { DiagnosticId, DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import { bundleFiles, bundleName } from '@upvigil/core/contract/names/bundle-files';
import { formatBytes } from '@upvigil/core/format/bytes';
import { stripControls } from '@upvigil/core/format/foreign-text';
import type { BundledFile } from '@upvigil/server/operations/diagnostics/bundle/bundle-archive';
import type { LocalDiagnosis } from '@upvigil/server/operations/diagnostics/local/local-diagnostics';
import { httpFetch } from '../client/http-fetch.ts';
import type { Context } from '../context.ts';
import { CommandError, failureSentence } from '../failures.ts';
import { toJson } from '../output/json.ts';
import { confirmUnless, requireAnswer } from './kit.ts';

interface DiagnosisRequest {
  only?: readonly DiagnosticId[] | undefined;
  deep: boolean;
}

export interface Diagnosis {
  results: DiagnosticResult[];
  /** False if only this machine was examined. */
  isOfServer: boolean;
}

/** Timeouts in ms for the server's response: two runs and a margin, or a whole document. */
const serverTimeouts = { usual: 20_000, deep: 140_000 } as const;

/** Half of `--timeout` if that is shorter: the rest is for examining this machine. */
const serverTimeout = ({ options: { timeout } }: Context, { deep }: DiagnosisRequest): number =>
  Math.min(deep ? serverTimeouts.deep : serverTimeouts.usual, (timeout ?? Number.POSITIVE_INFINITY) * 500);

/**
 * Asks the server for the diagnosis. If it does not answer, examines DATA_DIR on this machine and says so.
 * @throws the server's refusal; ServerUnreachableError if this machine has no installation
 */
export function diagnose(context: Context, { only, deep }: DiagnosisRequest): Promise<Diagnosis> {
  const query = { ...(only ? { only: only.join(',') } : {}), ...(deep ? { deep: 'true' as const } : {}) };
  return askServerOrLocal<Diagnosis>(
    context,
    { only, deep },
    {
      server: async (api) => ({ results: await api.diagnostics.run({ query }), isOfServer: true }),
      here: async ({ results }) => ({ results, isOfServer: false }),
    },
  );
}

interface DiagnosisSources<Answer> {
  server(api: ApiClient): Promise<Answer>;
  here(diagnosis: LocalDiagnosis): Promise<Answer>;
}

async function askServerOrLocal<Answer>(
  context: Context,
  request: DiagnosisRequest,
  sources: DiagnosisSources<Answer>,
): Promise<Answer> {
  const limit = serverTimeout(context, request);
  try {
    // Each request has this limit, the sign-in too: a server that hangs accepts connections and never answers.
    const fetch: typeof httpFetch = (input, init = {}) => {
      const signals = [AbortSignal.timeout(limit), ...(init.signal ? [init.signal] : [])];
      return httpFetch(input, { ...init, signal: AbortSignal.any(signals) });
    };
    const { api } = await context.connect('admin', { fetch });
    return await sources.server(api);
  } catch (error) {
    if (!(await isAway(context, error, limit))) throw error;
    return await askLocally(context, request, sources, error);
  }
}

async function askLocally<Answer>(
  { terminal }: Context,
  request: DiagnosisRequest,
  { here }: DiagnosisSources<Answer>,
  failure: unknown,
): Promise<Answer> {
  const { diagnoseLocally } = await import('@upvigil/server/operations/diagnostics/local/local-diagnostics');
  const diagnosis = await diagnoseLocally(request);
  if (diagnosis === null) throw failure;
  try {
    const where = `DATA_DIR ${path.resolve(diagnosis.dataDir)} on this machine`;
    terminal.say(
      `upvigil: ${sentenceOf(failure)}\nThese results are from ${where}. Diagnostics that need the running server are missing`,
    );
    return await here(diagnosis);
  } finally {
    await diagnosis.close();
  }
}

const sentenceOf = (failure: unknown): string =>
  isNamed(failure, 'NotSignedInError') ? 'The server does not answer' : failureSentence(failure);

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;
/** A server that accepts the connection and never answers counts as unreachable. */
const isNoAnswer = (error: unknown): boolean =>
  ['ServerUnreachableError', 'TimeoutError', 'AbortError'].some((name) => isNamed(error, name));

/** Asks for a missing token only if a server is there. */
async function isAway(context: Context, error: unknown, limit: number): Promise<boolean> {
  if (context.signal.aborted) return false;
  if (isNoAnswer(error)) return true;
  if (!isNamed(error, 'NotSignedInError')) return false;
  try {
    const { api } = await context.connectToStatus();
    await api.publicStatus.overview({ signal: AbortSignal.timeout(limit) });
    return false;
  } catch (failure) {
    return isNoAnswer(failure);
  }
}

interface BundleRequest {
  file: string;
  deep: boolean;
  yes: boolean;
}

const ownerOnly = 0o600;

/** Creates a support bundle, lists its content, and saves it after a question. */
export async function saveBundle(context: Context, { file, deep, yes }: BundleRequest): Promise<void> {
  const { terminal, form } = context;
  requireAnswer(yes, context);
  const bundle = await askServerOrLocal(
    context,
    { deep },
    {
      server: async (api) => await buffer((await api.diagnostics.bundle()).body),
      here: (diagnosis) => diagnosis.makeBundle(),
    },
  );
  const content = await listContent(bundle);
  const target = await targetOf(file, context.now());
  if (form !== 'json') {
    terminal.say('Content of the support bundle:');
    for (const { name, size } of content)
      terminal.say(`  ${name.padEnd(18)}${formatBytes(size).padStart(10)}  ${aboutOf(name)}`);
  }
  const isThere = await exists(target);
  await confirmUnless(yes, context, isThere ? `${target} exists. Replace it?` : `Save it as ${target}?`);
  const part = `${target}.part`;
  await writeFile(part, bundle, { mode: ownerOnly });
  await rename(part, target);
  if (form === 'json') terminal.print(toJson({ file: target, size: bundle.length, content }));
  else terminal.print(target);
}

async function listContent(bundle: Buffer): Promise<{ name: string; size: number }[]> {
  const { unpackBundle } = await import('@upvigil/server/operations/diagnostics/bundle/bundle-archive');
  const files: BundledFile[] = await unpackBundle(bundle).catch((error: unknown) => {
    throw new CommandError('The server did not send a support bundle', { cause: error });
  });
  return files.map(({ name, content }) => ({ name: stripControls(name), size: Buffer.byteLength(content) }));
}

const aboutOf = (name: string): string => Object.entries(bundleFiles).find(([known]) => known === name)?.[1] ?? '';

async function targetOf(file: string, now: number): Promise<string> {
  const isFolder = await stat(file).then(
    (found) => found.isDirectory(),
    () => /[/\\]$/.test(file),
  );
  return isFolder ? path.join(file, bundleName(now)) : file;
}

const exists = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  );
