import { z } from 'zod';
import type { SendResult } from '../../channel.ts';
import type { ProviderAnswer } from '../../http-request.ts';
import { cutToFit } from '../../message/cut-text.ts';
import { type PlainMessage, textWithCount } from '../../message/fitting.ts';
import type { OwnChannelKind } from '../own-channel.ts';
import { type AnswerReading, parseBody, resultOfAnswer } from '../provider-result.ts';
import { chatCapacity, chatMessage } from './chat-text.ts';

/** Bytes of the request. 28 KB are documented, but messages of more than 21,000 bytes were observed to fail. */
const mostBytes = 20_000;

/**
 * An Adaptive Card for the trigger 'When a Teams webhook request is received':
 * https://learn.microsoft.com/en-us/microsoftteams/platform/webhooks-and-connectors/how-to/connectors-using. Text is
 * in runs, which ignore Markdown (https://learn.microsoft.com/en-us/adaptive-cards/schema-explorer/text-run), one
 * block for each line.
 */
const teamsMessage = ({ title, links, ...message }: PlainMessage) => ({
  type: 'message',
  attachments: [
    {
      contentType: 'application/vnd.microsoft.card.adaptive',
      content: {
        $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
        type: 'AdaptiveCard',
        version: '1.2',
        fallbackText: title,
        msteams: { width: 'Full' },
        body: [
          textBlock({ text: title, size: 'Medium', weight: 'Bolder' }),
          ...textWithCount(message)
            .split('\n')
            .filter((line) => line.trim() !== '')
            .map((line) => textBlock({ text: line })),
        ],
        actions: links.map(({ label, url }) => ({ type: 'Action.OpenUrl', title: label, url })),
      },
    },
  ],
});

const textBlock = (run: { text: string; size?: 'Medium'; weight?: 'Bolder' }) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', ...run }],
});

const bytesOf = (message: PlainMessage): number => Buffer.byteLength(JSON.stringify(teamsMessage(message)));

/** Cuts repeatedly until the request fits, because the size of a character in JSON is known only after encoding. */
function cutMessage(message: PlainMessage): PlainMessage {
  let cut = message;
  for (let most = mostBytes; bytesOf(cut) > mostBytes && most > 1; most = Math.floor(most * 0.8)) {
    // For many short lines the blocks take more space than the text.
    const all = message.text.split('\n');
    const mostLines = Math.ceil(most / 200);
    const text = all.length > mostLines ? `${all.slice(0, mostLines).join('\n')}…` : message.text;
    cut = { ...message, text: cutToFit(text, { most, unit: 'bytes' }) };
  }
  return cut;
}

const errorSchema = z.object({ error: z.object({ code: z.string().catch(''), message: z.string().catch('') }) });

const reading: AnswerReading = {
  words(body) {
    const error = parseBody(errorSchema, body)?.error;
    return error ? [error.code, error.message].filter(Boolean).join(': ') : null;
  },
  finalStatuses: [404],
};

/** Older connectors answer 200 with the refusal as text: 'endpoint returned HTTP error 413'. */
const refusedInWords = /returned HTTP error (\d{3})\b/;

function resultOf(answer: ProviderAnswer): SendResult {
  const said = refusedInWords.exec(answer.body)?.[1];
  return resultOfAnswer(said === undefined ? answer : { ...answer, status: Number(said), body: '' }, reading);
}

/** Posts to the URL of a workflow. */
export const teamsKind: OwnChannelKind<'teams'> = {
  name: 'teams',
  capacity: (contents, publicUrl) => chatCapacity(contents, publicUrl, (message) => bytesOf(message) <= mostBytes),
  async send({ webhook_url }, outgoing, { ask, extras }) {
    const json = teamsMessage(cutMessage(chatMessage(outgoing, extras)));
    return resultOf(await ask({ url: new URL(webhook_url), method: 'POST', json }));
  },
};
