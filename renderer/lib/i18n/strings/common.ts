/** Words of actions that many panels offer. */
export const common = {
  cancel: 'Cancel',
  close: 'Close',
  remove: 'Delete',
  copied: 'Copied',
  copyFailed: 'Couldn’t copy',
  viewRequest: 'View request',
  moreActions: 'More actions',
};
