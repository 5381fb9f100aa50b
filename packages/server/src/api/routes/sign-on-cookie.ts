import { apiPrefix } from '@upvigil/core/contract/names/paths';
import { limits } from '@upvigil/core/limits';
import type { FastifyReply, FastifyRequest } from 'fastify';

const name = 'upvigil_sign_on';
/** 256 bits, base64url. */
const valueForm = /^[\w-]{43}$/;

/** The value that binds a sign-in at the provider to one browser; null without a valid cookie. */
export function browserOf({ headers }: FastifyRequest): string | null {
  const values = (headers.cookie ?? '').split(';').flatMap((pair) => {
    const [key = '', ...rest] = pair.trim().split('=');
    return key === name ? [rest.join('=')] : [];
  });
  const [value, ...more] = values;
  return value !== undefined && more.length === 0 && valueForm.test(value) ? value : null;
}

/** Lax: sent when the provider redirects back, but not with requests that another site starts. */
export function setBrowser(reply: FastifyReply, browser: string, isHttps: boolean): void {
  reply.header('set-cookie', cookie(browser, limits.signOn.minutes * 60, isHttps));
}

export function forgetBrowser(reply: FastifyReply, isHttps: boolean): void {
  reply.header('set-cookie', cookie('', 0, isHttps));
}

const cookie = (value: string, seconds: number, isHttps: boolean): string =>
  `${name}=${value}; Path=${apiPrefix}/auth; Max-Age=${seconds}; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`;
