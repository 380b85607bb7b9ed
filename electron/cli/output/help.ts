import type { ExitName } from '#shared/protocol/outcomes.ts';
import { didYouMean } from '../did-you-mean.ts';
import { exitCodes, exitMeanings } from '../exit-codes.ts';
import { UsageError } from '../usage-error.ts';
import { layOut } from './help-layout.ts';

const gateway = `Which gateway (the first that applies):
  --demo                  the built-in demo gateway; --scenario NAME makes it misbehave
  --base-url URL          used for this command only, never saved; with or without /v1
  --connection NAME       a saved connection, with its saved key
  PATCHBAY_BASE_URL, OPENAI_BASE_URL, or the only saved connection
  --allow-insecure        send the key over plain http to another computer
  --native-key-style NAME how native routes (/v1beta) get the key, for this command: auto (the default tries each header
                          with the listing), x-goog-api-key, x-vendor-api-key, bearer or query

Which key (the first that applies; a key is never an option's value):
  --key-file FILE         a file that only you can read
  --key-env NAME          another variable of the environment
  PATCHBAY_API_KEY, OPENAI_API_KEY (only for an address given here), or the saved key`;

const topics = {
  run: `patchbay run <route> [words...] [options]

One request on any route; "patchbay routes" lists them and what their words mean. "-" stands for standard input, as text
or as a file; a chat route takes what is piped in without it, before the words.

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

The route "custom" is any path below the base address, where the connection exposes it:
  --method NAME           GET without a body, else POST; PUT, PATCH, DELETE and HEAD, too
  --path /PATH            below the base address; it leads nowhere else
  --key-style NAME        bearer (the default), x-vendor-api-key, x-goog-api-key, query or none
  --content-type TYPE     the --body is a text of this type, and not JSON

What comes back:
  -o, --out FILE          the answer, or the file it brings; FILE.part until it is whole; --force replaces FILE
                          (without it, a pipe gets the bytes of a file; - is standard output); images in a text are
                          saved beside it
  --json                  every part of the answer on a line of its own; the last is "run-end"
  --raw                   print control characters as they are
  -q, --quiet             on stderr only warnings and failures

Examples:
  patchbay run chat.completions "Why is the sky blue?" --demo --stream
  patchbay run embeddings - --model text-embedding-3-small --json < lines.txt
  patchbay run images.edits "add a hat" --form image=@cat.png --model gpt-image-1 -o hat.png
  patchbay run native.generateContent "Hello" --model gemini-2.5-pro --connection work
  patchbay run custom --path /vendor/echo --query a=b --demo
`,
  chat: `patchbay chat [text] [options]

One question, or without text a conversation on the terminal; /help there lists its commands, Ctrl-C stops a reply, Ctrl-D
leaves. What is piped in is sent before the text, as one question; "-" in the text says where it goes instead.

${gateway}

  -m, --model NAME        needed, except with --demo
  -s, --system TEXT       instructions before the conversation
  --set path=value        one place of the body, such as temperature=0.2
  --json                  every part on a line of its own
  --raw                   print control characters as they are
  -q, --quiet             on stderr only warnings and failures

Examples:
  patchbay chat "Why is the sky blue?" --demo
  cat error.log | patchbay chat "explain this" --model gpt-5 --connection work
`,
  models: `patchbay models [--json] [options]

Asks the gateway for its models, on both surfaces.

${gateway}
`,
  check: `patchbay check [options]

Tests routes with keys and models, and tells what each of them gives: on stderr as cells end, then as a table on stdout.

${gateway}

What is tested:
  --level free|cheap|full how far it goes. free (the default): listings, and requests that are made to be refused, which
                          prove that a route exists without generating; cheap: the smallest real request; full: a streamed one
  --routes a,b            route ids; default: all
  --models a,b            default: for each key and route the best match of its own list; --models-per-route N tests more
  --keys a,b              by name; default: every key that is on
  --costly a,b            routes whose real requests may be expensive (images, speech, video, realtime), else left out
  --max-calls N, --max-tokens N   the run stops before it goes over
  --concurrency N, --first-byte SECONDS, --total SECONDS
  --plan                  print every cell, what is left out and why; only the models are listed

Results:
  --report FILE           as .html, .csv or .json; may be given several times; --force replaces FILE
  --baseline FILE.json    compare with an earlier report
  --set-baseline          compare later checks of this saved connection and its saved key with this one
  --fail-on any|worse|none  what makes the exit status non-zero. any: a cell that is not proved (the default without a
                          baseline); worse: only what got worse (the default with one); none: no cell
  --json                  a line for the models of each key, for each cell and for each failure; the last is "check-end"
                          (with --plan "check-plan-end"). The id of a cell is the same in every run

Exit status: 8 when something that worked in the baseline (else in the check before) no longer does; else that of the worst
cell: 5, 3, 9, 4, then 1 (patchbay help exit-codes); 0 when every cell that was tested works or exists.

Examples:
  patchbay check --demo
  patchbay check --base-url https://gateway.example --level cheap --report check.html --report last.json
  patchbay check --connection work --baseline last.json --json
`,
  tasks: `patchbay tasks <verb> [options]

Video tasks, and asynchronous tasks of other routes. They are written down before anything is sent, and nothing is ever
submitted twice: what one command leaves undone, the app or the next "watch" goes on with.

  submit <prompt>         make a task and wait for its result; --route videos (the default), video.generations or custom
  remix ID <prompt>       a new task made of an earlier one
  adopt TASK_ID           take over a task that was made elsewhere; --family videos or video.generations
  watch [ID...]           wait for these, or for all that are under way
  download ID             fetch a result again, or go on with what broke off
  list, get ID            what is known; --limit N
  stop ID, forget ID      stop asking (the task goes on at the gateway); take it out of the list

${gateway}

"list", "get", "watch", "download", "remix", "stop" and "forget" are about the saved connections. With --demo, --base-url or a
key from outside there is no list: "submit" and "adopt" need --out FILE, or --no-wait for a task that "adopt" fetches later.

  -m, --model NAME, --set seconds=8, --set size=1280x720, --body JSON: as for "patchbay run"
  --no-wait               end as soon as the gateway has given an id
  -o, --out FILE          the result; FILE.part until it is whole; --force replaces FILE; - is standard output
  -q, --quiet             on stderr only warnings and failures
  --json                  each change on a line of its own; the last is "task-end"

A task of a custom route (--route custom --method POST --path /vendor/tasks --body ...) needs --rule FILE.json:
  {"idAt": "output.job.ref", "pollPath": "/vendor/tasks/{id}", "stateAt": "output.job.phase", "doneWords": ["done"],
   "failedWords": ["failed"], "progressAt": "output.job.percent", "mediaAt": "output.media.0.href", "errorAt": "fault"}

Exit status 0: the result is saved (with --no-wait: there is an id); 6: it is not known whether a task was made.

Examples:
  patchbay tasks submit "a hill at dawn" --demo -o hill.mp4
  patchbay tasks submit "a hill" --connection work --model sora-2 --set seconds=8 --no-wait
  patchbay tasks watch --json
`,
  realtime: `patchbay realtime (--text T | --wav FILE | --script FILE) [options]

One session over a WebSocket. What the model says goes to stdout, everything else that happens to stderr.

${gateway}

What is said (one of these):
  --text T                a turn in writing
  --wav FILE              played in as if it were a microphone; --fast does not wait for its time to pass
  --script FILE           steps as a JSON array or a step on each line; files in it are read from its folder. Steps:
                          play, say, send, commit, respond, cancel, clear, cut, wait, expect, end; each may have "at" (seconds)

How:
  -m, --model NAME        needed, except with --demo
  --dialect ga|beta       the one that is sent; the other is tried once when the gateway refuses it
  --key-in header|subprotocol
  -s, --system TEXT, --voice NAME, --transcribe MODEL
  --no-reconnect          a lost connection ends the session

What comes of it:
  -o, --out FILE.wav      the audio of the model, with silence where it was silent; --force replaces FILE;
                          with - it is on standard output and the words are on stderr
  -q, --quiet             on stderr only warnings and failures
  --json                  every part on a line of its own; the last is "ended"

Exit status 0 says that the session ended in good order and everything that a script expects was met.

Examples:
  patchbay realtime --demo --text "What is 6 * 7?"
  patchbay realtime --demo --wav question.wav --out answer.wav
  patchbay realtime --script talk.jsonl --model gpt-realtime --json
`,
  backup: `patchbay backup --out FILE [--force] [--json]

Writes everything that is kept (connections, conversations, exchanges, files, settings) into one file, a tar archive.
Keys are not in it. Patchbay may be running meanwhile.
`,
  restore: `patchbay restore FILE [--yes] [--json]

Verifies a backup and replaces the current data with it, after a question that --yes answers. The old data is kept beside
it, not deleted. While another Patchbay is running, the backup waits for the first start after all were closed.
`,
  routes: `patchbay routes [--json]

Every route that can be run: id, method, path, family, and what the words after it mean.
`,
  serve: `patchbay serve [--port N] [--no-open] [--json]

Opens Patchbay in the browser, on 127.0.0.1 only (not on [::1]). Prints one line with the address when it is ready. The
token in the address is good until the program ends; keep it to yourself.

From another computer, forward the same port and open the printed address there:
  ssh -L 8123:127.0.0.1:8123 you@that-computer patchbay serve --port 8123 --no-open

Keys are kept in the keyring of this computer where there is one, else until the program ends.

--json writes "serve-ready" with the link, and "serve-end" at the end. Ctrl-C ends it with exit status 0.
`,
  demo: `patchbay demo [--port N] [--pace N] [--scenario NAME] [--json]

Runs the demo gateway alone, for any client. --pace is in tokens a second, 0 is as fast as possible.
  --scenarios             list the faults it can show

--json writes "demo-ready" with address and key, and "demo-end" at the end. Ctrl-C ends it with exit status 0.
`,
} as const;

const overview = `patchbay: a playground for AI model gateways

  patchbay serve                   open it in the browser
  patchbay chat [text]             talk to a model
  patchbay run <route> [words]     one request on any route
  patchbay realtime                a session over a WebSocket: text, sound or a script
  patchbay check                   what a key can really do, route by route
  patchbay tasks <verb>            video tasks: submit, watch, adopt, download
  patchbay models                  what the gateway lists
  patchbay backup, restore         everything that is kept, as one file
  patchbay routes                  the routes that can be run
  patchbay demo                    run the demo gateway
  patchbay help <command>          more about one of them, or about exit-codes
  patchbay --version

Without a gateway at hand: patchbay chat --demo "Hello"
`;

const exits = () => {
  const names = Object.keys(exitCodes) as ExitName[];
  const lines = names.map(
    (name) => `  ${String(exitCodes[name]).padStart(3)} ${name.padEnd(12)}  ${exitMeanings[name]}\n`,
  );
  return `Exit codes\n\n${lines.join('')}`;
};

/**
 * Returns the help on a command or on `exit-codes`, or the overview for no topic, wrapped at `columns`.
 *
 * @throws UsageError for anything else.
 */
export const helpOn = (topic: string, columns: number): string => layOut(textOn(topic), columns);

function textOn(topic: string): string {
  if (topic === '') return overview;
  if (topic === 'exit-codes') return exits();
  if (Object.hasOwn(topics, topic)) return topics[topic as keyof typeof topics];
  const known = [...Object.keys(topics), 'exit-codes'];
  throw new UsageError(`There is no help on ${topic}.${didYouMean(topic, known)} All topics: patchbay help.`);
}
