import { type AnswerFixture, chunk, done, sse, stop } from './read-answer.ts';

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const image = `![image](data:image/png;base64,${png})`;

/** What new-api makes of the images of Gemini's image models: Markdown with a data address inside of the text. */
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
];
