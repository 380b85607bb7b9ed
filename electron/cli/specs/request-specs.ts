import { customKeyStyles, customMethods } from '#shared/contract/exchanges.ts';
import type { RouteId } from '#shared/protocol/route.ts';
import { namedPromptOptions } from './prompts-spec.ts';
import {
  type CommandSpec,
  gatewayOptions,
  jsonOption,
  type OptionSpecs,
  outOptions,
  previewOptions,
  quietOption,
  rawOption,
  wireOptions,
} from './spec.ts';

const model = {
  short: 'm',
  value: 'NAME',
  offers: 'model',
  unset: 'see "patchbay help gateway"',
  text: 'Model to use',
} as const;

export const without = {
  value: 'PATH',
  multiple: true,
  text: 'Leave out a field that Patchbay adds, such as stream_options',
} as const;

/** The content of a request: `run`, and the tasks that are submitted. */
export const draftOptions = {
  model,
  body: {
    short: 'b',
    value: 'JSON',
    offers: 'file',
    text: 'Send this body byte for byte; @FILE reads a file, - reads stdin',
  },
  set: { value: 'PATH=VALUE', multiple: true, text: 'Set one field, such as messages[0].content=Hi; JSON or text' },
  without,
  form: { value: 'NAME=VALUE', multiple: true, text: 'Add a form field; NAME=@FILE uploads a file' },
  param: { value: 'NAME=VALUE', multiple: true, text: 'Set a parameter of the path' },
  query: { value: 'NAME=VALUE', multiple: true, text: 'Add a query parameter' },
  header: { short: 'H', value: '"NAME: VALUE"', multiple: true, text: 'Add a request header' },
  stream: { text: 'Request a streamed response' },
  'allow-misuse': { text: 'Send the body even if it looks like that of another route' },
  method: {
    group: 'CUSTOM ROUTE',
    short: 'X',
    value: 'METHOD',
    choices: customMethods,
    unset: 'GET without a body, else POST',
    text: 'HTTP method',
  },
  path: { group: 'CUSTOM ROUTE', value: '/PATH', text: 'Path below the base URL' },
  'key-style': {
    group: 'CUSTOM ROUTE',
    value: 'STYLE',
    choices: customKeyStyles,
    unset: 'bearer',
    text: 'How the key is sent',
  },
  'content-type': { group: 'CUSTOM ROUTE', value: 'TYPE', text: 'Send the body as text of this type, not as JSON' },
} as const satisfies OptionSpecs;

export const runOptions = {
  ...draftOptions,
  ...gatewayOptions,
  ...wireOptions,
  ...previewOptions,
  ...outOptions,
  ...jsonOption,
  ...rawOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const runSpec: CommandSpec = {
  group: 'Try',
  summary: 'Send one request to any route',
  usage: ['run <route> [words...] [options]'],
  about:
    'The words fill the route\'s own fields: "patchbay routes" shows how. A word - reads stdin, as text or as a file. ' +
    'A chat route puts piped text before the words.',
  examples: [
    'patchbay run chat.completions "Why is the sky blue?" --demo --stream',
    'patchbay run embeddings - --model text-embedding-3-small --json < lines.txt',
    'patchbay run images.edits "add a hat" --form image=@cat.png --model gpt-image-1 -o hat.png',
    'patchbay run native.generateContent "Hello" --model gemini-2.5-pro --connection work',
    'patchbay run custom --path /vendor/echo --query a=b --demo',
  ],
  argument: { offers: 'route' },
  options: runOptions,
  sections: [
    {
      title: 'FILES',
      rows: [
        'FILE is named FILE.part until it is complete. Without --out, a pipe receives the bytes of a file, and images ' +
          'in a text reply are saved in the current folder.',
      ],
    },
  ],
};

/** The routes of a conversation. */
export const chatRouteIds = [
  'chat.completions',
  'responses',
  'native.generateContent',
  'native.streamGenerateContent',
] as const satisfies RouteId[];

export const chatOptions = {
  model,
  system: { short: 's', value: 'TEXT', text: 'System prompt' },
  ...namedPromptOptions,
  continue: { short: 'c', text: 'Continue the last conversation of the terminal, from the history of requests' },
  file: { value: 'FILE', multiple: true, offers: 'file', text: 'Attach a text file or an image to the first message' },
  schema: { value: 'FILE', offers: 'file', text: 'Request JSON that matches the JSON schema in FILE' },
  route: {
    value: 'ROUTE',
    choices: chatRouteIds,
    offers: 'route',
    default: 'chat.completions',
    text: 'Route to send to; the messages are converted',
  },
  set: { value: 'PATH=VALUE', multiple: true, text: 'Set one field of the body, such as temperature=0.2' },
  without,
  ...gatewayOptions,
  ...wireOptions,
  'no-history': {
    ...wireOptions['no-history'],
    text: 'Store neither prompts nor requests to an unsaved gateway',
  },
  ...previewOptions,
  ...outOptions,
  ...jsonOption,
  ...rawOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const chatSpec: CommandSpec = {
  group: 'Try',
  summary: 'Ask a model, or have a conversation',
  usage: ['chat [text] [options]'],
  about:
    'Without text, chat is a conversation: /help lists its commands, such as /model and /file, Ctrl-C stops a reply, ' +
    'Ctrl-D quits. Piped text is sent before the text as one message; a word - puts it elsewhere.',
  examples: [
    'patchbay chat "Why is the sky blue?" --demo',
    'patchbay chat --model gpt-5 --connection work',
    'patchbay chat "What is in this image?" --file cat.png --model gpt-5 --connection work',
    'patchbay chat "Three colors" --schema colors.json --route responses --model gpt-5 -o colors.txt',
    'patchbay chat --continue "Shorter" --connection work',
    'cat error.log | patchbay chat "explain this" --model gpt-5 --connection work',
    'patchbay chat --prompt-name Translate --var language=German --var text=@letter.txt',
  ],
  options: chatOptions,
};
