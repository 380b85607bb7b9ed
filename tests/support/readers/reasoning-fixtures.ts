import { type AnswerFixture, chunk, done, sse, stop } from './read-answer.ts';
import { completed, counts, created, delta, message, named } from './response-events.ts';

/** A chat reply in pieces. */
const says = (name: string, pieces: string[], tells: string[], rest: Partial<AnswerFixture> = {}): AnswerFixture => ({
  name,
  kind: 'chat',
  body: `${pieces.map((content) => chunk({ content })).join('')}${stop}${done}`,
  tells: [...tells, 'finish stop'],
  verdict: 'complete',
  ...rest,
});

/** Every character in a chunk of its own. */
const letters = (text: string) => [...text];

const deltaIn = (field: string, value: unknown): AnswerFixture => ({
  name: `reasoning in ${field}`,
  kind: 'chat',
  body: `${chunk({ [field]: value })}${chunk({ content: 'yes' })}${stop}${done}`,
  tells: ['reasoning plan', 'text yes', 'finish stop'],
  verdict: 'complete',
});

/** Tags of models and gateways, around the same reasoning and the same reply. */
export const reasoningNotations = [
  '<think>plan</think>yes',
  '<thinking>\nplan\n</thinking>\n\nyes',
  '<thought>plan</thought>yes',
  '<reasoning>plan</reasoning>yes',
  '<seed:think>plan</seed:think>yes',
  '<Think>plan</THINK>yes',
  '<think type="deep" n=\'1\'>plan</think >yes',
  '[THINK]plan[/THINK]yes',
  '◁think▷plan◁/think▷yes',
  '<|begin_of_thought|>\nplan\n<|end_of_thought|>\n<|begin_of_solution|>\nyes\n<|end_of_solution|>',
  '<|START_THINKING|>plan<|END_THINKING|><|START_RESPONSE|>yes<|END_RESPONSE|>',
  '<|channel|>analysis<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>yes<|return|>',
  '<|start|>assistant<|channel|>commentary <|constrain|>text<|message|>plan<|end|><|start|>assistant<|channel|>final<|message|>yes',
];
/** Without its first token: the name of the channel is one token, and never arrives in pieces. */
const bareChannel = ['analysis', '<|message|>', 'plan<|end|>', '<|start|>assistant<|channel|>final<|message|>yes'];

const native = (parts: unknown[]) => ({ candidates: [{ content: { parts }, finishReason: 'STOP' }] });

/** Reasoning in every notation, on every text route, and text that only looks like it. */
export const reasoningFixtures: AnswerFixture[] = [
  ...reasoningNotations.map((text) => says(text.slice(0, 24), [text], ['reasoning plan', 'text yes'])),
  says('a channel without its first token', bareChannel, ['reasoning plan', 'text yes']),
  says('a reply that begins like a channel', ['analysis', ' of it'], ['text analysis of it']),
  says(
    'blocks one after the other',
    ['<think>one</think>\n\n<think>two</think>\n\nyes'],
    ['reasoning one\n\ntwo', 'text yes'],
  ),
  says(
    'a block between texts, at the start of a line',
    letters('First.\n<think>more</think>\nSecond.\n\n  <thinking>last</thinking>\nThird.'),
    ['text First.\n', 'reasoning more', 'text Second.\n\n  ', 'reasoning \n\nlast', 'text Third.'],
  ),
  says('a block without content', ['<think>\n\n</think>\n\nyes'], ['text yes']),
  says('a closed tag', ['<think/>yes'], ['text yes']),
  says(
    'a tag in the middle of a line is text',
    ['It writes <think>so</think> here.\n<think>no</think>'],
    ['text It writes <think>so</think> here.\n<think>no</think>'],
  ),
  says(
    'a tag in code is text',
    ['See:\n```xml\n<think>\nso\n</think>\n```\nand `<think>` too.'],
    ['text See:\n```xml\n<think>\nso\n</think>\n```\nand `<think>` too.'],
  ),
  says(
    'a tag in a fence of tildes and in indented code is text',
    ['~~~\n<think>a</think>\n~~~\n    </think>\nb'],
    ['text ~~~\n<think>a</think>\n~~~\n    </think>\nb'],
  ),
  says('other tags, brackets and angles are text', letters('<thinker> [THIN] <b>x</b> ◁ 1 < 2 <|im'), [
    'text <thinker> [THIN] <b>x</b> ◁ 1 < 2 <|im',
  ]),
  says(
    'a closing tag without an opening one, of another notation',
    ['plan\n', '[/THINK]\n\nyes'],
    ['text plan\n', 'reasoning plan', 'text yes'],
    { tells: ['text plan\n', 'reasoning plan', 'text yes', 'finish stop', 'final yes'] },
  ),
  says('tags of the connection', letters('«plan»yes'), ['reasoning plan', 'text yes'], {
    head: { reasoningTags: [['«', '»']] },
  }),
  says('an element of the connection', ['<Muse mood="x">plan</muse>yes'], ['reasoning plan', 'text yes'], {
    head: { reasoningTags: [['<muse>', '</muse>']] },
  }),
  ...['reasoning_text', 'reasoningContent', 'thoughts', 'thought', 'thinking_content', 'thinkingContent'].map((field) =>
    deltaIn(field, 'plan'),
  ),
  deltaIn('thinking_blocks', [
    { type: 'thinking', thinking: 'plan', signature: 's' },
    { type: 'redacted_thinking', data: 'zz' },
  ]),
  deltaIn('reasoning_details', [{ type: 'reasoning.summary', summary: 'plan' }]),
  deltaIn('reasoning', { content: [{ type: 'text', text: 'pl' }, 'an'] }),
  {
    name: 'a delta that is marked as a thought',
    kind: 'chat',
    body: `${chunk({ content: 'plan', thought: true })}${chunk({ content: 'yes' })}${stop}${done}`,
    tells: ['reasoning plan', 'text yes', 'finish stop'],
    verdict: 'complete',
  },
  {
    name: 'Responses: tags in the deltas and in the whole',
    kind: 'responses',
    body: named(
      created,
      delta('<thi'),
      delta('nk>plan</think>'),
      delta('yes'),
      completed([message('<think>plan</think>yes')]),
    ),
    tells: ['id r1 m', 'reasoning plan', 'text yes', counts, 'finish completed'],
    verdict: 'complete',
  },
  {
    name: 'Responses: tags in a whole that corrects the deltas',
    kind: 'responses',
    body: named(created, delta('<think>plan</think>ye'), completed([message('<think>plan</think>yes')])),
    tells: ['id r1 m', 'reasoning plan', 'text ye', counts, 'finish completed', 'final yes'],
    verdict: 'complete',
  },
  {
    name: 'Responses: a closing tag without an opening one',
    kind: 'responses',
    body: named(created, delta('plan\n'), delta('</think>\n\nyes'), completed([message('plan\n</think>\n\nyes')])),
    tells: ['id r1 m', 'text plan\n', 'reasoning plan', 'text yes', counts, 'finish completed', 'final yes'],
    verdict: 'complete',
  },
  {
    name: 'Responses: in one document',
    kind: 'responses',
    head: { streamAsked: false },
    body: JSON.stringify(completed([message('[THINK]plan[/THINK]yes')]).response),
    tells: ['id r1 m', 'reasoning plan', 'text yes', counts, 'finish completed'],
    verdict: 'complete',
  },
  {
    name: 'native: tags in the text, cut by events',
    kind: 'native',
    body: `${sse({ candidates: [{ content: { parts: [{ text: '<thou' }] } }] })}${sse(native([{ text: 'ght>plan</thought>yes' }]))}`,
    tells: ['reasoning plan', 'text yes', 'finish STOP'],
    verdict: 'complete',
  },
  {
    name: 'native: a thought that is a text of its own',
    kind: 'native',
    head: { streamAsked: false },
    body: JSON.stringify(native([{ thought: 'plan' }, { text: 'yes' }])),
    tells: ['reasoning plan', 'text yes', 'finish STOP'],
    verdict: 'complete',
  },
];
