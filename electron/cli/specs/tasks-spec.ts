import { readyRuleNames } from '#shared/contract/ready-rules.ts';
import { draftOptions } from './request-specs.ts';
import {
  type CommandSpec,
  gatewayOptions,
  jsonOption,
  type OptionSpecs,
  outOptions,
  previewOptions,
  quietOption,
  wireOptions,
} from './spec.ts';

export const tasksOptions = {
  route: {
    group: 'TASK',
    value: 'ROUTE',
    choices: ['videos', 'video.generations', 'custom'],
    default: 'videos',
    text: 'Route to submit to',
  },
  rule: {
    group: 'TASK',
    value: 'FILE',
    offers: 'file',
    text: 'How to poll the tasks of a custom route: a file or a name, see below',
  },
  family: {
    group: 'TASK',
    value: 'ROUTE',
    choices: ['videos', 'video.generations', 'custom'],
    default: 'videos',
    text: 'Route of a task that adopt tracks; custom needs --rule',
  },
  'no-wait': { group: 'TASK', text: 'Exit as soon as the gateway returns an ID' },
  limit: { group: 'TASK', value: 'N', integer: [1, 1000], default: 50, text: 'Number of tasks to list' },
  ...draftOptions,
  ...gatewayOptions,
  ...wireOptions,
  ...previewOptions,
  ...outOptions,
  ...jsonOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const tasksSpec: CommandSpec = {
  group: 'Try',
  summary: 'Create and track videos and other tasks',
  usage: ['tasks <command> [options]'],
  about:
    'A task is stored before it is sent and is never submitted twice. What one command leaves unfinished, the app or the ' +
    'next watch continues.',
  examples: [
    'patchbay tasks submit "a hill at dawn" --demo -o hill.mp4',
    'patchbay tasks submit "a hill" --connection work --model sora-2 --set seconds=8 --no-wait',
    'patchbay tasks watch --json',
  ],
  subcommands: {
    submit: { usage: 'submit <prompt>', text: 'Submit a task and wait for its result' },
    remix: { usage: 'remix ID <prompt>', text: 'Submit a new task based on a finished video', offers: 'task' },
    adopt: { usage: 'adopt TASK_ID', text: 'Track a task that was created elsewhere' },
    watch: { usage: 'watch [ID...]', text: 'Wait for tasks; without an ID, for all unfinished ones', offers: 'task' },
    download: { usage: 'download ID', text: 'Download a result again, or resume a download', offers: 'task' },
    list: { usage: 'list', text: 'List the tasks of saved connections' },
    get: { usage: 'get ID', text: 'Show everything known about a task', offers: 'task' },
    stop: { usage: 'stop ID...', text: 'Stop polling; the gateway continues the task', offers: 'task' },
    forget: { usage: 'forget ID...', text: 'Remove tasks from the list', offers: 'task' },
  },
  options: tasksOptions,
  sections: [
    {
      title: 'WITHOUT A SAVED CONNECTION',
      rows: [
        'With --demo, --base-url or a key that is not saved there is no list of tasks: submit and adopt need --out FILE, ' +
          'or --no-wait for a task that adopt fetches later.',
      ],
    },
    {
      title: 'CUSTOM ROUTE',
      rows: [
        `A task of --route custom --path /vendor/tasks needs --rule. Ready rules: ${readyRuleNames.join(', ')}. Or a JSON ` +
          'file such as:',
        '{"idAt": "output.job.ref", "pollPath": "/vendor/tasks/{id}", "stateAt": "output.job.phase", "doneWords": ' +
          '["done"], "failedWords": ["failed"], "progressAt": "output.job.percent", "mediaAt": "output.media.0.href", ' +
          '"errorAt": "fault"}',
        'pollPath may have a query (/query?task_id={id}) and alternatives separated by spaces; "pollMethod": "POST" with ' +
          '"pollBody": "{\\"task_id\\":\\"{id}\\"}" polls with a body; resultPath is requested for the result. An empty ' +
          'stateAt, idAt or mediaAt is found by its name.',
      ],
    },
    {
      title: 'EXIT STATUS',
      rows: ['0 when the result is saved, or with --no-wait when there is an ID; 6 when the outcome is unknown.'],
    },
  ],
};
