import type { everywhere, terminal } from '../../mutations/protections.ts';

/** The file of a test, from the root, and how its title begins there. */
export type Proof = readonly [file: string, name: string];

const unit = 'tests/unit';
const core = `${unit}/electron/core`;
const exchange = `${core}/exchange`;
const cli = `${unit}/electron/cli`;
const shell = `${unit}/electron/desktop`;
const secrets = `${unit}/secrets`;
const journeys = 'tests/e2e';

/** Which tests prove what every host and what the terminal protects. */
export const proofs: Readonly<Record<(typeof everywhere | typeof terminal)[number], readonly [Proof, ...Proof[]]>> = {
  'no key leaves the core': [
    [
      `${core}/secrecy.test.ts`,
      'over all routes and all ways to send it back, no key comes out and none is on the disk',
    ],
    [`${secrets}/every-fault.test.ts`, 'under every fault of the demo one click is one request, and no key comes out'],
    [`${core}/realtime/record.test.ts`, 'the key is in no part, frame, file or export of a session, whoever says it'],
    [
      `${journeys}/secrets.spec.ts`,
      'a key that is pasted on the first screen is nowhere in the page, whatever the gateway says',
    ],
  ],
  'no key in records': [
    [
      `${core}/secrecy.test.ts`,
      'over all routes and all ways to send it back, no key comes out and none is on the disk',
    ],
    [`${secrets}/every-fault.test.ts`, 'under every fault of the demo one click is one request, and no key comes out'],
    [`${secrets}/nothing-logged.test.ts`, 'a program that ends by %s in the middle of an answer leaves no key behind'],
    [`${shell}/vault/vault.test.ts`, 'a key comes back after a restart and lies encrypted in a private file'],
    [`${journeys}/browser-profile.spec.ts`, 'the profile of a browser in which a key was entered holds nothing of it'],
  ],
  'no key stays in the page': [
    [
      `${journeys}/secrets.spec.ts`,
      'a key that is pasted on the first screen is nowhere in the page, whatever the gateway says',
    ],
    [
      `${journeys}/secrets.spec.ts`,
      'a key that is typed on the first screen is masked, taken out, and nowhere afterwards',
    ],
  ],
  'characters of keys': [
    ['tests/unit/electron/core/redaction/canaries.test.ts', 'a key with %s is refused before it is used'],
    ['tests/unit/electron/core/redaction/canaries.test.ts', 'a password in the base address is refused and not shown'],
    [`${core}/keys/keys.test.ts`, 'a key with %s is refused without being shown'],
    [`${secrets}/other-origins.test.ts`, 'a key in the query of a base address is left out of it, and kept nowhere'],
    [
      `${secrets}/other-origins.test.ts`,
      'a login in a base address is refused before it is kept, and told without its password',
    ],
  ],
  'disguised keys': [
    ['tests/unit/electron/core/redaction/canaries.test.ts', 'a key of the '],
    ['tests/unit/electron/core/redaction/redact.test.ts', 'a key in %s is taken out of bytes at every cut'],
    ['tests/unit/electron/core/redaction/redact.test.ts', 'two halves of a key in two events are both taken out'],
    [
      `${secrets}/echoed-places.test.ts`,
      'a file that the gateway names after the key (%s) is kept and shown under another name',
    ],
    [`${secrets}/echoed-places.test.ts`, 'a task that tells the key in %s is shown and kept without it'],
    [
      `${secrets}/echoed-places.test.ts`,
      'a session that is closed with the key as its reason shows and keeps a mark in its place',
    ],
    [`${core}/realtime/record.test.ts`, 'a key that the escapes of JSON hide in a frame is found as well'],
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
    ['tests/unit/electron/core/http/redirects.test.ts', 'a GET is not sent on to %s, and the target is shown'],
    ['tests/unit/electron/core/http/redirects.test.ts', 'the same host at another port is another place'],
    [`${secrets}/other-origins.test.ts`, 'a GET is never led from https to plain http, also not to the same name'],
  ],
  'keys bound to their origin': [
    [
      `${secrets}/other-origins.test.ts`,
      'after the address was changed no key goes to the new origin before it was entered for it',
    ],
    [`${core}/keys/keys.test.ts`, 'the secret is given for the origin it was entered for and for no other'],
    [`${core}/connections/connections.test.ts`, 'another origin takes the keys out of use and forgets the models'],
    [
      `${core}/connections/transfer.test.ts`,
      'a file that brings another address for a known name never takes over its key',
    ],
    [`${cli}/sources.test.ts`, 'OPENAI_API_KEY goes only where an address was given'],
    [`${exchange}/custom-route.test.ts`, 'what leads elsewhere, or is not exposed, is refused before anything is sent'],
  ],
  'no key in an address': [
    [
      'tests/unit/electron/core/redaction/canaries.test.ts',
      'a native key travels in its header and never in the request line',
    ],
    [
      'tests/unit/electron/core/redaction/canaries.test.ts',
      'with a key in the query the address is redacted everywhere',
    ],
  ],
  'reserved headers': [
    ['tests/unit/electron/core/redaction/canaries.test.ts', 'the header %j: %j can not be added'],
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
    [`${secrets}/processes.test.ts`, 'a child gets no variable that holds a key, by its name or by its value'],
    [`${secrets}/processes.test.ts`, 'neither the opener of addresses nor the probe of the keyring is given a key'],
    [`${secrets}/processes.test.ts`, 'nothing else of the program starts a child'],
  ],
  'certificate checks': [
    ['tests/unit/electron/core/http/tls-and-proxy.test.ts', 'a certificate %s is refused with its facts'],
    [
      'tests/unit/electron/core/http/tls-and-proxy.test.ts',
      'a certificate %s is refused even when its authority is known',
    ],
    [
      'tests/unit/electron/core/http/tls-and-proxy.test.ts',
      'an added authority is trusted, and the connection is kept',
    ],
    [
      'tests/unit/electron/core/http/tls-and-proxy.test.ts',
      'an environment that switches the check off does not switch it off',
    ],
    [
      'tests/unit/electron/core/http/own-network.test.ts',
      'an added authority counts for its connection and for no other',
    ],
    [
      `${secrets}/environment.test.ts`,
      'a program that starts with the check of certificates switched off checks them all the same',
    ],
    [`${secrets}/environment.test.ts`, 'there is no switch that accepts every certificate'],
  ],
  'no key over plain http': [
    [`${exchange}/plan.test.ts`, 'a key is never planned for plain http to another machine, unless it was accepted'],
    [
      `${core}/connections/connections.test.ts`,
      'plain http is for this computer, or for the origin the person accepted',
    ],
    [
      `${journeys}/first-run.spec.ts`,
      'a plain http address of another computer is only saved with the person’s word, and stays marked',
    ],
  ],
  'proxy bypass': [
    [
      `${secrets}/environment.test.ts`,
      'HTTPS_PROXY gets a CONNECT with its own login, and neither header nor key of the request',
    ],
    [`${secrets}/environment.test.ts`, 'HTTP_PROXY carries plain http, and its login is printed nowhere'],
    [`${secrets}/environment.test.ts`, 'this computer is never asked for through a proxy, nor what NO_PROXY names'],
    [
      `${secrets}/environment.test.ts`,
      'a proxy that wants a login is an error of its own, for a tunnel and for plain http',
    ],
    [
      'tests/unit/electron/core/http/tls-and-proxy.test.ts',
      'https goes through a tunnel: the proxy sees the name and its own login, nothing of the request',
    ],
  ],
  'no remote images': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'more than 60 payloads that fetch bring no packet to a canary, not even a question for its name',
    ],
    [`${unit}/renderer/ui/markdown/hostile-text.test.ts`, 'a picture is named and never fetched'],
  ],
  'no requests from replies': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'there is no way to a foreign picture and none to a preview of HTML: both stay words',
    ],
  ],
  'HTML is text': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'more than 150 payloads in every place that shows what others wrote run nothing',
    ],
    [`${unit}/renderer/ui/markdown/hostile-text.test.ts`, 'html is text'],
  ],
  'links in replies': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'a link leads to a question with its whole host, however it is pressed, and all other addresses lead nowhere',
    ],
    [`${shell}/security/external-links.test.ts`, 'what is opened is what was read, not what was written'],
    [`${shell}/security/external-links.test.ts`, 'the question for %s names its real target'],
    [`${unit}/renderer/ui/markdown/hostile-text.test.ts`, 'a refused link keeps its words'],
  ],
  'no frames in the page': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'there is no way to a foreign picture and none to a preview of HTML: both stay words',
    ],
  ],
  'pasted and dropped content': [
    [
      `${journeys}/hostile-answers.spec.ts`,
      'what is pasted or dropped comes in as plain text, and a dropped address leads nowhere',
    ],
  ],
  'regular files only': [[`${shell}/page/admit-file.test.ts`, 'only regular files are taken, and none makes it wait']],
  'file names without a path': [
    [`${core}/files/file-names.test.ts`, '%j is stored as %j'],
    [`${core}/files/file-names.test.ts`, 'a long name is cut in its stem, between letters'],
    [`${core}/files/files.test.ts`, 'saving copies to the chosen place, privately, and says its name'],
    [`${core}/files/files.test.ts`, 'a link at the chosen place is replaced and not followed'],
    [`${shell}/host-services.test.ts`, 'saving asks for a place and before it replaces a file'],
    [`${shell}/walls.test.ts`, 'nothing opens a file of the disk, and only the log is shown in the file manager'],
  ],
  'inert exports': [
    [`${secrets}/exports.test.ts`, 'no field of a CSV that begins like the formula %j is left as it is'],
    [`${secrets}/exports.test.ts`, 'every program made of an exchange reads the key from the environment'],
    [`${secrets}/exports.test.ts`, 'a HAR and a kept body hold a mark in the place of the key'],
    [`${core}/checks/export.test.ts`, 'the report holds no script and loads nothing'],
  ],
  'shell quoting': [[`${core}/export/curl.test.ts`, '10,000 random bodies go through a shell unchanged']],
  'decompression limits': [
    [`${secrets}/bombs.test.ts`, '$name: it ends with a name, and the next request works'],
    [
      `${secrets}/bombs.test.ts`,
      'a WAV is as long as its bytes and as fast as a recording, whatever its header claims',
    ],
    [`${secrets}/bombs.test.ts`, 'a message in 200,000 pieces does not grow without bound'],
    [`${secrets}/bombs.test.ts`, 'a message of 200 MB is refused, and compression, which would hide it, is not taken'],
    ['tests/unit/electron/core/http/send-answers.test.ts', 'a decompression bomb is stopped at the limit'],
    [`${core}/readers/limits.test.ts`, 'a million levels, in one piece and in an event'],
  ],
  prototypes: [
    [`${secrets}/prototypes.test.ts`, '%s in the deltas of a stream, in what is kept of it and read again'],
    [`${secrets}/prototypes.test.ts`, '%s in a preference, a conversation and a file of connections'],
    [`${secrets}/prototypes.test.ts`, 'a flag that a request inherits is not honoured'],
    [`${unit}/shared/rpc/wire-bounds.test.ts`, 'keys that poison objects arrive as data or not at all'],
    [`${core}/readers/limits.test.ts`, '%s as a key, a type, an id and a reason'],
    [`${core}/settings/settings.test.ts`, 'names that mean something to JavaScript are names like any other'],
  ],
  'forged log lines': [
    [
      `${secrets}/nothing-logged.test.ts`,
      'one file writes the log; besides, only the terminal prints, and the shell says why it refuses to start',
    ],
    [
      `${secrets}/nothing-logged.test.ts`,
      'words of a gateway appear escaped on the error output, each message on its own line',
    ],
    [`${secrets}/nothing-logged.test.ts`, 'a name that the gateway gives to a file is escaped as well'],
    [`${secrets}/nothing-logged.test.ts`, 'the browser host says one line, whatever it is asked and by whom'],
  ],
  'deleted data': [
    [
      `${secrets}/deleted.test.ts`,
      'a deleted document takes its picture, its mask and its thumbnail along, and leaves what others show',
    ],
    [
      `${secrets}/deleted.test.ts`,
      'a forgotten exchange leaves no byte: not its bodies, not the files it sent, not the exports made of it',
    ],
    [
      `${secrets}/deleted.test.ts`,
      'what nothing names goes at a later start, once it is a day old and nobody else has the folder open',
    ],
    [`${core}/library/conversations.test.ts`, 'a removed conversation leaves no byte in any file'],
    [
      `${core}/keys/keys.test.ts`,
      'a forgotten key is gone from the list and the vault; forgetting it twice is nothing',
    ],
    [`${shell}/vault/vault.test.ts`, 'a key that was never put, or was forgotten, is null and leaves nothing behind'],
    [`${exchange}/history/history.test.ts`, 'what is forgotten is in no file any more, nor in what was made of it'],
  ],
  'private files': [
    [
      `${secrets}/written-files.test.ts`,
      'whatever a core writes in its folder is for this account alone, under an umask of 000',
    ],
    [`${secrets}/written-files.test.ts`, 'a link that was planted where a file is to come is not written through'],
    [`${secrets}/written-files.test.ts`, 'a data folder that the person put elsewhere by a link keeps its link'],
    [`${core}/store/database.test.ts`, 'folder and files are private whatever the umask is'],
    [
      `${core}/connections/sealed-files.test.ts`,
      'a sealed file is private, never replaces another one and follows no link',
    ],
  ],
  'malformed messages': [[`${unit}/shared/rpc/fuzz.test.ts`, '%s: ']],
  'fixed contract': [
    ['tests/architecture/contract.test.ts', 'the surface is what was agreed'],
    ['tests/architecture/contract.test.ts', 'no input names a path, and no answer could carry a key out'],
    [`${core}/keys/keys.test.ts`, 'a key goes in and only its traces come out'],
  ],
  'hostile page': [
    [
      `${core}/hostile-page.test.ts`,
      'a page that was taken over gets no key, no file, no process and no address opened, whatever it asks',
    ],
  ],
  'published package': [
    [`${secrets}/shipped.test.ts`, 'no script of it evaluates text'],
    [`${secrets}/shipped.test.ts`, 'it loads no script, style, font or picture from elsewhere'],
    [
      `${secrets}/shipped.test.ts`,
      'a person who installs Patchbay gets no other package than the keyring, and that only where it fits',
    ],
    [
      `${secrets}/shipped.test.ts`,
      'every locked package has its checksum, except those of other systems that this one never fetched',
    ],
    [
      `${secrets}/shipped.test.ts`,
      'only packages that were looked at may have a script of installation, and one may run it',
    ],
    ['tests/architecture/budgets.test.ts', 'nothing in the page writes HTML or evaluates text'],
  ],
  'no telemetry': [
    [`${secrets}/egress.test.ts`, 'in a network of its own nothing connects or asks for a name but the gateway'],
  ],
  'pasted keys': [
    [`${journeys}/secrets.spec.ts`, 'a key field keeps nothing, shows nothing, and leaves a name and six digits'],
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
    [`${secrets}/both-credentials.test.ts`, 'a terminal that is told $name by the gateway prints none of it'],
  ],
  'no duplicate submissions': [
    [`${secrets}/every-fault.test.ts`, 'under every fault of the demo one click is one request, and no key comes out'],
    [`${exchange}/retries.test.ts`, 'without retries a %d is sent once, and so is a listing that meets it'],
    [
      `${core}/tasks/restart.test.ts`,
      'after kill -9 nothing is submitted again: asking goes on, and the film is saved',
    ],
    [
      `${core}/tasks/restart.test.ts`,
      'killed while the submission is on its way: the outcome is open, and it is not sent again',
    ],
  ],
  'keys for the terminal': [
    [`${cli}/commands.test.ts`, 'a key on the command line is refused and not repeated'],
    [`${cli}/sources.test.ts`, 'a key file with mode %o is refused, and its content not told'],
    [`${cli}/sources.test.ts`, '%s is refused with the safe ways named'],
  ],
  'terminal escapes': [
    [`${cli}/output/terminal-text.test.ts`, '%s is shown and not obeyed'],
    [`${cli}/output/terminal-text.test.ts`, '5,000 random texts in random pieces leave no control behind'],
    [`${cli}/output/terminal.test.ts`, 'a screen gets harmless data, a pipe gets the bytes'],
    [`${cli}/output/terminal.test.ts`, '--raw leaves data as it came, and talk is always harmless'],
  ],
  'exit statuses': [
    [`${cli}/exit-codes.test.ts`, 'every failure has an exit status of the table, and none is 0'],
    [`${cli}/exit-codes.test.ts`, 'only an answer that is known to be whole is 0'],
    [`${cli}/commands/run-command.test.ts`, '%s exits with %i, and tells no key'],
    [`${cli}/commands/run-command.test.ts`, 'a broken answer is printed as far as it came, and --out keeps a part'],
  ],
  interrupts: [
    [
      `${cli}/commands.test.ts`,
      '%s closes the exchange, keeps what had arrived, exits with 130, and no process shows the key',
    ],
    [`${cli}/commands.test.ts`, 'a reader that leaves ends it quietly, and the request with it'],
  ],
  'no key in the terminal': [
    [`${secrets}/nothing-logged.test.ts`, 'no way of asking for more makes the terminal print a key'],
  ],
  'working directory': [[`${cli}/commands.test.ts`, 'the working directory configures nothing']],
  'output files': [
    [`${cli}/output/out-file.test.ts`, 'a file appears when it is whole, for its owner alone'],
    [`${cli}/output/out-file.test.ts`, 'what never became whole stays as a part, nothing leaves nothing'],
    [`${cli}/output/out-file.test.ts`, 'what is there is replaced only by force, and a link is never followed'],
    [`${cli}/output/out-file.test.ts`, 'a planted part is not written through'],
    [`${cli}/output/out-file.test.ts`, 'a file that appears meanwhile is not overwritten'],
    [
      `${cli}/commands/run-command.test.ts`,
      '--out makes a whole file for its owner, and never another answer in its place',
    ],
  ],
};
