import { RequestError } from '@upvigil/core/contract/errors';
import { apiPrefix, oidcPaths } from '@upvigil/core/contract/names/paths';
import type { SignOnError } from '@upvigil/core/contract/sign-on';
import { limits } from '@upvigil/core/limits';
import { factorMessages } from '@upvigil/core/texts/factors';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Audit } from '../../access/audit/audit.ts';
import { clientNetwork } from '../../access/client-network.ts';
import type { OidcSignOn } from '../../access/sign-on/oidc-sign-on.ts';
import type { ProxySignOn } from '../../access/sign-on/proxy-sign-on.ts';
import type { Clock } from '../../base/clock.ts';
import { serveEndpoints } from '../http/serve-endpoints.ts';
import { arrivalOf } from './arrival-of.ts';
import { bearer } from './sign-in-answers.ts';
import { createSignInAttempts } from './sign-in-attempts.ts';
import { browserOf, forgetBrowser, setBrowser } from './sign-on-cookie.ts';

export interface SignOnRouteDeps {
  clock: Clock;
  audit: Pick<Audit, 'refused'>;
  /** Null: no provider is configured. */
  oidc: OidcSignOn | null;
  /** Null: no proxy is configured. */
  proxy: ProxySignOn | null;
  /** The public address, without a trailing slash. */
  publicUrl(): string;
  log: { warn(fields: object, message: string): void };
}

/** Sign-in with a provider, or through an authenticating proxy. */
export function signOnRoutes(api: FastifyInstance, deps: SignOnRouteDeps): void {
  const { clock, audit, oidc, proxy, publicUrl } = deps;
  const attempts = createSignInAttempts(clock, audit, limits.secondFactor.wrongPerMinute);
  if (oidc) wayToProvider(api, oidc, deps);

  serveEndpoints(api, 'signOn', {
    exchange: ({ raw, reply, body: { code }, change }) =>
      attempts.during(raw, reply, async () => {
        const browser = browserOf(raw);
        if (oidc === null) throw off();
        const started = browser === null ? null : await oidc.exchange({ browser, code }, arrivalOf(raw), change);
        if (started === null) throw new RequestError('unauthorized', factorMessages.signOn.expired);
        forgetBrowser(reply, isHttps(publicUrl));
        return bearer(started.token);
      }),
    proxy: ({ raw, reply, change }) =>
      attempts.during(raw, reply, async () => {
        if (proxy === null) throw off();
        const started = await proxy.signIn(raw.raw, arrivalOf(raw), change);
        if (started === null) throw new RequestError('unauthorized', factorMessages.signOn.notNamed);
        return bearer(started.token);
      }),
  });
}

/** Pages and not API calls: the browser navigates to the provider, which redirects back. */
function wayToProvider(api: FastifyInstance, oidc: OidcSignOn, deps: SignOnRouteDeps): void {
  const { clock, audit, publicUrl, log } = deps;
  const begun = createSignInAttempts(clock, null, limits.signOn.perMinute);
  const callback = () => `${publicUrl()}${apiPrefix}${oidcPaths.callback}`;
  const toLogin = (reply: FastifyReply, fragment: string): FastifyReply =>
    reply
      .header('cache-control', 'no-store')
      .header('referrer-policy', 'no-referrer')
      .redirect(`${publicUrl()}/login#${fragment}`);
  const refuse = (reply: FastifyReply, why: SignOnError): FastifyReply => toLogin(reply, `error=${why}`);

  api.get(oidcPaths.start, async (request, reply) => {
    begun.count(request, reply);
    try {
      const { url, browser } = await oidc.begin(callback());
      setBrowser(reply, browser, isHttps(publicUrl));
      return reply.header('cache-control', 'no-store').redirect(url);
    } catch (error) {
      log.warn({ err: error }, 'the single sign-on provider could not be reached');
      return refuse(reply, 'away');
    }
  });
  api.get(oidcPaths.callback, async (request, reply) => {
    const browser = browserOf(request);
    if (browser === null) return refuse(reply, 'expired');
    // The redirect address that the provider got: a proxy may use another one for this server.
    const end = await oidc.finish(browser, new URL(callback() + (/\?.*$/.exec(request.url)?.[0] ?? '')));
    if (end.is === 'in') return toLogin(reply, `code=${end.code}`);
    await audit.refused(clientNetwork(request.ip), request.ip);
    return refuse(reply, end.why);
  });
}

const isHttps = (publicUrl: () => string): boolean => publicUrl().startsWith('https:');

const off = (): RequestError => new RequestError('notFound', factorMessages.signOn.off);
