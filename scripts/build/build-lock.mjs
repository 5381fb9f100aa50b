import { linkSync, mkdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

const lookAgainMilliseconds = 200;
const sayAgainMilliseconds = 1_000;
/** The process number of a crashed owner may be in use by another program, for example after a power cut. */
const silentMilliseconds = 15_000;

/**
 * Runs `work` while no other process does, so that two simultaneous starts do not write the same files. A lock is stale
 * if its process has ended or no longer renews it. Runs without a lock if none can be created.
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
    // Creates the lock with its content in one step, and only if it does not exist.
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
    // Another process took it for stale or cleared the folder: the work continues.
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
    // A process of another user is alive too.
    return Object(error).code === 'EPERM';
  }
}
