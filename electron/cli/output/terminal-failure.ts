import type { Failure, FailureCode } from '#shared/protocol/failure.ts';

const otherKey = 'Give a key with PATCHBAY_API_KEY, --key-env NAME or --key-file FILE.';

/** What to do next on a command line, for failures whose own hint is about the forms of the page. */
const hints: Partial<Record<FailureCode, string>> = {
  auth: otherKey,
  'no-key': otherKey,
  'key-missing': otherKey,
  'key-style': 'Use --native-key-style auto, or name another style.',
  'invalid-key': 'A key contains no spaces, line ends or characters outside ASCII. Copy it again. Nothing was sent.',
  'invalid-address': 'Use a full URL, such as --base-url https://gateway.example. Nothing was sent.',
  'insecure-address': 'Use https, or add --allow-insecure to send the key over plain http. Nothing was sent.',
  'bad-draft': 'Correct --body, --set, --form, --header or --path. Nothing was sent.',
  misuse: 'Use the route that the body is made for, or add --allow-misuse. Nothing was sent.',
  'model-not-found': 'To list the models: patchbay models. The name must match letter by letter.',
  parameter: 'Correct the field with --set or --body, or leave it out. Which fields are accepted depends on the model.',
  redirect: 'If the new address is right, use it with --base-url.',
};

/** A failure as the terminal tells it: its hint names options and commands, and no control of the page. */
export function terminalFailure(failure: Failure): Failure {
  const isForTerminal = /\bpatchbay [a-z]|--[a-z]/.test(failure.hint);
  const isOfProxy = failure.param === 'proxy';
  return isForTerminal || isOfProxy ? failure : { ...failure, hint: hints[failure.code] ?? failure.hint };
}
