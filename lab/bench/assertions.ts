/**
 * Cost of the compare `contains` on a page of 100 KB: what a check does in addition, which is to search the pieces of
 * the body as they arrive and to evaluate the response. There are too many pages for the CPU cache, as in real checks.
 *
 *   npm run bench -- assertions
 */
import type { Assertion } from '@upvigil/core/contract/check-options/assertions';
import { systemClock } from '@upvigil/server/base/clock';
import { createBodyCapture } from '@upvigil/server/checks/probe/assertions/captured-body';
import { evaluateAnswer } from '@upvigil/server/checks/probe/assertions/evaluate-answer';
import { createEvaluator } from '@upvigil/server/checks/probe/assertions/evaluator';
import { percentile } from './support/figures.ts';
import { reportFigure } from './support/targets/report-figure.ts';

const pageBytes = 100_000;
/** The size of the pieces that a socket delivers. */
const pieceBytes = 64 * 1024;
const pageCount = 200;
const rounds = 40;
const line =
  '<div class="row"><a href="/page/12">Lorem ipsum</a> dolor sit amet, the same as in the line before this one.</div>\n';
/** Texts at the very end, so that the whole page is searched. The search is slow for some and fast for others. */
const texts = ['Welcome', 'the last words', 'Order number 4711 was sent'];

/** A page that ends with this text, in pieces. */
function makePage(text: string): Buffer[] {
  const page = Buffer.from(line.repeat(pageBytes / line.length + 1).slice(0, pageBytes - text.length) + text);
  return [page.subarray(0, pieceBytes), page.subarray(pieceBytes)];
}

const evaluator = createEvaluator(systemClock);

async function evaluatePage(assertions: readonly Assertion[], pieces: readonly Buffer[]): Promise<void> {
  const capture = createBodyCapture(assertions, 'utf-8');
  for (const piece of pieces) capture?.add(piece);
  if (!capture) return;
  const { size, found } = capture;
  const answer = { url: 'http://127.0.0.1/', headers: {}, charset: 'utf-8', size, found, bytes: capture.bytes() };
  const { outcome } = await evaluateAnswer(assertions, answer, {}, (...asked) => evaluator.evaluate(...asked, {}), {});
  if (outcome !== 'up') throw new Error(`the page was found ${outcome}`);
}

/** CPU of this process for one page in milliseconds: the median of some rounds. */
async function measure(value: string): Promise<number> {
  const assertions: Assertion[] = [{ source: 'body', property: '', compare: 'contains', value }];
  const pages = Array.from({ length: pageCount }, () => makePage(value));
  const costs: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const before = process.cpuUsage();
    for (const page of pages) await evaluatePage(assertions, page);
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000 / pageCount);
  }
  return percentile(costs, 0.5);
}

for (const text of texts) {
  const cost = await measure(text);
  console.log(`contains "${text}" on a page of ${pageBytes / 1000} KB: ${cost.toFixed(4)} ms of CPU`);
  reportFigure('contains', cost, { of: `"${text}"` });
}
