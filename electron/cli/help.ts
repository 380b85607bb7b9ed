import { type ExitName, exitCodes, exitMeanings } from './exit-codes.ts';

const gateway = `Which gateway (the first that applies):
  --demo                  the built-in demo gateway; --scenario NAME makes it misbehave
  --base-url URL          used for this command only, never saved; with or without /v1
  --connection NAME       a saved connection, with its saved key
  PATCHBAY_BASE_URL, OPENAI_BASE_URL, or the only saved connection
  --allow-insecure        send the key over plain http to another computer

Which key (the first that applies; a key is never an option's value):
  --key-file FILE         a file that only you can read
  --key-env NAME          another variable of the environment
  PATCHBAY_API_KEY, OPENAI_API_KEY (only for an address given here), or the saved key`;

const topics = {
  run: `patchbay run <route> [words...] [options]

One request on any route; "patchbay routes" lists them and what their words mean. "-" stands for standard input.

${gateway}

What is sent:
  -m, --model NAME        in the body, or in the path of a native route
  -b, --body JSON         the whole body, sent byte for byte; also @file, or - for standard input
  --set path=value        one place of the body, such as messages[0].content=Hi; the value is JSON or text
  --form name=value       a form field; name=@file sends a file
  --param name=value      a parameter of the path
  --query name=value, --header "Name: value"
  --stream                ask for the answer as a stream
  --allow-misuse          send a body that looks like another protocol's

What comes back:
  -o, --out FILE          the answer, or the file it brings; FILE.part until it is whole; --force replaces FILE
  --json                  every part of the answer on a line of its own; the last is "run-end"
  --raw                   do not make control characters harmless on a terminal

Examples:
  patchbay run chat.completions "Why is the sky blue?" --demo --stream
  patchbay run embeddings - --model text-embedding-3-small --json < lines.txt
  patchbay run images.edits "add a hat" --form image=@cat.png --model gpt-image-1 -o hat.png
  patchbay run native.generateContent "Hello" --model gemini-2.5-pro --connection work
`,
  chat: `patchbay chat [text] [options]

One question, or without text a conversation until the input ends. Ctrl-C stops an answer, then the chat.

${gateway}

  -m, --model NAME        needed, except with --demo
  -s, --system TEXT       instructions before the conversation
  --set path=value        one place of the body, such as temperature=0.2
  --json                  every part on a line of its own
  --raw                   do not make control characters harmless on a terminal
`,
  models: `patchbay models [--json] [options]

Asks the gateway for its models, on both surfaces.

${gateway}
`,
  check: `patchbay check [options]

Tries routes with keys and models, and says of each what really works: on stderr as it goes, then as a table on stdout.

${gateway}

What is tried:
  --level free|cheap|full how far it goes. free (the default): listings, and requests that a gateway refuses late enough
                          to prove route and key without generating; cheap: the smallest real request; full: a streamed one
  --routes a,b            route ids; without it all
  --models a,b            without it, per route the model that fits it best; --models-per-route N tries more of them
  --keys a,b              by name; without it every key that is on
  --costly a,b            routes whose real calls may be expensive (images, speech, video), which are left out otherwise
  --max-calls N, --max-tokens N   the run stops before it goes over
  --concurrency N, --first-byte SECONDS, --total SECONDS
  --plan                  say what would be done, and do nothing

What comes of it:
  --report FILE           as .html, .csv or .json; may be given several times; --force replaces FILE
  --baseline FILE.json    hold it against an earlier report
  --set-baseline          later checks of this saved connection are held against this one
  --json                  a cell on each line; the last is "check-end"

Exit status 8 says that something that worked in the baseline (else in the check before) no longer does; 0 that something
works and nothing got worse.

Examples:
  patchbay check --demo
  patchbay check --base-url https://gateway.example --level cheap --report check.html
  patchbay check --connection work --baseline last.json --json
`,
  routes: `patchbay routes [--json]

Every route that can be run: id, method, path, family, and what the words after it mean.
`,
  serve: `patchbay serve [--port N] [--no-open]

Opens Patchbay in the browser, on 127.0.0.1 only. Prints one line with the address when it is ready. The token in the
address is good until the program ends; keep it to yourself.

From another computer, forward the same port and open the printed address there:
  ssh -L 8123:127.0.0.1:8123 you@that-computer patchbay serve --port 8123 --no-open

Keys are kept in the keyring of this computer where there is one, else until the program ends.
`,
  demo: `patchbay demo [--port N] [--pace N] [--scenario NAME]

Runs the demo gateway alone, for any client. --pace is in tokens a second, 0 is as fast as possible.
  --scenarios             list the faults it can show
`,
} as const;

const overview = `patchbay: a playground for AI model gateways

  patchbay serve                   open it in the browser
  patchbay chat [text]             talk to a model
  patchbay run <route> [words]     one request on any route
  patchbay check                   what a key can really do, route by route
  patchbay models                  what the gateway lists
  patchbay routes                  the routes that can be run
  patchbay demo                    run the demo gateway
  patchbay help <command>          more about one of them, or about exit-codes
  patchbay --version

Without a gateway at hand: patchbay chat --demo "Hello"
`;

const exits = () => {
  const names = Object.keys(exitCodes) as ExitName[];
  const lines = names.map(
    (name) => `  ${String(exitCodes[name]).padStart(3)}  ${name.padEnd(12)} ${exitMeanings[name]}\n`,
  );
  return `Exit codes\n\n${lines.join('')}`;
};

/** The help on a command or on `exit-codes`; the overview for anything else. */
export function helpOn(topic: string): string {
  if (topic === 'exit-codes') return exits();
  return Object.hasOwn(topics, topic) ? topics[topic as keyof typeof topics] : overview;
}
