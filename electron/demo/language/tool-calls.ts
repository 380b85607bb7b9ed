import { asRecord, isRecord, parsed } from '../json-value.ts';
import { hash } from './chance.ts';
import { readPrompt } from './prompt-reading.ts';
import { instanceOf } from './schema-instance.ts';
import { shorten } from './tokens.ts';
import { lastUserMessage, type Message, type Tool, type ToolCall, type Turn } from './turn.ts';

/** Used by tool call scenarios when the request has no tool of its own. */
export const weatherTool: Tool = {
  name: 'get_weather',
  description: 'Current weather in a city',
  schema: {
    type: 'object',
    properties: { city: { type: 'string' }, unit: { type: 'string', enum: ['celsius', 'fahrenheit'] } },
    required: ['city', 'unit'],
  },
};

/** Returns the words of a name or text, also split at case changes and symbols: `getWeatherNow` has three. */
const wordsOf = (text: string): Set<string> =>
  new Set(
    text
      .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/[\p{L}\d]{3,}/gu) ?? [],
  );

const emptyWords = new Set(['get', 'set', 'the', 'and', 'for', 'with', 'from', 'tool', 'function', 'this', 'that']);

function overlap(text: string, prompt: Set<string>): number {
  return [...wordsOf(text)].filter((word) => !emptyWords.has(word) && prompt.has(word)).length;
}

/**
 * Returns the tool calls of this turn, if any. A named or required tool is always called; the tools model calls the
 * tool whose name and description share most words with the prompt, and every further tool that the prompt names.
 * Nothing is called while the newest message is a tool result.
 */
export function chooseCalls(turn: Turn): ToolCall[] {
  const { toolChoice, tools } = turn;
  if (toolChoice === 'none' || tools.length === 0 || turn.messages.at(-1)?.role === 'tool') return [];
  const prompt = wordsOf(lastUserMessage(turn).text);
  const ranked = tools
    .map((tool) => ({ tool, named: overlap(tool.name, prompt), score: overlap(tool.description, prompt) }))
    .toSorted((one, other) => other.named * 3 + other.score - (one.named * 3 + one.score));
  const best = ranked[0]?.tool;
  if (!best) return [];
  if (typeof toolChoice === 'object')
    return callsTo(
      tools.filter((tool) => tool.name === toolChoice.name),
      turn,
    );
  if (turn.callsTwice) return callsTo([best, best], turn);
  if (turn.voice !== 'tools') return toolChoice === 'required' ? callsTo([best], turn) : [];
  const others = turn.parallelCalls ? ranked.slice(1).filter(({ named }) => named > 0) : [];
  return callsTo([best, ...others.map(({ tool }) => tool)], turn);
}

function callsTo(tools: Tool[], turn: Turn): ToolCall[] {
  const prompt = lastUserMessage(turn).text;
  return tools.map((tool, index) => ({
    id: `call_${hash(`${turn.messages.length}/${prompt}/${tool.name}/${index}`).toString(16).padStart(8, '0')}`,
    name: tool.name,
    arguments: JSON.stringify(asRecord(instanceOf(tool.schema, prompt))),
  }));
}

/** Describes the newest tool results. They are only repeated: nothing is inferred from them. */
export function replyFromTools(turn: Turn): string {
  const first = turn.messages.findLastIndex((message) => message.role !== 'tool') + 1;
  const answers = turn.messages.slice(first);
  const asked = lastUserMessage(turn).text;
  return [
    `You asked: “${shorten(asked, 120)}”. I called ${answers.length === 1 ? 'one tool' : `${answers.length} tools`}, which returned:`,
    ...answers.map(describeToolOutput),
  ].join('\n\n');
}

function describeToolOutput(message: Message): string {
  const title = `**${message.tool ?? 'tool'}**`;
  const value = parsed(message.text);
  if (!isRecord(value)) return `${title}: ${message.text || '(empty output)'}`;
  const rows = Object.entries(value).map(
    ([name, field]) =>
      `| ${name} | ${(typeof field === 'string' ? field : JSON.stringify(field)).replaceAll('|', '\\|')} |`,
  );
  return `${title}:\n\n| Field | Value |\n| :--- | :--- |\n${rows.join('\n')}`;
}

/** Returns the reply of the tools model when the request has no tools: how to add some. */
export function explainTools(turn: Turn): string {
  const topic = readPrompt(lastUserMessage(turn).text).subjects[0] ?? 'weather';
  const example = [
    { type: 'function', function: { ...weatherTool, schema: undefined, parameters: weatherTool.schema } },
  ];
  return [
    `I am the tools model of the demo gateway. Your request defines no tools, so I can't call one for *${topic}*. Add some in \`tools\`, for example:`,
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    'I select the tool whose name and description match your message best, and fill its arguments from your words.',
  ].join('\n\n');
}
