import path from 'node:path';
import type { ApiClient } from '@upvigil/core/api-client';
import type { DiagnosticId, DiagnosticResult } from '@upvigil/core/contract/diagnostics';
import type { LocalDiagnosis } from '@upvigil/server/diagnostics/local/local-diagnostics';
import { httpFetch } from '../../client/http-fetch.ts';
import type { Context } from '../../context.ts';
import { failureSentence } from '../../failures.ts';

export interface DiagnosisRequest {
  only?: readonly DiagnosticId[] | undefined;
  deep: boolean;
}

export interface Diagnosis {
  results: DiagnosticResult[];
  /** Whether the server was asked, and not only this machine. */
  isOfServer: boolean;
}

/** What the server has for each answer, milliseconds: two runs one after the other and some more, or all that is read whole. */
const patience = { usual: 20_000, deep: 140_000 } as const;

/** Of a command that may take less, half: this machine can then still be looked at. */
const patienceOf = ({ options: { timeout } }: Context, { deep }: DiagnosisRequest): number =>
  Math.min(deep ? patience.deep : patience.usual, (timeout ?? Number.POSITIVE_INFINITY) * 500);

/**
 * Asks the server. Where it does not answer, looks at DATA_DIR on this machine, and says so.
 * @throws what the server's refusal is; ServerUnreachableError where there is no installation on this machine either
 */
export function diagnose(context: Context, { only, deep }: DiagnosisRequest): Promise<Diagnosis> {
  const query = { ...(only ? { only: only.join(',') } : {}), ...(deep ? { deep: 'true' as const } : {}) };
  return askServerOrHere<Diagnosis>(
    context,
    { only, deep },
    {
      server: async (api) => ({ results: await api.diagnostics.run({ query }), isOfServer: true }),
      here: async ({ results }) => ({ results, isOfServer: false }),
    },
  );
}

interface TwoWays<Answer> {
  server(api: ApiClient): Promise<Answer>;
  here(diagnosis: LocalDiagnosis): Promise<Answer>;
}

/** One way where the server answers, and the other where it does not. */
export async function askServerOrHere<Answer>(
  context: Context,
  request: DiagnosisRequest,
  ways: TwoWays<Answer>,
): Promise<Answer> {
  const limit = patienceOf(context, request);
  try {
    // Each request has its limit, the sign-in too: a server that hangs takes connections and says nothing.
    const fetch: typeof httpFetch = (input, init = {}) => {
      const signals = [AbortSignal.timeout(limit), ...(init.signal ? [init.signal] : [])];
      return httpFetch(input, { ...init, signal: AbortSignal.any(signals) });
    };
    const { api } = await context.connect('admin', { fetch });
    return await ways.server(api);
  } catch (error) {
    if (!(await isAway(context, error, limit))) throw error;
    return await askHere(context, request, ways, error);
  }
}

async function askHere<Answer>(
  { terminal }: Context,
  request: DiagnosisRequest,
  { here }: TwoWays<Answer>,
  failure: unknown,
): Promise<Answer> {
  const { diagnoseLocally } = await import('@upvigil/server/diagnostics/local/local-diagnostics');
  const diagnosis = await diagnoseLocally(request);
  if (diagnosis === null) throw failure;
  try {
    const where = `DATA_DIR ${path.resolve(diagnosis.dataDir)} on this machine`;
    terminal.say(
      `upvigil: ${sentenceOf(failure)}\nThis is what ${where} tells; what only a running server knows was not asked`,
    );
    return await here(diagnosis);
  } finally {
    await diagnosis.close();
  }
}

const sentenceOf = (failure: unknown): string =>
  isNamed(failure, 'NotSignedInError') ? 'The server does not answer' : failureSentence(failure);

const isNamed = (error: unknown, name: string): boolean => error instanceof Error && error.name === name;
/** A server that takes the connection and then says nothing is away too. */
const isSilence = (error: unknown): boolean =>
  ['ServerUnreachableError', 'TimeoutError', 'AbortError'].some((name) => isNamed(error, name));

/** Whoever has no token is asked for one only where there is a server. */
async function isAway(context: Context, error: unknown, limit: number): Promise<boolean> {
  if (context.signal.aborted) return false;
  if (isSilence(error)) return true;
  if (!isNamed(error, 'NotSignedInError')) return false;
  try {
    const { api } = await context.connectToStatus();
    await api.publicStatus.overview({ signal: AbortSignal.timeout(limit) });
    return false;
  } catch (failure) {
    return isSilence(failure);
  }
}
