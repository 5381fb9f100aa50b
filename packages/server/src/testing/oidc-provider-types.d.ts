/** The part of oidc-provider that tests use; its own types would bring those of Koa. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface OidcContext {
    body?: unknown;
    oidc: { client?: { clientId: string }; session?: { accountId?: string } };
  }
  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }
  interface Configuration {
    clients: { client_id: string; client_secret: string; redirect_uris: string[] }[];
    claims: Record<string, string[]>;
    jwks: { keys: object[] };
    cookies: { keys: string[] };
    features: { devInteractions: { enabled: boolean } };
    interactions: { url(context: OidcContext, interaction: { uid: string }): string };
    pkce: { required(): boolean };
    findAccount(context: OidcContext, sub: string): { accountId: string; claims(): Promise<object> };
    loadExistingGrant(context: OidcContext): Promise<Grant>;
  }
  // biome-ignore lint/style/noDefaultExport: the package exports it so
  export default class Provider {
    constructor(issuer: string, configuration: Configuration);
    readonly Grant: new (owner: {
      clientId: string;
      accountId: string;
    }) => Grant;
    use(middleware: (context: OidcContext, next: () => Promise<void>) => Promise<void>): void;
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
  }
}
