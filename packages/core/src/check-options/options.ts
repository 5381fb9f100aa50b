import * as z from 'zod';
import { assertions } from './assertions.ts';
import { defaultRequest, requestOptions } from './request.ts';

export const ipFamilies = ['any', '4', '6'] as const;
export type IpFamily = (typeof ipFamilies)[number];

const networkShape = { ip_family: z.enum(ipFamilies), cert_alerts: z.boolean() };

/** What a check of a page asks and wants besides the specified fields. */
export const urlOptions = z.object({ ...networkShape, request: requestOptions, assertions });
export type UrlOptions = z.output<typeof urlOptions>;
/** The same of a network monitor. */
export const networkOptions = z.object(networkShape);
export type NetworkOptions = z.output<typeof networkOptions>;

export const defaultNetworkOptions: NetworkOptions = { ip_family: 'any', cert_alerts: true };
export const defaultUrlOptions: UrlOptions = { ...defaultNetworkOptions, request: defaultRequest, assertions: [] };
