import { duplicateChoices } from '#shared/contract/prompts.ts';
import { type CommandSpec, jsonOption, type OptionSpecs, outOptions, quietOption } from './spec.ts';

/** A prompt of the library as the text of a command. */
export const namedPromptOptions = {
  'prompt-name': { value: 'NAME', offers: 'prompt', text: 'Use a prompt of the library; see "patchbay help prompts"' },
  var: {
    value: 'NAME=VALUE',
    multiple: true,
    text: 'Value of a variable of this prompt; @FILE reads a file, - reads stdin',
  },
} as const satisfies OptionSpecs;

export const promptsOptions = {
  duplicates: {
    value: 'WHAT',
    choices: duplicateChoices,
    unset: 'skip',
    text: 'What to do when another prompt has the same name (import only)',
  },
  replace: { text: 'Replace the prompt of this name (add only)' },
  yes: { short: 'y', text: 'Delete without asking (remove only)' },
  ...outOptions,
  ...jsonOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const promptsSpec: CommandSpec = {
  group: 'Data',
  summary: 'List, add, remove, export and import saved prompts',
  usage: ['prompts <command> [options]'],
  about:
    'Prompts are shared with the app. A variable is written {{name}} in the text and may have a default value. ' +
    'chat and compare use a prompt with --prompt-name.',
  examples: [
    'patchbay prompts list',
    'patchbay prompts add Shorten "Shorten: {{text}}"',
    'patchbay prompts show Translate',
    'patchbay prompts export --out prompts.json',
    'patchbay prompts import prompts.json --duplicates replace',
  ],
  subcommands: {
    list: { usage: 'list [WORD...]', text: 'List the prompts whose name or text contains every word' },
    show: { usage: 'show NAME', text: 'Print the text of a prompt', offers: 'prompt' },
    add: { usage: 'add NAME TEXT', text: 'Save a prompt; - reads its text from stdin' },
    remove: { usage: 'remove NAME...', text: 'Delete prompts', offers: 'prompt' },
    export: { usage: 'export [NAME...]', text: 'Write all prompts, or these, to a file, as JSON', offers: 'prompt' },
    import: { usage: 'import FILE', text: 'Add the prompts of a file', offers: 'file' },
  },
  options: promptsOptions,
  sections: [
    {
      title: 'FILE',
      rows: [
        '{"format": "patchbay-prompts", "version": 1, "prompts": [{"name": "Translate", "text": "Translate to ' +
          '{{language}}: {{text}}", "defaults": {"language": "German"}}]}',
        'A prompt that is equal to a stored one is never imported twice. Keys in a prompt are redacted in an export.',
      ],
    },
  ],
};
