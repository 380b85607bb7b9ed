import { origins } from '#shared/contract/exchanges.ts';
import { routeIds } from '#shared/protocol/route.ts';
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

export const wireCommandOptions = {
  limit: { group: 'LIST', value: 'N', integer: [1, 500], default: 20, text: 'Number of requests to list' },
  route: { group: 'LIST', value: 'ROUTE', choices: routeIds, offers: 'route', text: 'Only this route' },
  since: { group: 'LIST', value: 'TIME', text: 'Only requests since then: 30m, 2h, 7d, or a date such as 2026-03-01' },
  status: { group: 'LIST', value: 'STATUS', text: 'Only this status, such as 429, 5xx or none' },
  outcome: {
    group: 'LIST',
    value: 'OUTCOME',
    choices: ['completed', 'warnings', 'failed', 'running', 'stopped'],
    text: 'Only this outcome',
  },
  origin: { group: 'LIST', value: 'ORIGIN', choices: origins, text: 'Only requests made there' },
  model: { group: 'LIST', short: 'm', value: 'NAME', offers: 'model', text: 'Only this model' },
  set: { group: 'REPLAY', value: 'PATH=VALUE', multiple: true, text: 'Change one field of the body first' },
  header: {
    group: 'REPLAY',
    short: 'H',
    value: '"NAME: VALUE"',
    multiple: true,
    text: 'Add or replace a header, such as one whose value is a secret and not in the record',
  },
  yes: { group: 'DELETE', short: 'y', text: 'Delete without asking' },
  ...gatewayOptions,
  verbose: wireOptions.verbose,
  'no-history': wireOptions['no-history'],
  ...outOptions,
  ...jsonOption,
  ...rawOption,
  ...quietOption,
} as const satisfies OptionSpecs;

export const wireSpec: CommandSpec = {
  group: 'Inspect',
  summary: 'List, show, export, replay and delete recorded requests',
  usage: ['wire <command> [options]'],
  about:
    'Reads the history that the app shows in Wire. ID is an ID of the list, or its first characters. A replay goes to the ' +
    'connection of the request, or to the gateway that the options name, whatever the environment says. A header whose ' +
    'value is a secret is not in the record: a replay asks for it.',
  examples: [
    'patchbay wire list --since 2h --status 5xx',
    'patchbay wire show 3f2a1c9e',
    'patchbay wire curl 3f2a1c9e',
    'patchbay wire har 3f2a1c9e 81d0b7aa -o problem.har',
    'patchbay wire replay 3f2a1c9e --connection work --set temperature=0',
  ],
  subcommands: {
    list: { usage: 'list [words...]', text: 'List requests, newest first; words search their facts' },
    show: { usage: 'show ID', text: 'Print request, response and timeline' },
    curl: { usage: 'curl ID', text: 'Print the request as a cURL command' },
    replay: { usage: 'replay ID', text: 'Send the same request again' },
    download: { usage: 'download ID', text: 'Download the images or audio that a response named, once more' },
    har: { usage: 'har ID...', text: 'Export requests as HAR to stdout, or to --out FILE' },
    delete: { usage: 'delete ID...', text: 'Delete recorded requests' },
  },
  options: wireCommandOptions,
};
