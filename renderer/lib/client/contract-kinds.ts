import type { contract } from '#shared/contract/index.ts';

type KindsOf<C> = {
  readonly [A in keyof C]: {
    readonly [E in keyof C[A]]: C[A][E] extends { kind: infer K } ? (K extends 'call' ? 0 : K) : never;
  };
};

/**
 * The contract as the client needs it: names and kinds, 0 for a call. The schemas validate what the page sends, so they belong to the
 * other side, and without them the page starts ten kilobytes lighter. A missing entry, an extra one or one of another
 * kind does not compile.
 */
const kinds: KindsOf<typeof contract> = {
  host: {
    opening: 'stream',
    info: 0,
    changes: 'stream',
    commands: 'stream',
    openMenu: 0,
    openWindow: 0,
    destinations: 'stream',
    reportWork: 0,
    openedFiles: 'stream',
    readOpened: 0,
    dragOut: 0,
    openLink: 0,
  },
  connections: {
    list: 0,
    save: 0,
    remove: 0,
    lights: 0,
    putProxyPassword: 0,
    readCertificates: 0,
    exportPlain: 0,
    exportSealed: 0,
    importPreview: 0,
    importChosen: 0,
  },
  keys: { status: 0, put: 0, rename: 0, enable: 0, forget: 0 },
  models: { list: 0, acceptChanges: 0 },
  exchanges: {
    preview: 0,
    run: 'stream',
    watch: 'stream',
    cancel: 0,
    list: 0,
    counts: 0,
    get: 0,
    body: 0,
    events: 'stream',
    chunks: 0,
    snippet: 0,
    draftSnippet: 0,
    har: 0,
    keepBody: 0,
    retention: 0,
    setRetention: 0,
    pin: 0,
    forget: 0,
  },
  files: { get: 0, link: 0, keep: 0, save: 0 },
  library: {
    conversations: 0,
    open: 0,
    parts: 0,
    partsAfter: 0,
    save: 0,
    remove: 0,
    find: 0,
    search: 0,
  },
  backups: { state: 0, make: 0, restore: 0, cancelRestore: 0, removeAside: 0 },
  settings: { all: 0, get: 0, put: 0, patch: 0 },
  demo: { state: 0, start: 0, stop: 0, set: 0 },
  checks: {
    plan: 0,
    start: 0,
    watch: 'stream',
    stop: 0,
    rerun: 0,
    get: 0,
    runs: 0,
    forget: 0,
    sets: 0,
    saveSet: 0,
    removeSet: 0,
    setBaseline: 0,
    export: 0,
    marks: 0,
    keyMarks: 0,
  },
  compare: {
    plan: 0,
    start: 0,
    watch: 'stream',
    stop: 0,
    rerun: 0,
    get: 0,
    cells: 0,
    runs: 0,
    vote: 0,
    forget: 0,
    export: 0,
  },
  limits: { list: 0, forget: 0 },
  prices: {
    list: 0,
    set: 0,
    remove: 0,
    importPreview: 0,
    importChosen: 0,
    export: 0,
    costs: 0,
    spent: 0,
  },
  tasks: {
    list: 0,
    get: 0,
    submit: 0,
    adopt: 0,
    refresh: 0,
    stop: 0,
    download: 0,
    forget: 0,
  },
  realtime: {
    start: 0,
    attach: 'duplex',
    sessions: 0,
    frames: 0,
    frame: 0,
    tracks: 0,
    stereo: 0,
    export: 0,
    rename: 0,
    runScript: 0,
  },
  updates: { state: 0, choose: 0, ask: 0, fetch: 0, install: 0 },
};

/** The kinds in the contract's own shape. Only `kind` may be read from an entry. */
export const contractKinds = Object.fromEntries(
  Object.entries(kinds).map(([area, entries]) => [
    area,
    Object.fromEntries(Object.entries(entries).map(([name, kind]) => [name, { kind: kind === 0 ? 'call' : kind }])),
  ]),
) as unknown as typeof contract;
