import type { Received } from './wire-server.ts';
import { chunk, chunkedHead, lastChunk } from './wire-server.ts';

const event = (choice: object) =>
  `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', model: 'm-1', choices: [{ index: 0, ...choice }] })}\n\n`;

/** One event of a streamed chat with some text. */
export const delta = (content: string) => event({ delta: { content } });
export const finish = event({ delta: {}, finish_reason: 'stop' });
export const done = 'data: [DONE]\n\n';

/** A complete unstreamed chat response. */
export const completion = (content = 'Hello') => ({
  id: 'x',
  object: 'chat.completion',
  model: 'm-1',
  choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
  usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
});

/** Responds with a complete stream of these events. */
export const streamed =
  (...pieces: (string | Uint8Array)[]) =>
  ({ socket }: Received) => {
    socket.write(chunkedHead());
    for (const piece of pieces) socket.write(chunk(piece));
    socket.write(lastChunk);
  };
