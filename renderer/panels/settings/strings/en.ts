import type { UpdateState } from '#shared/contract/updates.ts';
import { common } from '../../../lib/i18n/strings/common.ts';

/** Strings about backups. */
const backups = {
  title: 'Backups',
  about:
    'Patchbay backs up your history once a day and keeps the last three backups. A backup of everything is one file with all connections, conversations, requests, files and settings, but no keys.',
  make: 'Back up everything',
  made: (name: string) => `Saved ${name}`,
  restoreFile: 'Restore from file…',
  restore: 'Restore',
  restoreOf: (when: string) => `Restore the backup from ${when}`,
  ask: (when: string) => `Restore the backup from ${when}?`,
  askFile: (name: string) => `Restore ${name}?`,
  askBody:
    'It replaces all current data the next time Patchbay starts. The current data is archived, so you can restore it here later. Keys are not affected.',
  askConfirm: 'Restore',
  askCancel: common.cancel,
  staged: (when: string) =>
    `The backup from ${when} will be restored the next time Patchbay starts. What you change until then is archived with the current data.`,
  stagedFrom: {
    here: 'This installation made it, and it is unchanged.',
    elsewhere:
      'It was made by another installation, or changed since: restore it only if you trust where it is from. Keys must be entered again where it leads elsewhere.',
    unsigned:
      'It is not signed, so Patchbay can’t tell whether it was changed: restore it only if you trust where it is from. Keys must be entered again where it leads elsewhere.',
  },
  unstage: 'Cancel restore',
  notSaving: 'The data folder can’t be written, so nothing can be restored.',
  automatic: 'Automatic backups',
  none: 'None yet. The first one is made shortly after Patchbay starts.',
  aside: 'Archived data',
  reasons: { damaged: 'Damaged', restored: 'Before a restore' },
  remove: common.remove,
  removeOf: (when: string) => `Delete the data archived on ${when}`,
  removeAsk: 'Delete this archived data?',
  removeBody: 'It can’t be recovered. Your current data is not affected.',
  removeCancel: common.cancel,
};

/** Strings about updates. */
const updates = {
  title: 'Updates',
  about: (feed: string) =>
    `When on, Patchbay requests the version list from ${feed} once a day, without any ID or version number.`,
  mode: 'Automatic updates',
  modes: { off: 'Off', tell: 'Notify', fetch: 'Download' },
  modeHints: {
    off: 'Patchbay checks for updates only when you ask.',
    tell: 'You are notified of new versions.',
    fetch: 'New versions are downloaded, and installed when you quit.',
  },
  channel: 'Channel',
  channels: { stable: 'Stable', beta: 'Beta' },
  channelHint: 'Beta includes prereleases. Patchbay never installs an older version.',
  now: 'Status',
  steps: ({ step, version, percent }: UpdateState) =>
    ({
      idle: 'Not checked yet',
      asking: 'Checking',
      newest: 'Up to date',
      found: `${version} available`,
      fetching: `Downloading ${version}, ${percent ?? 0}%`,
      fetched: `${version} ready to install`,
      failed: version ? `${version} available, download failed` : 'Check failed',
    })[step],
  ask: 'Check for updates',
  fetch: 'Download',
  install: 'Restart to update',
  support: {
    'not-this-host': 'Update Patchbay the way you installed it, for example with npm.',
    'not-packed': 'Patchbay runs from source. Update the source and build it again.',
    'no-feed': 'This build has no update server.',
    unsigned: 'This Windows build isn’t signed, so updates can’t be verified. Install new versions manually.',
    'not-replaceable':
      'This copy of Patchbay can’t update itself (for example, an unpacked AppImage). Update it the way you installed it.',
  },
};

/** Strings of the settings panel. */
export const settings = {
  title: 'Settings',
  appearance: 'Appearance',
  theme: 'Theme',
  themes: { system: 'System', light: 'Light', dark: 'Dark' },
  language: 'Language',
  languageHint: 'Gateway messages and exported files are not translated.',
  languages: { system: 'System', en: 'English', 'zh-CN': '简体中文' },
  layout: 'Layout',
  layoutHint: 'Drag the edge of a pane to resize it, or focus the edge and press the arrow keys.',
  resetLayout: 'Reset layout',
  demo: 'Demo gateway',
  demoAbout:
    'A mock gateway on this computer with every route and simulated failures. Its connection and key are set up for you.',
  demoRunning: 'Running',
  demoStopped: 'Stopped',
  demoStart: 'Start',
  demoStop: 'Stop',
  demoAddress: 'Base URL',
  copyAddress: 'Copy base URL',
  copied: common.copied,
  copyFailed: common.copyFailed,
  pace: 'Speed',
  paceHint: 'Tokens per second; 0 is unlimited.',
  scenario: 'Simulated failure',
  scenarioNone: 'None',
  backups,
  updates,
  storage: 'Storage',
  keys: 'Keys',
  saving: 'Requests and responses are saved in the data folder on this computer.',
  notSaving: 'The data folder can’t be written. Everything is lost when Patchbay quits.',
  program: 'About',
  version: 'Version',
  platform: 'System',
  shortcuts: 'Keyboard shortcuts',
  prompts: 'Saved',
  promptsHint: 'Prompts and presets of parameters that every composer offers after /.',
  managePrompts: 'Manage saved',
  notices: {
    open: 'Third-party notices',
    close: common.close,
    missing: 'Not available in development. Build Patchbay to see the notices.',
  },
};
