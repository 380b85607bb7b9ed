import { expect, test } from 'vitest';
import { chooseCalls } from '#demo/language/tool-calls.ts';
import type { Message, Tool, Turn } from '#demo/language/turn.ts';

const tool = (name: string, description = ''): Tool => ({
  name,
  description,
  schema: { type: 'object', properties: {} },
});
const said = (role: Message['role'], text: string): Message => ({ role, text, media: [], calls: [], tool: null });

const turn = (prompt: string, more: Partial<Turn> = {}): Turn => ({
  model: 'demo-tools',
  voice: 'tools',
  system: '',
  messages: [said('user', prompt)],
  tools: [
    tool('get_weather', 'Weather in a city'),
    tool('searchFlights', 'Find flights'),
    tool('get_time', 'Clock of a place'),
  ],
  toolChoice: 'auto',
  parallelCalls: true,
  format: { kind: 'text' },
  maxTokens: null,
  stop: [],
  choices: 1,
  temperature: null,
  seed: null,
  effort: 'medium',
  request: { method: 'POST', path: '/', body: null },
  inChinese: false,
  refuses: false,
  callsTwice: false,
  ...more,
});

const names = (given: Turn): string[] => chooseCalls(given).map((call) => call.name);

test('the tool with the most words in common is called, in any case of its name', () => {
  expect(names(turn('Find me flights to Oslo'))).toEqual(['searchFlights']);
  expect(names(turn('How is the weather in Oslo?'))).toEqual(['get_weather']);
});

test('every tool that the prompt names is called, unless parallel calls are disabled', () => {
  const prompt = 'Weather in Oslo and the time there';
  expect(names(turn(prompt))).toEqual(['get_weather', 'get_time']);
  expect(names(turn(prompt, { parallelCalls: false }))).toEqual(['get_weather']);
});

test("the client's tool choice decides", () => {
  expect(names(turn('Weather', { toolChoice: 'none' }))).toEqual([]);
  expect(names(turn('Weather', { toolChoice: { name: 'get_time' } }))).toEqual(['get_time']);
  expect(names(turn('Weather', { voice: 'chat' }))).toEqual([]);
  expect(names(turn('Weather', { voice: 'chat', toolChoice: 'required' }))).toEqual(['get_weather']);
});

test('nothing is called right after a tool output', () => {
  expect(names(turn('', { messages: [said('user', 'Weather'), said('tool', 'Sunny')] }))).toEqual([]);
});

test('ids differ between calls and repeat for the same request', () => {
  const ids = chooseCalls(turn('Weather and time')).map((call) => call.id);
  expect(new Set(ids).size).toBe(2);
  expect(chooseCalls(turn('Weather and time')).map((call) => call.id)).toEqual(ids);
});
