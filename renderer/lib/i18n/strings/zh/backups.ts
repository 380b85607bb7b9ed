import type { backups as English } from '../backups.ts';

export const backups: typeof English = {
  title: '备份',
  about:
    'Patchbay 每天自动备份一次历史，保留三份。自己做的备份是一个文件，包含保存的全部内容：连接、对话、请求记录、文件和设置。其中绝不含密钥。',
  make: '备份全部内容',
  made: (name) => `已保存 ${name}`,
  restoreFile: '恢复备份…',
  restore: '恢复',
  restoreOf: (when) => `恢复 ${when} 的备份`,
  ask: (when) => `恢复 ${when} 的备份？`,
  askFile: (name) => `恢复 ${name}？`,
  askBody:
    '关闭并重新启动 Patchbay 后，它会取代现在保存的全部内容。现在的内容会另外存放，之后可以在这里恢复。密钥保持不变。',
  askConfirm: '恢复',
  askCancel: '保持不变',
  staged: (when) =>
    `${when} 的备份已准备好。请关闭 Patchbay 并重新启动，届时生效。在此之前的改动会与其余内容一起另外存放。`,
  unstage: '不恢复',
  notSaving: '本次运行不保存任何内容，因此无法恢复。',
  automatic: '自动备份',
  none: '还没有：启动后不久会做第一份。',
  aside: '另外存放的历史',
  reasons: { damaged: '已损坏', restored: '恢复之前' },
  remove: '删除',
  removeOf: (when) => `删除 ${when} 另外存放的历史`,
  removeAsk: '永久删除这份历史？',
  removeBody: '只存在于其中的内容将无法找回。正在使用的历史不受影响。',
  removeCancel: '保留',
};
