import type { everywhere, terminal } from '../../support/protections.ts';

/** The file of a test, from the root, and how its title begins. */
export type Proof = readonly [file: string, name: string];

const unit = 'tests/unit';
const core = `${unit}/electron/core`;
const exchange = `${core}/exchange`;
const cli = `${unit}/electron/cli`;
const shell = `${unit}/electron/desktop`;
const secrets = `${unit}/secrets`;
const journeys = 'tests/e2e';

/** The tests that prove what every host and the CLI protect. */
export const proofs: Readonly<Record<(typeof everywhere | typeof terminal)[number], readonly [Proof, ...Proof[]]>> = {
  'no key leaves the core': [
    [`${core}/secrecy.test.ts`, 'over all routes and all ways to send it back, no key is output and none is on disk'],
    [`${secrets}/every-fault.test.ts`, 'under every fault of the demo one click is one request, and no key leaks'],
    [`${core}/realtime/record.test.ts`, 'the key is in no part, frame, file or export of a session, whoever sends it'],
    [
      `${journeys}/secrets.spec.ts`,
      'a key pasted on the first screen appears nowhere in the page, whatever the gateway returns',
    ],
  ],
  'no key in records': [
    [`${core}/secrecy.test.ts`, 'over all routes and all ways to send it back, no key is output and none is on disk'],
    [`${secrets}/every-fault.test.ts`, 'under every fault of the demo one click is one request, and no key leaks'],
    [`${secrets}/nothing-logged.test.ts`, 'a program that ends by %s in the middle of a reply leaves no key behind'],
    [`${shell}/vault/vault.test.ts`, 'a key is read back after a restart and is stored encrypted in a private file'],
    [
      `${journeys}/browser-profile.spec.ts`,
      'the profile of a browser in which a key was entered contains nothing of it',
    ],
  ],
  'no key stays in the page': [
    [
      `${journeys}/secrets.spec.ts`,
      'a key pasted on the first screen appears nowhere in the page, whatever the gateway returns',
    ],
    [
      `${journeys}/secrets.spec.ts`,
      'a key typed on the first screen is masked, removed, and appears nowhere afterwards',
    ],
  ],
  'characters of keys': [
    ['tests/unit/electron/core/redaction/canaries.test.ts', 'a key with %s is refused before it is used'],
    ['tests/unit/electron/core/redaction/canaries.test.ts', 'a password in the base address is refused and not shown'],
    [`${core}/keys/keys.test.ts`, 'a key with %s is refused without being shown'],
    [`${secrets}/other-origins.test.ts`, 'a key in the query of a base URL is removed from it, and stored nowhere'],
    [
      `${secrets}/other-origins.test.ts`,
      'a login in a base URL is rejected before it is saved, and reported without its password',
    ],
  ],
  'disguised keys': [
    ['tests/unit/electron/core/redaction/canaries.test.ts', 'a key of the '],
    ['tests/unit/electron/core/redaction/redact.test.ts', 'a key in %s is removed from bytes at every cut'],
    ['tests/unit/electron/core/redaction/redact.test.ts', 'two halves of a key in two events are both removed'],
    [
      `${secrets}/echoed-places.test.ts`,
      'a file that the gateway names after the key (%s) is stored and shown under another name',
    ],
    [`${secrets}/echoed-places.test.ts`, 'a task that contains the key in %s is shown and stored without it'],
    [
      `${secrets}/echoed-places.test.ts`,
      'a session that is closed with the key as its reason shows and stores a mark in its place',
    ],
    [`${core}/realtime/record.test.ts`, 'a key hidden in a frame by JSON escapes is found as well'],
  ],
  'redirects to other origins': [
    [
      'tests/unit/electron/core/http/redirects.test.ts',
      'no redirect takes $credential of a request ($kind) to another origin',
    ],
    [
      'tests/unit/electron/core/http/redirects.test.ts',
      'these are all kinds of requests with all kinds of credentials',
    ],
    [`${secrets}/other-origins.test.ts`, 'no redirect takes a key in the subprotocol of a handshake to another origin'],
  ],
  'redirects to other ports': [
    ['tests/unit/electron/core/http/redirects.test.ts', 'a GET is not redirected to %s, and the target is shown'],
    ['tests/unit/electron/core/http/redirects.test.ts', 'the same host at another port is another origin'],
    [`${secrets}/other-origins.test.ts`, 'a GET is never redirected from https to plain http, even to the same host'],
  ],
  'keys bound to their origin': [
    [
      `${secrets}/other-origins.test.ts`,
      'after the URL was changed no key is sent to the new origin before it was entered for it',
    ],
    [`${core}/keys/keys.test.ts`, 'the secret is released for the origin it was entered for and for no other'],
    [`${core}/connections/connections.test.ts`, 'changing the origin makes the keys unusable and forgets the models'],
    [`${core}/connections/transfer.test.ts`, 'a file with another address for a known name never takes over its key'],
    [`${cli}/sources.test.ts`, 'OPENAI_API_KEY is sent only where an address was given'],
    [
      `${exchange}/custom-route.test.ts`,
      'a path to another host or an unexposed one is refused before anything is sent',
    ],
  ],
  'no key in an address': [
    [
      'tests/unit/electron/core/redaction/canaries.test.ts',
      'a native key is sent in its header and never in the request line',
    ],
    [
      'tests/unit/electron/core/redaction/canaries.test.ts',
      'with a key in the query the address is redacted everywhere',
    ],
  ],
  'reserved headers': [
    ['tests/unit/electron/core/redaction/canaries.test.ts', 'the header %j: %j cannot be added'],
    [`${core}/connections/connections.test.ts`, 'the header %j with %j is refused'],
  ],
  'file names in forms': [
    [
      `${secrets}/form-names.test.ts`,
      'whatever a file is called, its bytes on the socket are one part with an escaped name without a path',
    ],
  ],
  'environment of child processes': [
    [`${secrets}/processes.test.ts`, 'a key from %s is in no command line while it is in use'],
    [
      `${secrets}/processes.test.ts`,
      'a child process gets no variable that contains a key, by its name or by its value',
    ],
    [`${secrets}/processes.test.ts`, 'neither the URL opener nor the keyring probe is given a key'],
    [`${secrets}/processes.test.ts`, 'nothing else in the program starts a child process'],
  ],
  'certificate checks': [
    ['tests/unit/electron/core/http/tls-and-proxy.test.ts', 'a certificate %s is refused with its facts'],
    [
      'tests/unit/electron/core/http/tls-and-proxy.test.ts',
      'a certificate %s is refused even when its authority is known',
    ],
    [
      'tests/unit/electron/core/http/tls-and-proxy.test.ts',
      'an added authority is trusted, and the connection is kept alive',
    ],
    [
      'tests/unit/electron/core/http/tls-and-proxy.test.ts',
      'an environment variable that disables verification has no effect',
    ],
    [
      'tests/unit/electron/core/http/own-network.test.ts',
      'an added authority applies to its connection and to no other',
    ],
    [`${secrets}/environment.test.ts`, 'a program started with certificate checks disabled performs them anyway'],
    [`${secrets}/environment.test.ts`, 'there is no switch that accepts every certificate'],
  ],
  'no key over plain http': [
    [`${exchange}/plan.test.ts`, 'a key is never planned for plain http to another machine, unless it was accepted'],
    [
      `${core}/connections/connections.test.ts`,
      'plain http is allowed for this computer, or for the origin the user accepted',
    ],
    [
      `${journeys}/first-run.spec.ts`,
      'a plain http URL of another machine is saved only after confirmation, and stays flagged',
    ],
  ],
  'proxy bypass': [
    [
      `${secrets}/environment.test.ts`,
      'HTTPS_PROXY gets a CONNECT with its own login, and neither header nor key of the request',
    ],
    [`${secrets}/environment.test.ts`, 'HTTP_PROXY carries plain http, and its login is printed nowhere'],
    [`${secrets}/environment.test.ts`, 'this computer is never reached through a proxy, nor what NO_PROXY names'],
    [
      `${secrets}/environment.test.ts`,
      'a proxy that requires a login is an error of its own, for a tunnel and for plain http',
    ],
    [
      'tests/unit/electron/core/http/tls-and-proxy.test.ts',
      'https uses a tunnel: the proxy sees the name and its own login, nothing of the request',
    ],
  ],
  'no remote images': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'more than 60 payloads that try to fetch send no packet to a canary, not even a DNS query',
    ],
    [`${unit}/renderer/ui/markdown/hostile-text.test.ts`, 'an image is named and never fetched'],
  ],
  'no requests from replies': [
    [`${journeys}/hostile-answers.spec.ts`, 'there is no way to load a foreign image or preview HTML: both stay text'],
  ],
  'HTML is text': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'more than 150 payloads in every place that shows foreign content execute nothing',
    ],
    [`${unit}/renderer/ui/markdown/hostile-text.test.ts`, 'html is text'],
  ],
  'links in replies': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'a link always opens a confirmation with its full host, however it is activated, and all other URLs do nothing',
    ],
    [`${shell}/security/external-links.test.ts`, 'the parsed address is opened, not the one as written'],
    [`${shell}/security/external-links.test.ts`, 'the question for %s names its real target'],
    [`${unit}/renderer/ui/markdown/hostile-text.test.ts`, 'a rejected link keeps its text'],
  ],
  'no frames in the page': [
    [`${journeys}/hostile-answers.spec.ts`, 'there is no way to load a foreign image or preview HTML: both stay text'],
  ],
  'pasted and dropped content': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'pasted or dropped content is inserted as plain text, and a dropped URL does not navigate',
    ],
  ],
  'regular files only': [[`${shell}/page/admit-file.test.ts`, 'only regular files are accepted, and none blocks']],
  'file names without a path': [
    [`${core}/files/file-names.test.ts`, '%j is stored as %j'],
    [`${core}/files/file-names.test.ts`, 'a long name is cut in its stem, between characters'],
    [`${core}/files/files.test.ts`, 'saving copies to the selected location, privately, and returns its name'],
    [`${core}/files/files.test.ts`, 'a link at the selected location is replaced and not followed'],
    [`${shell}/host-services.test.ts`, 'saving asks for a location, and before it replaces a file'],
    [`${shell}/hardening.test.ts`, 'nothing opens a file on disk, and only the log is shown in the file manager'],
  ],
  'inert exports': [
    [`${secrets}/exports.test.ts`, 'no CSV field that begins like the formula %j is left as it is'],
    [`${secrets}/exports.test.ts`, 'every code sample of an exchange reads the key from the environment'],
    [`${secrets}/exports.test.ts`, 'a HAR and a stored body contain a mark in place of the key'],
    [`${core}/checks/export.test.ts`, 'the report contains no script and loads nothing'],
  ],
  'shell quoting': [[`${core}/export/curl.test.ts`, '10,000 random bodies pass through a shell unchanged']],
  'decompression limits': [
    [`${secrets}/bombs.test.ts`, '$name: it ends with a named failure, and the next request works'],
    [
      `${secrets}/bombs.test.ts`,
      'a WAV is as long as its bytes and as fast as a recording, whatever its header claims',
    ],
    [`${secrets}/bombs.test.ts`, 'a message in 200,000 fragments does not grow without bound'],
    [
      `${secrets}/bombs.test.ts`,
      'a message of 200 MB is rejected, and compression, which would hide it, is not negotiated',
    ],
    ['tests/unit/electron/core/http/send-responses.test.ts', 'a decompression bomb is stopped at the limit'],
    [`${core}/readers/limits.test.ts`, 'a million levels, in one chunk and in an event'],
  ],
  prototypes: [
    [`${secrets}/prototypes.test.ts`, '%s in the deltas of a stream, in its stored form and when read again'],
    [`${secrets}/prototypes.test.ts`, '%s in a preference, a conversation and a connection file'],
    [`${secrets}/prototypes.test.ts`, 'a flag that a request inherits is ignored'],
    [`${unit}/shared/rpc/wire-bounds.test.ts`, 'keys that pollute prototypes arrive as data or not at all'],
    [`${core}/readers/limits.test.ts`, '%s as a key, a type, an id and a reason'],
    [`${core}/settings/settings.test.ts`, 'names with a meaning in JavaScript are names like any other'],
  ],
  'forged log lines': [
    [
      `${secrets}/nothing-logged.test.ts`,
      'one file writes the log; besides it only the terminal prints, and the shell reports why it refuses to start',
    ],
    [
      `${secrets}/nothing-logged.test.ts`,
      'text from a gateway appears escaped on stderr, each message on its own line',
    ],
    [`${secrets}/nothing-logged.test.ts`, 'a file name given by the gateway is escaped as well'],
    [`${secrets}/nothing-logged.test.ts`, 'the browser host prints one line, whatever it is asked and by whom'],
  ],
  'deleted data': [
    [
      `${secrets}/deleted.test.ts`,
      'a deleted document takes its image, mask and thumbnail with it, and leaves what others show',
    ],
    [
      `${secrets}/deleted.test.ts`,
      'a deleted exchange leaves no byte: not its bodies, not the files it sent, not its exports',
    ],
    [
      `${secrets}/deleted.test.ts`,
      'unreferenced files are deleted at a later start, once they are a day old and no other process has the folder open',
    ],
    [`${core}/library/conversations.test.ts`, 'a removed conversation leaves no byte in any file'],
    [
      `${core}/keys/keys.test.ts`,
      'a forgotten key is removed from the list and the vault; forgetting it twice does nothing',
    ],
    [
      `${shell}/vault/vault.test.ts`,
      'a key that was never stored, or was forgotten, is null and leaves nothing behind',
    ],
    [`${exchange}/history/history.test.ts`, 'forgotten data is no longer in any file, nor in exports made from it'],
  ],
  'private files': [
    [
      `${secrets}/written-files.test.ts`,
      'whatever a core writes in its folder is accessible to this account alone, under a umask of 000',
    ],
    [`${secrets}/written-files.test.ts`, 'a symlink planted where a file will be created is not written through'],
    [`${secrets}/written-files.test.ts`, 'a data folder that the user moved elsewhere by a symlink keeps its link'],
    [`${core}/store/database.test.ts`, 'folder and files are private whatever the umask is'],
    [
      `${core}/connections/sealed-files.test.ts`,
      'a sealed file is private, never replaces another file and follows no link',
    ],
  ],
  'malformed messages': [[`${unit}/shared/rpc/fuzz.test.ts`, '%s: ']],
  'fixed contract': [
    ['tests/architecture/contract.test.ts', 'the contract exposes exactly the agreed entries'],
    ['tests/architecture/contract.test.ts', 'no input names a path, and no output can contain a key'],
    [`${core}/keys/keys.test.ts`, 'a key is stored and only its mask is returned'],
  ],
  'hostile page': [
    [
      `${core}/hostile-page.test.ts`,
      'a compromised page gets no key, no file, no process and no address opened, whatever it calls',
    ],
  ],
  'published package': [
    [`${secrets}/shipped.test.ts`, 'no script of it evaluates strings'],
    [`${secrets}/shipped.test.ts`, 'it loads no script, style, font or image from elsewhere'],
    [
      `${secrets}/shipped.test.ts`,
      'installing Patchbay installs no other package than the keyring, and only where it fits',
    ],
    [
      `${secrets}/shipped.test.ts`,
      'every locked package has its checksum, except those of other systems that were never fetched here',
    ],
    [`${secrets}/shipped.test.ts`, 'only reviewed packages may have an install script, and one may run it'],
    ['tests/architecture/budgets.test.ts', 'nothing in the page writes HTML or evaluates strings'],
  ],
  'no telemetry': [
    [`${secrets}/egress.test.ts`, 'in an isolated network nothing but the gateway is connected to or resolved'],
  ],
  'pasted keys': [
    [`${journeys}/secrets.spec.ts`, 'a key field stores nothing, shows nothing, and leaves only a name and six digits'],
    [`${unit}/renderer/panels/welcome/join-found.test.ts`, 'of a key only its length is remembered'],
  ],
  'either credential': [
    [`${secrets}/both-credentials.test.ts`, '$name is sent where it belongs, and comes back redacted'],
    [`${secrets}/both-credentials.test.ts`, '$name follows no redirect'],
    [`${secrets}/both-credentials.test.ts`, '$name is bound to its origin'],
    [
      `${secrets}/both-credentials.test.ts`,
      'exports of a request with $name name the place of the key and not the key',
    ],
    [`${secrets}/both-credentials.test.ts`, 'a terminal that receives $name from the gateway prints none of it'],
  ],
  'no duplicate submissions': [
    [`${secrets}/every-fault.test.ts`, 'under every fault of the demo one click is one request, and no key leaks'],
    [`${exchange}/retries.test.ts`, 'without retries a %d is sent once, and so is a listing that gets one'],
    [
      `${core}/tasks/restart.test.ts`,
      'after kill -9 nothing is submitted again: polling resumes, and the video is saved',
    ],
    [
      `${core}/tasks/restart.test.ts`,
      'killed while the submission is in flight: the outcome is unknown, and it is not sent again',
    ],
  ],
  'keys for the terminal': [
    [`${cli}/commands.test.ts`, 'a key on the command line is refused and not repeated'],
    [`${cli}/sources.test.ts`, 'a key file with mode %o is refused, and its content not shown'],
    [`${cli}/sources.test.ts`, '%s is refused with the safe alternatives named'],
  ],
  'terminal escapes': [
    [`${cli}/output/terminal-text.test.ts`, '%s is shown, not executed'],
    [`${cli}/output/terminal-text.test.ts`, '5,000 random texts in random chunks leave no control character'],
    [`${cli}/output/terminal.test.ts`, 'a terminal gets sanitized data, a pipe gets the bytes'],
    [`${cli}/output/terminal.test.ts`, '--raw leaves data unchanged, and messages are always sanitized'],
  ],
  'exit statuses': [
    [`${cli}/exit-codes.test.ts`, 'every failure has an exit status of the table, and none is 0'],
    [`${cli}/exit-codes.test.ts`, 'only a response known to be complete exits with 0'],
    [`${cli}/commands/run-command.test.ts`, '%s exits with %i and reveals no key'],
    [
      `${cli}/commands/run-command.test.ts`,
      'a truncated response is printed as far as it arrived, and --out keeps a partial file',
    ],
  ],
  interrupts: [
    [
      `${cli}/commands.test.ts`,
      '%s closes the exchange, keeps what had arrived, exits with 130, and no process shows the key',
    ],
    [`${cli}/commands.test.ts`, 'a closed pipe ends the command quietly and cancels the request'],
  ],
  'no key in the terminal': [
    [`${secrets}/nothing-logged.test.ts`, 'no verbosity option makes the terminal print a key'],
  ],
  'working directory': [[`${cli}/commands.test.ts`, 'the working directory configures nothing']],
  'output files': [
    [`${cli}/output/out-file.test.ts`, 'a file appears once it is complete, private to its owner'],
    [`${cli}/output/out-file.test.ts`, 'incomplete output stays as a partial file, empty output leaves nothing'],
    [`${cli}/output/out-file.test.ts`, 'an existing file is replaced only with force, and a link is never followed'],
    [`${cli}/output/out-file.test.ts`, 'a planted partial file is not written through'],
    [`${cli}/output/out-file.test.ts`, 'a file that appears meanwhile is not overwritten'],
    [
      `${cli}/commands/run-command.test.ts`,
      '--out writes a whole file, private to its owner, and never another response in its place',
    ],
  ],
};
