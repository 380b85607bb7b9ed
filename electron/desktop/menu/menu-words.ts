import type { MenuItemConstructorOptions } from 'electron';
import type { HostCommand } from '#shared/contract/host.ts';
import type { Language } from '#shared/contract/language.ts';

type Role = NonNullable<MenuItemConstructorOptions['role']>;

export interface MenuLabels {
  menus: Record<'file' | 'edit' | 'view', string>;
  commands: Record<HostCommand, string>;
  newWindow: string;
  weakVault: string;
  showLog: string;
  /** Items of the context menu. */
  context: Record<'noSuggestions' | 'learnSpelling' | 'copyLink' | 'copyImage' | 'saveImage', string>;
  /** Items and menus that Electron brings along, where its own English is not what is spoken. */
  roles: Readonly<Partial<Record<Role, string>>>;
}

/** Words of the application menu. */
export const menuLabels: Readonly<Record<Language, MenuLabels>> = {
  en: {
    menus: { file: '&File', edit: '&Edit', view: '&View' },
    commands: {
      new: 'New Conversation',
      settings: 'Settings…',
      find: 'Find…',
      palette: 'Command Palette…',
      list: 'Toggle List',
      drawer: 'Toggle Wire Drawer',
      parameters: 'Toggle Parameters',
      theme: 'Switch Theme',
      shortcuts: 'Keyboard Shortcuts',
      guide: 'Patchbay Guide',
    },
    newWindow: 'New Window',
    weakVault: 'Keep Keys on This Computer…',
    showLog: 'Show Log',
    context: {
      noSuggestions: 'No Suggestions',
      learnSpelling: 'Learn Spelling',
      copyLink: 'Copy Link',
      copyImage: 'Copy Image',
      saveImage: 'Save Image As…',
    },
    roles: {},
  },
  'zh-CN': {
    menus: { file: '文件(&F)', edit: '编辑(&E)', view: '视图(&V)' },
    commands: {
      new: '新对话',
      settings: '设置…',
      find: '查找…',
      palette: '命令面板…',
      list: '显示或隐藏列表',
      drawer: '显示或隐藏报文面板',
      parameters: '显示或隐藏参数',
      theme: '切换主题',
      shortcuts: '键盘快捷键',
      guide: 'Patchbay 指南',
    },
    newWindow: '新建窗口',
    weakVault: '在本机保存密钥…',
    showLog: '显示日志',
    context: {
      noSuggestions: '没有拼写建议',
      learnSpelling: '学习拼写',
      copyLink: '复制链接',
      copyImage: '复制图像',
      saveImage: '图像另存为…',
    },
    roles: {
      about: '关于 Patchbay',
      services: '服务',
      hide: '隐藏 Patchbay',
      hideOthers: '隐藏其他',
      unhide: '全部显示',
      quit: '退出 Patchbay',
      close: '关闭窗口',
      undo: '撤销',
      redo: '重做',
      cut: '剪切',
      copy: '复制',
      paste: '粘贴',
      pasteAndMatchStyle: '粘贴为纯文本',
      selectAll: '全选',
      resetZoom: '实际大小',
      zoomIn: '放大',
      zoomOut: '缩小',
      togglefullscreen: '切换全屏',
      reload: '重新加载',
      toggleDevTools: '开发者工具',
      windowMenu: '窗口',
      help: '帮助',
    },
  },
};
