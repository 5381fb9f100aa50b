import * as z from 'zod';
import { flag, oneOf } from '../fields/fields.ts';
import { assertions } from './assertions.ts';
import { requestChange, requestOptions } from './request.ts';

const ipFamilies = ['any', '4', '6'] as const;
export type IpFamily = (typeof ipFamilies)[number];

/** The options that pages and network monitors share. */
export const networkOptionFields = {
  ip_family: oneOf('IP family', ipFamilies),
  cert_alerts: flag('Certificate alerts'),
};

/** Request and assertions of a page's check, in addition to the specified fields. */
export const urlOptions = z.object({ ...networkOptionFields, request: requestOptions, assertions });
export type UrlOptions = z.output<typeof urlOptions>;
export const networkOptions = z.object(networkOptionFields);
export type NetworkOptions = z.output<typeof networkOptions>;

/** The options in a PUT: a list is replaced, a request is merged. */
export const urlOptionsChange = urlOptions.extend({ request: requestChange }).partial();
