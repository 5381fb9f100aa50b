import { once } from 'node:events';
import { connect } from 'node:net';
import { startSlackSink } from '@upvigil/server/testing/sinks/slack-sink';
import { expect, it, onTestFinished } from 'vitest';
import { sentSoFar } from './sent-so-far.ts';

it('counts a message that was sent before and is not read yet, however long nobody could read', async () => {
  const slack = await startSlackSink();
  onTestFinished(() => slack.close());
  const body = JSON.stringify({
    text: 'down',
    blocks: [{ type: 'header', text: { type: 'plain_text', text: 'a is down' } }],
  });
  const sender = connect(slack.port, '127.0.0.1');
  await once(sender, 'connect');
  const path = new URL(slack.webhookUrl('x')).pathname;
  sender.write(`POST ${path} HTTP/1.1\r\nhost: sink\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  const counting = sentSoFar(slack);
  // As on a busy machine: whatever has waited for a while is done before anything is read.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  expect(await counting).toBe(1);
  sender.destroy();
});
