import { compareRouteIds } from '#shared/contract/compare.ts';
import { namedPromptOptions } from './prompts-spec.ts';
import { without } from './request-specs.ts';
import {
  type CommandSpec,
  gatewayOptions,
  jsonOption,
  type OptionSpecs,
  outOptions,
  quietOption,
  rawOption,
  wireOptions,
} from './spec.ts';

export const compareOptions = {
  model: { short: 'm', value: 'NAME', multiple: true, offers: 'model', text: 'Add a lane with this model' },
  route: {
    value: 'ROUTE',
    multiple: true,
    choices: compareRouteIds,
    offers: 'route',
    unset: 'chat.completions',
    text: 'Route of the lanes; with several, each model gets a lane per route',
  },
  lanes: { value: 'FILE', offers: 'file', text: 'Add the lanes of a JSON file; see LANES' },
  prompt: { short: 'p', value: 'TEXT', text: 'Prompt; the words of the command line are the same' },
  ...namedPromptOptions,
  system: { short: 's', value: 'TEXT', text: 'System prompt' },
  set: { value: 'PATH=VALUE', multiple: true, text: 'Set one field of each body, such as temperature=0.2' },
  without,
  sheet: {
    group: 'SHEET',
    value: 'FILE',
    offers: 'file',
    text: 'Run each row of a CSV or JSONL file; its columns fill {{variables}}',
  },
  assert: {
    group: 'SHEET',
    value: 'KIND:VALUE',
    multiple: true,
    text: 'Check each reply; see ASSERTIONS',
  },
  against: {
    group: 'SHEET',
    value: 'FILE',
    offers: 'file',
    text: 'Compare with an earlier run of the sheet, from its --report in JSON',
  },
  judge: {
    group: 'JUDGE',
    value: 'MODEL',
    offers: 'model',
    text: 'Let a model grade the replies, in both orders; see JUDGE REQUESTS',
  },
  rubric: {
    group: 'JUDGE',
    value: 'TEXT|@FILE',
    unset: 'a general one',
    text: 'What a good reply is; may contain {{variables}}',
  },
  repeat: { value: 'N', integer: [1, 50], default: 1, text: 'Send each prompt to each lane this often' },
  concurrency: { value: 'N', integer: [1, 32], default: 12, text: 'Requests in progress at the same time' },
  'per-minute': { value: 'N', integer: [1, 100_000], unset: 'no limit', text: 'Requests started per minute' },
  'max-calls': { value: 'N', integer: [1, 1_000_000], default: 1_000, text: 'Stop before more requests than this' },
  'max-tokens': {
    value: 'N',
    integer: [1, 1_000_000_000],
    unset: 'no limit',
    text: 'Stop before more tokens than this, by an estimate',
  },
  'max-cost': {
    value: 'AMOUNT',
    unset: 'no limit',
    text: 'Stop before a higher cost, such as 0.50 or 0.50EUR; every model needs a price',
  },
  plan: { text: 'Show what would be sent, and send nothing' },
  ...gatewayOptions,
  ...wireOptions,
  html: { group: 'OUTPUT', value: 'FILE', offers: 'file', text: 'Write a self-contained HTML page' },
  report: {
    group: 'OUTPUT',
    value: 'FILE',
    multiple: true,
    offers: 'file',
    text: 'Write a report; FILE ends in .html, .json, .csv, .xml (JUnit) or .md',
  },
  save: {
    group: 'OUTPUT',
    value: 'FOLDER',
    offers: 'file',
    text: 'Save images and audio of the replies in this folder',
  },
  force: outOptions.force,
  ...jsonOption,
  ...rawOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const compareSpec: CommandSpec = {
  group: 'Try',
  summary: 'Send one prompt to several models, protocols or keys',
  usage: ['compare [text] --model A --model B [options]'],
  about:
    'Prints each reply and a table of figures. With --sheet, it runs a table of inputs and prints what each lane passed. ' +
    'A lane that fails does not stop the others; a rate limit pauses only the lanes with that key.',
  examples: [
    'patchbay compare "Why is the sky blue?" --demo --model demo-chat --model demo-vision',
    'patchbay compare "Hello" --demo --model demo-chat --route chat.completions --route responses',
    'patchbay compare "Explain DNS" --demo -m demo-chat -m demo-long --judge demo-json --rubric "Clear and short"',
    'patchbay compare "A lighthouse" --demo --route images.generations -m demo-image -m demo-image-url --save out',
    'patchbay compare "Capital of {{country}}?" --sheet q.csv --assert "contains:{{capital}}" -m gpt-5 -m o4-mini',
  ],
  options: compareOptions,
  sections: [
    {
      title: 'ASSERTIONS',
      rows: [
        ['contains:TEXT', 'the reply contains TEXT'],
        ['equals:TEXT', 'the reply is TEXT, apart from white space at both ends'],
        ['regex:PATTERN', 'the reply matches a JavaScript regular expression'],
        ['schema:FILE', 'the reply is JSON that matches the JSON schema in FILE'],
        ['path:PATH=VALUE', 'the JSON value at a path such as items[0].name is VALUE'],
        ['latency:MS', 'the request takes at most MS milliseconds'],
        ['tokens:N', 'the gateway reports at most N output tokens'],
        ['judge:N', 'the mean score of the judge is at least N, from 1 to 10'],
      ],
    },
    {
      title: 'JUDGE REQUESTS',
      rows: [
        'The judge sees the replies to one row without names, shuffled, and again in the opposite order. Scores that differ ' +
          'by more than one point are marked as a disagreement. A score is the opinion of a model.',
      ],
    },
    {
      title: 'LANES',
      rows: [
        'A JSON array of objects: "model", and optionally "route", "connection" and "key" by name, "system", "prompt", and ' +
          '"fields" with the other fields of the body.',
      ],
    },
    {
      title: 'EXIT STATUS',
      rows: ['8 when an assertion fails. Otherwise the worst lane decides: 5, 3, 9, 4, then 1.'],
    },
  ],
};
