import type { contract } from '#shared/contract/index.ts';

type KindsOf<C> = {
  readonly [A in keyof C]: { readonly [E in keyof C[A]]: C[A][E] extends { kind: infer K } ? K : never };
};

/**
 * The contract as the client needs it: names and kinds. The schemas validate what the page sends, so they belong to the
 * other side, and without them the page starts ten kilobytes lighter. A missing entry, an extra one or one of another
 * kind does not compile.
 */
const kinds: KindsOf<typeof contract> = {
  host: {
    opening: 'stream',
    info: 'call',
    changes: 'stream',
    commands: 'stream',
    openMenu: 'call',
    openWindow: 'call',
    destinations: 'stream',
    reportWork: 'call',
    openedFiles: 'stream',
    readOpened: 'call',
    dragOut: 'call',
    openLink: 'call',
  },
  connections: {
    list: 'call',
    save: 'call',
    remove: 'call',
    lights: 'call',
    putProxyPassword: 'call',
    readCertificates: 'call',
    exportPlain: 'call',
    exportSealed: 'call',
    importPreview: 'call',
    importChosen: 'call',
  },
  keys: { status: 'call', put: 'call', rename: 'call', enable: 'call', forget: 'call' },
  models: { list: 'call', acceptChanges: 'call' },
  exchanges: {
    preview: 'call',
    run: 'stream',
    watch: 'stream',
    cancel: 'call',
    list: 'call',
    counts: 'call',
    get: 'call',
    body: 'call',
    events: 'stream',
    chunks: 'call',
    snippet: 'call',
    draftSnippet: 'call',
    har: 'call',
    keepBody: 'call',
    retention: 'call',
    setRetention: 'call',
    pin: 'call',
    forget: 'call',
  },
  files: { get: 'call', link: 'call', keep: 'call', save: 'call' },
  library: { conversations: 'call', open: 'call', save: 'call', remove: 'call', find: 'call', search: 'call' },
  backups: { state: 'call', make: 'call', restore: 'call', cancelRestore: 'call', removeAside: 'call' },
  settings: { all: 'call', get: 'call', put: 'call', patch: 'call' },
  demo: { state: 'call', start: 'call', stop: 'call', set: 'call' },
  checks: {
    plan: 'call',
    start: 'call',
    watch: 'stream',
    stop: 'call',
    rerun: 'call',
    get: 'call',
    runs: 'call',
    forget: 'call',
    sets: 'call',
    saveSet: 'call',
    removeSet: 'call',
    setBaseline: 'call',
    export: 'call',
    marks: 'call',
    keyMarks: 'call',
  },
  compare: {
    plan: 'call',
    start: 'call',
    watch: 'stream',
    stop: 'call',
    rerun: 'call',
    get: 'call',
    cells: 'call',
    runs: 'call',
    vote: 'call',
    forget: 'call',
    export: 'call',
  },
  limits: { list: 'call', forget: 'call' },
  tasks: {
    list: 'call',
    get: 'call',
    submit: 'call',
    adopt: 'call',
    refresh: 'call',
    stop: 'call',
    download: 'call',
    forget: 'call',
  },
  realtime: {
    start: 'call',
    attach: 'duplex',
    sessions: 'call',
    frames: 'call',
    frame: 'call',
    tracks: 'call',
    export: 'call',
    rename: 'call',
    runScript: 'call',
  },
  updates: { state: 'call', choose: 'call', ask: 'call', fetch: 'call', install: 'call' },
};

/** The kinds in the contract's own shape. Only `kind` may be read from an entry. */
export const contractKinds = Object.fromEntries(
  Object.entries(kinds).map(([area, entries]) => [
    area,
    Object.fromEntries(Object.entries(entries).map(([name, kind]) => [name, { kind }])),
  ]),
) as unknown as typeof contract;
