/**
 * Distribution of response times in a few dozen bytes: counts in logarithmic buckets, 4 % wide, so that any percentile
 * is within 2 %. Merging is exact, because counts add up.
 *
 * The bytes are pairs of varints, ascending by bucket: the distance to the previous bucket, and the count. An empty
 * sketch has no bytes.
 */
export type LatencySketch = Uint8Array;

export const sketchRelativeError = 0.02;
const growth = (1 + sketchRelativeError) / (1 - sketchRelativeError);
const logGrowth = Math.log(growth);
/** The bucket of about 20 minutes; no measurement takes longer. */
const highestBucket = 524;

export const emptySketch: LatencySketch = new Uint8Array(0);

/** Adds measured times, in microseconds. */
export function addToSketch(sketch: LatencySketch, timesUs: readonly number[]): LatencySketch {
  if (timesUs.length === 0) return sketch;
  const pairs = decode(sketch);
  for (const time of timesUs) addCount(pairs, bucketOf(time), 1);
  return encode(pairs);
}

export function mergeSketches(sketches: Iterable<LatencySketch>): LatencySketch {
  const merged: number[] = [];
  for (const sketch of sketches) {
    const pairs = decode(sketch);
    for (let at = 0; at < pairs.length; at += 2) addCount(merged, pairs[at] ?? 0, pairs[at + 1] ?? 0);
  }
  return encode(merged);
}

/** Percentile (0 to 100) by nearest rank, in microseconds, within 2 %. Null without values. */
export function sketchPercentile(sketch: LatencySketch, percent: number): number | null {
  const pairs = decode(sketch);
  let total = 0;
  for (let at = 1; at < pairs.length; at += 2) total += pairs[at] ?? 0;
  if (total === 0) return null;
  const rank = Math.max(1, Math.ceil((percent / 100) * total));
  let seen = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    seen += pairs[at + 1] ?? 0;
    if (seen >= rank) return timeOf(pairs[at] ?? 0);
  }
  return null;
}

/** Whether bytes are a valid sketch. Those of a backup may be invalid, and would give meaningless percentiles. */
export function isSketch(bytes: Uint8Array): boolean {
  if ((bytes.at(-1) ?? 0) > 127) return false;
  const pairs = decode(bytes);
  return pairs.length % 2 === 0 && (pairs.at(-2) ?? 0) <= highestBucket && pairs.every(Number.isSafeInteger);
}

/** Bucket n has times above growth^(n-1) and up to growth^n microseconds; bucket 0 all up to 1. */
function bucketOf(timeUs: number): number {
  if (timeUs <= 1) return 0;
  return Math.min(highestBucket, Math.ceil(Math.log(timeUs) / logGrowth));
}

/** The time, in microseconds, with the same relative distance to both ends of the bucket. */
const timeOf = (bucket: number): number => (bucket === 0 ? 1 : (2 * growth ** bucket) / (growth + 1));

/**
 * `pairs` is a flat list of bucket, count, bucket, count ... Searched from the end, because new times are mostly in
 * high buckets.
 */
function addCount(pairs: number[], bucket: number, count: number): void {
  let at = pairs.length;
  while (at > 0 && (pairs[at - 2] ?? 0) > bucket) at -= 2;
  if (at > 0 && pairs[at - 2] === bucket) pairs[at - 1] = (pairs[at - 1] ?? 0) + count;
  else pairs.splice(at, 0, bucket, count);
}

function decode(sketch: LatencySketch): number[] {
  const pairs: number[] = [];
  let number = 0;
  let scale = 1;
  let bucket = 0;
  for (const byte of sketch) {
    number += (byte & 127) * scale;
    if (byte > 127) {
      scale *= 128;
      continue;
    }
    if (pairs.length % 2 === 0) {
      bucket += number;
      pairs.push(bucket);
    } else pairs.push(number);
    number = 0;
    scale = 1;
  }
  return pairs;
}

function encode(pairs: readonly number[]): LatencySketch {
  const bytes: number[] = [];
  let before = 0;
  for (let at = 0; at < pairs.length; at += 2) {
    const bucket = pairs[at] ?? 0;
    pushVarint(bytes, bucket - before);
    pushVarint(bytes, pairs[at + 1] ?? 0);
    before = bucket;
  }
  return Uint8Array.from(bytes);
}

function pushVarint(bytes: number[], number: number): void {
  let rest = number;
  while (rest > 127) {
    bytes.push((rest % 128) | 128);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}
