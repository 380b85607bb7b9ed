import type { ContextMenuParams, MenuItemConstructorOptions } from 'electron';

type Facts = Pick<ContextMenuParams, 'isEditable' | 'editFlags' | 'selectionText'>;

/** Editing acts for the place that was clicked, as data; empty where none would do anything. */
export function contextMenuTemplate({ isEditable, editFlags, selectionText }: Facts): MenuItemConstructorOptions[] {
  if (isEditable)
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      { role: 'pasteAndMatchStyle', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ];
  return selectionText.trim() ? [{ role: 'copy', enabled: editFlags.canCopy }] : [];
}
