type Fetch = typeof globalThis.fetch;

/** True for a response that may take long (a stream): the time limit then covers only its start. */
const isStream = (response: Response): boolean => !/json/.test(response.headers.get('content-type') ?? '');

/**
 * A fetch that is aborted after `timeoutMs` or when the command is interrupted. For a stream, the limit covers only its
 * start.
 */
export function limitedFetch(fetch: Fetch, interrupted: AbortSignal, timeoutMs: number): Fetch {
  return async (input, init = {}) => {
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(new DOMException(`No answer within ${timeoutMs / 1000} s`, 'TimeoutError')),
      timeoutMs,
    );
    timer.unref();
    const signals = [interrupted, late.signal, ...(init.signal ? [init.signal] : [])];
    try {
      const response = await fetch(input, { ...init, signal: AbortSignal.any(signals) });
      if (isStream(response)) clearTimeout(timer);
      return response;
    } catch (error) {
      clearTimeout(timer);
      throw error;
    }
  };
}
