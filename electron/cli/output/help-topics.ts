import type { ExitName } from '#shared/protocol/outcomes.ts';
import { exitCodes, exitMeanings } from '../exit-codes.ts';
import type { HelpPage } from './help-layout.ts';

const exitNames = Object.keys(exitCodes) as ExitName[];

/** Help that is not about one command. */
export const helpTopics: Readonly<Record<string, HelpPage & { summary: string }>> = {
  gateway: {
    summary: 'Which gateway, key and model a command uses',
    lead: ['In each table, the first setting that applies is used.'],
    examples: [
      'patchbay models --demo',
      'PATCHBAY_API_KEY=... patchbay models --base-url https://gateway.example/v1',
      'patchbay models --connection work',
    ],
    sections: [
      {
        title: 'GATEWAY',
        rows: [
          ['--demo', 'the built-in demo gateway'],
          ['--base-url URL', 'for one command, never saved; with or without /v1'],
          ['--connection NAME', 'a saved connection, by name or ID'],
          ['PATCHBAY_BASE_URL', 'like --base-url'],
          ['OPENAI_BASE_URL', 'like --base-url'],
          ['otherwise', 'the default connection, or the only saved one'],
        ],
      },
      {
        title: 'KEY',
        rows: [
          ['--key-file FILE', 'a file that only you can read'],
          ['--key-env NAME', 'another environment variable'],
          ['PATCHBAY_API_KEY', 'for any gateway'],
          ['OPENAI_API_KEY', 'only for a base URL of the command line or the environment'],
          ['--key-name NAME', 'this saved key of the connection, instead of all of the above'],
          ['otherwise', 'the saved key of the connection'],
          'A key is never the value of an option: other users of the computer can read command lines. Plain HTTP to ' +
            'another computer needs --allow-insecure.',
        ],
      },
      {
        title: 'MODEL',
        rows: [
          ['--model NAME', 'the model to use'],
          ['PATCHBAY_MODEL', 'for any gateway but the demo'],
          ['otherwise', 'the default model of the saved connection; with --demo, a model that serves the route'],
          'Set the defaults with "patchbay connections use NAME --model MODEL", and the one of a route with --model ' +
            'ROUTE=MODEL. On a route that the default does not fit, the best one of the last model list is used. A check ' +
            'selects its models itself.',
        ],
      },
      {
        title: 'NATIVE ROUTES',
        rows: [
          'Native routes (/v1beta) can receive the key in several ways. With --native-key-style auto, Patchbay tries ' +
            'each header with a model list before it sends anything else.',
        ],
      },
      {
        title: 'WHAT IS STORED',
        rows: [
          'With a saved connection and its saved key, requests and tasks are stored and appear in the app. In all other ' +
            'cases the data is deleted when the command ends: use --out to keep a result. What remains is the prompts ' +
            'of conversations, and the requests with their responses in the history of Wire, without the key. With ' +
            '--no-history, none of this is stored; with --demo, no requests are.',
        ],
      },
    ],
  },
  environment: {
    summary: 'Environment variables',
    lead: ['Options override these variables, and the variables override saved settings.'],
    sections: [
      {
        title: 'GATEWAY, KEY AND MODEL',
        rows: [
          ['PATCHBAY_BASE_URL', 'base URL of the gateway'],
          ['PATCHBAY_API_KEY', 'key'],
          ['PATCHBAY_MODEL', 'model, where the command line names none'],
          ['OPENAI_BASE_URL', 'base URL, if PATCHBAY_BASE_URL is not set'],
          ['OPENAI_API_KEY', 'key, if no other is set; only with a base URL of the command line or the environment'],
        ],
      },
      {
        title: 'NETWORK',
        rows: [
          ['HTTPS_PROXY, HTTP_PROXY', 'proxy of connections that have no proxy of their own'],
          ['ALL_PROXY', 'proxy, if neither is set'],
          ['NO_PROXY', 'hosts to reach without a proxy'],
        ],
      },
      {
        title: 'SYSTEM',
        rows: [
          ['PATCHBAY_DATA_DIR', 'folder of all stored data; an absolute path'],
          ['NO_COLOR', 'any value turns off colors'],
          ['FORCE_COLOR', 'any value but 0 turns on colors where stderr is not a terminal, such as in CI'],
        ],
      },
    ],
  },
  'exit-codes': {
    summary: 'Exit statuses',
    lead: ['What the exit status of a command means.'],
    sections: [
      {
        title: 'EXIT STATUS',
        rows: exitNames.map((name) => [`${String(exitCodes[name]).padStart(3)} ${name}`, exitMeanings[name]]),
      },
    ],
  },
  json: {
    summary: 'Output for programs',
    lead: [
      'With --json, stdout has one JSON object per line and nothing else. Read lines by their "type" and ignore what you ' +
        'do not know: later versions may add types and properties.',
    ],
    examples: [
      `patchbay chat "Say hello" --demo --json | jq -rs 'map(select(.type == "text-delta").text) | add'`,
      `patchbay models --demo --json | jq -r 'select(.type == "model").id'`,
    ],
    sections: [
      {
        title: 'LAST LINE',
        rows: [
          ['run, chat', 'run-end'],
          ['realtime', 'ended'],
          ['check', 'check-end; check-plan-end with --plan'],
          ['compare', 'compare-end; compare-plan with --plan'],
          ['tasks', 'task-end, for each task that was waited for'],
          ['serve', 'serve-end'],
          ['demo', 'demo-end'],
          'An interrupted command writes it, too. If there is only a failure line, the command did not start.',
        ],
      },
      {
        title: 'FAILURES',
        rows: [
          'Every failure is a line of type "failure": "code" is one of a fixed list, "exit" is the exit status, ' +
            '"message" and "hint" are for people. The cells of a check have verdicts instead.',
        ],
      },
      {
        title: 'LEARN MORE',
        rows: ['All types and properties: docs/guide/scripting.md and docs/guide/json-lines.schema.json.'],
      },
    ],
  },
};
