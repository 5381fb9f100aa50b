/** The proxy of a monitor failed, which says nothing about the target. */
export class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly code = 'EPROXY';
}

/** The proxy reports that it cannot reach the target. The message is a sentence for people. */
export class ProxiedTargetError extends Error {
  override readonly name = 'ProxiedTargetError';
  readonly code = 'EPROXIEDTARGET';
}

/** Steps that depend on the proxy alone, so a timeout in them is a fault of the proxy. */
export const proxySteps = ['connecting to the proxy', 'waiting for the proxy'] as const;
