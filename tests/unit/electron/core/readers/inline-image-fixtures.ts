import { type AnswerFixture, chunk, done, sse, stop } from '../../../../support/readers/read-answer.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = `![image](data:image/png;base64,${png})`;

const part = (text: string, rest: Record<string, unknown> = {}) =>
  sse({ candidates: [{ index: 0, content: { role: 'model', parts: [{ text }] }, ...rest }] });

const at = { output_index: 0, content_index: 0, item_id: 'm' };
const delta = (text: string) => sse({ type: 'response.output_text.delta', ...at, delta: text });
const message = (text: string) => ({ type: 'message', id: 'm', content: [{ type: 'output_text', text }] });
const completed = (text: string) =>
  sse({ type: 'response.completed', response: { object: 'response', status: 'completed', output: [message(text)] } });

/** What new-api makes of the images of Gemini's image models: Markdown with a data URL in the text. */
export const inlineImageFixtures: AnswerFixture[] = [
  {
    name: 'an image in one delta',
    kind: 'chat',
    body: chunk({ content: 'Here: ' }) + chunk({ content: image }) + chunk({ content: ' Done.' }) + stop + done,
    tells: ['text Here: ', `image image/png ${png}`, 'text  Done.', 'finish stop'],
    verdict: 'complete',
  },
  {
    name: 'an image whose marks are cut over deltas',
    kind: 'chat',
    body:
      chunk({ content: 'A!' }) +
      chunk({ content: '[im' }) +
      chunk({ content: 'age](da' }) +
      chunk({ content: `ta:image/png;base64,${png.slice(0, 40)}` }) +
      chunk({ content: png.slice(40) }) +
      chunk({ content: ')B' }) +
      stop +
      done,
    tells: ['text A', `image image/png ${png}`, 'text B', 'finish stop'],
    verdict: 'complete',
  },
  {
    name: 'a whole answer with two images, one with a title',
    kind: 'chat',
    head: { streamAsked: false },
    body: JSON.stringify({
      choices: [
        {
          index: 0,
          message: { content: `${image}\n\n![a cat](<data:image/png;base64,${png}> "A cat")` },
          finish_reason: 'stop',
        },
      ],
    }),
    tells: [`image image/png ${png}`, 'text \n\n', `image image/png ${png}`, 'finish stop'],
    verdict: 'complete',
  },
  {
    name: 'what a code block shows, an ordinary image and a short example stay text',
    kind: 'chat',
    body:
      chunk({ content: `\`\`\`md\n${image}\n\`\`\`\n` }) +
      chunk({ content: '![x](https://a.example/b.png) ![y](data:image/png;base64,...) `' }) +
      chunk({ content: `${image}\` wow![` }) +
      stop +
      done,
    tells: [
      `text \`\`\`md\n${image}\n\`\`\`\n![x](https://a.example/b.png) ![y](data:image/png;base64,...) \`${image}\` wow`,
      'finish stop',
      'text ![',
    ],
    verdict: 'complete',
  },
  {
    name: 'a last whole message repeats the deltas and their image',
    kind: 'chat',
    body:
      chunk({ content: `Here: ${image}` }) +
      sse({ choices: [{ index: 0, message: { content: `Here: ${image}` }, finish_reason: 'stop' }] }) +
      done,
    tells: ['text Here: ', `image image/png ${png}`, 'finish stop'],
    verdict: 'complete',
  },
  {
    name: 'an image that breaks off with the stream',
    kind: 'chat',
    body: chunk({ content: `Here: ${image.slice(0, -20)}` }),
    tells: ['text Here: ', `image image/png ${png.slice(0, -19)}`, 'warning items-odd'],
    verdict: 'truncated',
    code: 'no-terminal',
  },
  {
    name: 'an image in the parts of a native stream',
    kind: 'native',
    body:
      part('Here: ![im') +
      part(`age](data:image/png;base64,${png.slice(0, 50)}`) +
      part(`${png.slice(50)}) Done.`, { finishReason: 'STOP' }),
    tells: ['text Here: ', `image image/png ${png}`, 'text  Done.', 'finish STOP'],
    verdict: 'complete',
  },
  {
    name: 'a native answer in one piece that is nothing but an image',
    kind: 'native',
    head: { streamAsked: false },
    body: JSON.stringify({ candidates: [{ content: { parts: [{ text: image }] }, finishReason: 'STOP' }] }),
    tells: [`image image/png ${png}`, 'finish STOP'],
    verdict: 'complete',
  },
  {
    name: 'a native image that breaks off with the stream',
    kind: 'native',
    body: part(`Here: ${image.slice(0, -20)}`),
    tells: ['text Here: ', `image image/png ${png.slice(0, -19)}`, 'warning items-odd'],
    verdict: 'truncated',
    code: 'no-terminal',
  },
  {
    name: 'an image in the deltas of a responses stream, repeated by its last events',
    kind: 'responses',
    body:
      delta('Here: ![image](data:image/png;ba') +
      delta(`se64,${png}) `) +
      delta('Done.') +
      sse({ type: 'response.output_text.done', ...at, text: `Here: ${image} Done.` }) +
      completed(`Here: ${image} Done.`),
    tells: ['text Here: ', `image image/png ${png}`, 'text  Done.', 'finish completed'],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'an image that only the last document of a responses stream has',
    kind: 'responses',
    body: delta('Here: ') + completed(`Here: ${image}`),
    tells: ['text Here: ', 'finish completed', `image image/png ${png}`, 'final Here: '],
    verdict: 'complete',
    finished: true,
  },
  {
    name: 'a responses answer in one piece with an image',
    kind: 'responses',
    head: { streamAsked: false },
    body: JSON.stringify({ object: 'response', status: 'completed', output: [message(`${image}!`)] }),
    tells: [`image image/png ${png}`, 'finish completed', 'text !'],
    verdict: 'complete',
  },
];
