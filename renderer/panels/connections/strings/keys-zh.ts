import { joined } from '../../../lib/i18n/strings/joined.ts';
import { common } from '../../../lib/i18n/strings/zh/common.ts';
import type { connectionKeys as English } from './keys-en.ts';

export const connectionKeys: typeof English = {
  keys: '密钥',
  keysKept: {
    keyring: '保存在系统凭据库中',
    weak: '保护较弱：没有安全的系统凭据库',
    memory: '仅保存在内存中，退出 Patchbay 后清除',
  },
  addKey: '添加密钥',
  enterKeyAgain: '重新输入',
  enterFirstAgain: (alias: string) => `重新输入密钥“${alias}”`,
  noKeys: '暂无密钥。部分网关无需密钥。',
  columns: {
    name: '名称',
    fingerprint: '指纹',
    check: '上次检测',
    models: '模型',
    used: '最近使用',
    on: '启用',
  },
  fingerprintHint: '密钥 SHA-256 的开头几位，可用于辨认密钥，不会泄露密钥。',
  keyStates: {
    ready: '就绪',
    'enter-again': '需重新输入',
    'other-origin': 'Base URL 不符',
  },
  keyElsewhere: (names, from, here) =>
    `${names}：是为 ${from} 输入的，因此不会发送到 ${here}。如需在此使用，请重新输入。`,
  keyOtherPath: (names) => `${names}：输入后此连接才设置了自己的代理和证书。如需通过它们使用，请重新输入。`,
  keyUntrusted: {
    'not-bound': (names, here) =>
      `${names}：并非在本机为 ${here} 输入，恢复的备份或其他程序更改了数据。如需在此使用，请重新输入。`,
    changed: (names, here) =>
      `${names}：恢复的备份或其他程序更改了向 ${here} 发送密钥的方式。请检查连接，然后重新输入密钥。`,
  },
  keyGone: {
    keyring: (names: string) => `${names}：无法从系统凭据库读取，请解锁凭据库，或重新输入密钥。`,
    weak: (names: string) => `${names}：已无法在本系统上读取，请重新输入密钥。`,
    memory: (names: string) => `${names}：已随 Patchbay 退出从内存中清除，请重新输入密钥。`,
  },
  balances: '余额',
  balanceOf: (alias) => `查询 ${alias} 的余额`,
  hideBalance: (alias) => `隐藏 ${alias} 的余额`,
  balanceUntold: '此网关不提供密钥余额。',
  balance: (remaining, used, limit) =>
    joined(
      [
        remaining !== null && `剩余 ${remaining}`,
        used === null ? limit !== null && `上限 ${limit}` : `已用 ${used}${limit === null ? '' : `，共 ${limit}`}`,
      ],
      '，',
    ),
  check: '检测',
  checkKey: (alias: string) => `检测 ${alias}`,
  checkKeyRoutes: '检测所有接口',
  checking: '检测中',
  notChecked: '未检测',
  seenIn: { listing: '列表', check: '检测' },
  seenAt: {
    listing: (when: string) => `来自 ${when} 的模型列表，点击查看请求。`,
    check: (when: string) => `来自 ${when} 的检测，点击查看请求。`,
  },
  cellsWork: (working: number, tried: number) =>
    working === tried ? `${tried} 项全部通过` : `${working}/${tried} 项通过`,
  keyVerdicts: {
    works: (latency: string | null, _cause: string | number | null) => joined(['可用', latency], '，'),
    partly: (latency: string | null, cause: string | number | null) => joined(['1/2 个列表', cause ?? latency], '，'),
    refused: (_latency: string | null, cause: string | number | null) => String(cause ?? '被拒绝'),
  },
  neverUsed: '从未',
  keyOn: (alias: string) => `启用 ${alias}`,
  keyIsOff: '此密钥已停用',
  keyActs: (alias: string) => `${alias} 的操作`,
  replace: '更换密钥',
  rename: '重命名',
  renameTitle: '重命名密钥',
  forget: common.remove,
  forgetTitle: (alias: string) => `删除 ${alias}？`,
  forgetBody: '使用此密钥的请求记录会保留，其中不含密钥。',
  pasteKeys: '批量添加',
  pasteHere: '粘贴密钥，每行一个，可带名称，也可粘贴 .env 内容',
  pasteKeysHint: '粘贴的密钥不会显示。',
  keysFromFile: '从文件导入',
  noKeysFound: '未找到密钥。每行可以是密钥，或名称加密钥。',
  foundKeys: '找到的密钥',
  hiddenKey: (length: number) => `${length} 个字符，已隐藏`,
  tickOne: '请至少选择一项',
  saveKeys: (count: number) => `保存 ${count} 个密钥`,
  pasteOthers: '重新粘贴',
};
