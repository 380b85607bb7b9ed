import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the gateway puts into each field of a response. */
export interface Hostility {
  text: string;
  /** For single-line fields: names, ids, headers, status texts. Only one of them: nothing but the text is hostile. */
  lines: readonly string[];
}

export interface HostileGateway {
  readonly url: string;
  /** The content of the next responses. */
  say(hostility: Hostility): void;
  close(): Promise<void>;
}

/** A gateway whose every word is hostile. */
export async function startHostileGateway(): Promise<HostileGateway> {
  let { text, lines }: Hostility = { text: 'Hello.', lines: ['plain'] };
  const line = (at: number) => lines[at % lines.length] ?? '';

  const answers: Record<string, () => unknown> = {
    'GET /v1/models': () => ({
      object: 'list',
      data: [
        { id: 'hostile', object: 'model' },
        ...lines.slice(0, 40).map((id) => ({ id, object: 'model', owned_by: id })),
      ],
    }),
    'POST /v1/chat/completions': () => ({
      id: line(1),
      object: 'chat.completion',
      model: line(2),
      system_fingerprint: line(3),
      choices: [
        {
          index: 0,
          finish_reason: lines.length > 1 ? 'tool_calls' : 'stop',
          message: {
            role: 'assistant',
            content: text,
            ...(lines.length > 1 && {
              reasoning_content: text,
              annotations: [{ type: 'url_citation', url_citation: { url: line(4), title: line(5) } }],
              tool_calls: [
                {
                  id: line(6),
                  type: 'function',
                  function: { name: line(7), arguments: JSON.stringify({ [line(8)]: text }) },
                },
              ],
            }),
          },
        },
      ],
      usage: { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 },
    }),
    'POST /v1/audio/transcriptions': () => ({ text, segments: [{ id: 0, start: 0, end: 1, text: line(9) }] }),
    'POST /v1/video/generations': () => ({ task_id: line(10).slice(0, 200), status: 'queued' }),
  };

  const refuse = (response: ServerResponse) => {
    response.statusCode = 400;
    response.statusMessage = latin(line(11));
    response.end(JSON.stringify({ error: { message: text, type: line(12), code: line(13), param: line(14) } }));
  };
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      const [path = ''] = (request.url ?? '').split('?');
      response.setHeader('content-type', 'application/json');
      response.setHeader('x-request-id', latin(line(15)));
      response.setHeader('x-hostile', latin(line(16)));
      const answer = answers[`${request.method} ${path}`];
      if (answer) response.end(JSON.stringify(answer()));
      else refuse(response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    say(hostility) {
      ({ text, lines } = hostility);
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** What a header may contain. */
const latin = (text: string) => text.replace(/[^\x20-\x7e]/g, '').slice(0, 1000);
