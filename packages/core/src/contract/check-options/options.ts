import * as z from 'zod';
import { flag, oneOf } from '../fields/fields.ts';
import { assertions } from './assertions.ts';
import { requestChange, requestOptions } from './request.ts';

const ipFamilies = ['any', '4', '6'] as const;
export type IpFamily = (typeof ipFamilies)[number];

/** Fields that a network monitor has too. */
export const networkOptionFields = {
  ip_family: oneOf('IP family', ipFamilies),
  cert_alerts: flag('Certificate alerts'),
};

/** Request and assertions of a page's check, besides the specified fields. */
export const urlOptions = z.object({ ...networkOptionFields, request: requestOptions, assertions });
export type UrlOptions = z.output<typeof urlOptions>;
/** The same of a network monitor. */
export const networkOptions = z.object(networkOptionFields);
export type NetworkOptions = z.output<typeof networkOptions>;

/** The options in a PUT. A list is replaced, a request is merged. */
export const urlOptionsChange = urlOptions.extend({ request: requestChange }).partial();
