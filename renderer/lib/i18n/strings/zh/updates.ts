import type { UpdateState } from '#shared/contract/updates.ts';
import type { updates as English } from '../updates.ts';

export const updates: typeof English = {
  title: '更新',
  about: (feed: string) =>
    `关闭时不联系任何服务器。开启后，Patchbay 每天向 ${feed} 请求一次版本列表，请求中不含任何标识或版本号。`,
  mode: '新版本',
  modes: { off: '关闭', tell: '通知我', fetch: '自动下载' },
  modeHints: {
    off: '不会自行询问。',
    tell: '有新版本时通知，由你决定。',
    fetch: '自动下载新版本，并在 Patchbay 结束时装好。',
  },
  channel: '渠道',
  channels: { stable: '稳定版', beta: '测试版' },
  channelHint: '测试版还会提供仍在试用中的内容。绝不会退回到旧版本。',
  now: '当前版本',
  steps: ({ step, version, percent }: UpdateState) =>
    ({
      idle: '尚未询问',
      asking: '正在询问',
      newest: '已是最新版本',
      found: `有新版本 ${version}`,
      fetching: `正在下载 ${version}：${percent ?? 0} %`,
      fetched: `${version} 已下载`,
      failed: version ? `有新版本 ${version}，但没有下载成功` : '无法询问',
    })[step],
  ask: '立即询问',
  fetch: '下载',
  install: '重新启动并更新',
  support: {
    'not-this-host': '此宿主按其安装方式更新，例如用 npm。',
    'not-packed': '正在从源代码文件夹运行：请更新源代码并重新构建。',
    'no-feed': '此构建没有可询问新版本的地址。',
    unsigned: '此 Windows 构建未签名，无法验证更新。请自行安装新版本。',
    'not-replaceable': '这份 Patchbay 无法自行替换（例如已解包的 AppImage）。请用当初的安装方式更新。',
  },
};
