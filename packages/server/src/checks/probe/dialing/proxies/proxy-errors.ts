/** The proxy of a monitor failed. It says nothing of the target. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code = 'EPROXY';
}

/** The proxy says that it cannot reach the target. The message is a sentence for people. */
export class ProxiedTargetError extends Error {
  override readonly name = 'ProxiedTargetError';
  readonly code = 'EPROXIEDTARGET';
}

/** Steps that depend on the proxy alone. A deadline that passes then is the proxy's. */
export const proxySteps = ['connecting to the proxy', 'waiting for the proxy'] as const;
