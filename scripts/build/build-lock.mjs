import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const lookAgainMilliseconds = 200;
const sayAgainMilliseconds = 1_000;
/** Another program may have the number of one that broke off, as after a power cut. */
const silentMilliseconds = 15_000;

/**
 * Works when no other process does, so that two starts at once do not write the same files. A lock whose process is gone,
 * or does not renew it any more, does not count. Where no lock can be made, it works without.
 *
 * @template T
 * @param {string} file
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function whileLocked(file, work) {
  while (!tryLock(file)) await wait(lookAgainMilliseconds);
  const renewal = setInterval(() => renew(file), sayAgainMilliseconds);
  try {
    return await work();
  } finally {
    clearInterval(renewal);
    if (ownerOf(file) === process.pid) rmSync(file, { force: true });
  }
}

/**
 * @param {string} file
 * @returns {boolean} whether this process may work
 */
function tryLock(file) {
  const own = `${file}.${process.pid}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(own, String(process.pid));
  } catch {
    return true;
  }
  try {
    // Whole from the beginning, and only when it is not there.
    linkSync(own, file);
    return true;
  } catch (error) {
    if (Object(error).code !== 'EEXIST') return true;
    if (isStale(file)) rmSync(file, { force: true });
    return false;
  } finally {
    rmSync(own, { force: true });
  }
}

/** @param {string} file */
function isStale(file) {
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) return false;
  const owner = ownerOf(file);
  return owner === null || !isAlive(owner) || Date.now() - stats.mtimeMs > silentMilliseconds;
}

/** @param {string} file */
function renew(file) {
  try {
    utimesSync(file, new Date(), new Date());
  } catch {
    // Somebody took it for stale, or cleared the folder: the work goes on.
  }
}

/** @param {string} file */
function ownerOf(file) {
  try {
    return Number(readFileSync(file, 'utf8')) || null;
  } catch {
    return null;
  }
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's is alive too.
    return Object(error).code === 'EPERM';
  }
}
