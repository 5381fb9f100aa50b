import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

interface Flow {
  client: Socket;
  server: Socket;
  isSilent: boolean;
  isClientGone: boolean;
}

export type SilentProxy = Awaited<ReturnType<typeof startSilentProxy>>;

/** A TCP proxy on loopback that can silence flows: their sockets stay open, nothing is forwarded or reset. */
export async function startSilentProxy(targetPort: number) {
  const flows: Flow[] = [];
  let areNewSilent = false;
  let lastWords: string | null = null;
  let leadsTo = targetPort;
  const hear = (flow: Flow, chunk: Buffer): void => {
    if (flow.isSilent) return;
    flow.server.write(chunk);
    if (lastWords === null || !chunk.includes(lastWords)) return;
    lastWords = null;
    flow.isSilent = true;
  };
  const proxy = createServer({ allowHalfOpen: true }, (client) => {
    const server = connect({ port: leadsTo, host: '127.0.0.1', allowHalfOpen: true });
    const flow: Flow = { client, server, isSilent: areNewSilent, isClientGone: false };
    flows.push(flow);
    client.on('data', (chunk) => hear(flow, chunk));
    server.on('data', (chunk) => flow.isSilent || client.write(chunk));
    passEnd(flow, client, server);
    passEnd(flow, server, client);
    for (const event of ['end', 'close']) client.on(event, () => Object.assign(flow, { isClientGone: true }));
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    /** The same address through the proxy. */
    throughProxy(url: string): string {
      const through = new URL(url);
      through.port = String(port);
      return through.href;
    },
    /** Silences every open flow permanently, without FIN or RST. */
    silenceOpenFlows(): void {
      for (const flow of flows) flow.isSilent = true;
    },
    /** Accepts new flows silently, until set otherwise. */
    silenceNewFlows(isWanted: boolean): void {
      areNewSilent = isWanted;
    },
    /** Silences the next flow that carries this text: the server receives it, but its answer is lost. */
    silenceAnswerTo(text: string): void {
      lastWords = text;
    },
    /** Ends every flow and redirects new ones to another port, as when an address moves to another server. */
    switchTo(port: number): void {
      leadsTo = port;
      for (const { client, server } of flows) {
        client.destroy();
        server.destroy();
      }
    },
    /** Flows accepted since the start. */
    get accepted(): number {
      return flows.length;
    },
    /** Flows that forward, with a connected client. */
    get alive(): number {
      return flows.filter(({ isSilent, isClientGone }) => !isSilent && !isClientGone).length;
    },
    /** Silent flows whose client still holds its end. */
    get held(): number {
      return flows.filter(({ isSilent, isClientGone }) => isSilent && !isClientGone).length;
    },
    async close(): Promise<void> {
      for (const { client, server } of flows) {
        client.destroy();
        server.destroy();
      }
      await new Promise((resolve) => proxy.close(resolve));
    },
  };
}

function passEnd(flow: Flow, from: Socket, to: Socket): void {
  from.on('end', () => {
    if (!flow.isSilent) to.end();
  });
  from.on('error', () => {
    if (!flow.isSilent) to.destroy();
  });
}
