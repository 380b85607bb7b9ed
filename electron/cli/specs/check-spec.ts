import { checkDefaults, checkLevels } from '#shared/contract/checks.ts';
import { routeIds } from '#shared/protocol/route.ts';
import {
  type CommandSpec,
  gatewayOptions,
  jsonOption,
  type OptionSpecs,
  outOptions,
  quietOption,
  wireOptions,
} from './spec.ts';

export const checkOptions = {
  level: { value: 'LEVEL', choices: checkLevels, default: 'free', text: 'How far to test' },
  routes: { value: 'LIST', isList: true, choices: routeIds, offers: 'route', unset: 'all', text: 'Routes to test' },
  models: {
    value: 'LIST',
    isList: true,
    offers: 'model',
    unset: 'the best match per route',
    text: 'Models to test',
  },
  'models-per-route': {
    value: 'N',
    integer: [1, 50],
    default: checkDefaults.modelsPerRoute,
    text: 'Number of listed models to test per route',
  },
  keys: { value: 'LIST', isList: true, offers: 'key', unset: 'all enabled keys', text: 'Keys to test, by name' },
  costly: {
    value: 'LIST',
    isList: true,
    choices: routeIds,
    offers: 'route',
    unset: 'none',
    text: 'Routes to call although a real request may be expensive, such as images and video',
  },
  'max-calls': {
    value: 'N',
    integer: [1, 100_000],
    default: checkDefaults.calls,
    text: 'Stop before more requests than this',
  },
  'max-tokens': {
    value: 'N',
    integer: [1, 100_000_000],
    default: checkDefaults.tokens,
    text: 'Stop before more tokens than this',
  },
  concurrency: {
    value: 'N',
    integer: [1, 16],
    default: checkDefaults.concurrency,
    text: 'Requests in progress at the same time',
  },
  'first-byte': {
    value: 'SECONDS',
    integer: [1, 600],
    default: checkDefaults.firstByteMs / 1000,
    text: 'Timeout until the first byte',
  },
  total: {
    value: 'SECONDS',
    integer: [1, 1_800],
    default: checkDefaults.totalMs / 1000,
    text: 'Timeout for a whole request',
  },
  plan: { text: 'Show what would be tested and skipped; requests only the model lists' },
  baseline: { group: 'COMPARE', value: 'FILE', offers: 'file', text: 'Compare with a report of --report FILE.json' },
  'set-baseline': { group: 'COMPARE', text: 'Compare later checks of this saved connection with this one' },
  'fail-on': {
    group: 'COMPARE',
    value: 'WHEN',
    choices: ['any', 'worse', 'none'],
    unset: 'worse with a baseline, else any',
    text: 'Exit non-zero on any failed cell, only on regressions, or never',
  },
  ...gatewayOptions,
  ...wireOptions,
  report: {
    group: 'OUTPUT',
    value: 'FILE',
    multiple: true,
    offers: 'file',
    text: 'Write a report; FILE ends in .html, .json, .csv, .xml (JUnit) or .md (summary)',
  },
  force: outOptions.force,
  ...jsonOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const checkSpec: CommandSpec = {
  group: 'Inspect',
  summary: 'Test what a key can access, route by route',
  usage: ['check [options]'],
  about:
    'Tests routes with keys and models. Each result is printed on stderr when it arrives; stdout gets a table at the end.',
  examples: [
    'patchbay check --demo',
    'patchbay check --base-url https://gateway.example --level cheap --report check.html --report last.json',
    'patchbay check --connection work --baseline last.json --json',
  ],
  options: checkOptions,
  sections: [
    {
      title: 'LEVELS',
      rows: [
        [
          'free',
          'model lists, and planned rejections: invalid requests that prove that a route exists, limited to one token',
        ],
        ['cheap', 'the smallest real request'],
        ['full', 'a complete request, streamed where the route can stream'],
      ],
    },
    {
      title: 'EXIT STATUS',
      rows: [
        '8 when something that worked in the baseline, else in the previous check, no longer does. Otherwise the worst ' +
          'cell decides: 5, 3, 9, 4, then 1. See "patchbay help exit-codes".',
      ],
    },
  ],
};
