/** Words about backups of what is kept. */
export const backups = {
  title: 'Backups',
  about:
    'Patchbay backs up its history once a day and keeps three backups. A backup of your own is one file with everything that is kept: connections, conversations, exchanges, files, settings. Keys are never in it.',
  make: 'Back up everything',
  made: (name: string) => `Saved ${name}`,
  restoreFile: 'Restore a backup…',
  restore: 'Restore',
  restoreOf: (when: string) => `Restore the backup of ${when}`,
  ask: (when: string) => `Restore the backup of ${when}?`,
  askFile: (name: string) => `Restore ${name}?`,
  askBody:
    'It takes the place of everything that is kept now, once Patchbay is closed and started again. What is kept now is put aside, so that you can come back to it here. Keys stay as they are.',
  askConfirm: 'Restore',
  askCancel: 'Leave everything as it is',
  staged: (when: string) =>
    `The backup of ${when} lies ready. Close Patchbay and start it again: it takes effect then. What you change until then is put aside with the rest.`,
  unstage: 'Do not restore it',
  notSaving: 'Nothing is saved in this run, so nothing can be restored.',
  automatic: 'Made by Patchbay',
  none: 'None yet: the first one is made shortly after the start.',
  aside: 'Put aside',
  reasons: { damaged: 'Damaged', restored: 'Before a restore' },
  remove: 'Delete',
  removeOf: (when: string) => `Delete what was put aside on ${when}`,
  removeAsk: 'Delete this history for good?',
  removeBody: 'What is only in it can not be had back. The history that is in use stays as it is.',
  removeCancel: 'Keep it',
};
