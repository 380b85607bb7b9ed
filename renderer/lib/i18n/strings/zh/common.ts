import { formatCount } from '#shared/format.ts';
import type { common as English, library as EnglishLibrary } from '../common.ts';

export const common: typeof English = {
  cancel: '取消',
  close: '关闭',
  remove: '删除',
  copied: '已复制',
  copyFailed: '复制失败',
  viewRequest: '查看请求',
  moreActions: '更多操作',
};

export const library: typeof EnglishLibrary = {
  untitled: '未命名',
  more: common.moreActions,
  star: '加星标',
  unstar: '取消星标',
  starredMark: '已加星标',
  rename: '重命名…',
  remove: common.remove,
  cancel: common.cancel,
  name: '名称',
  save: '保存',
  failed: '操作失败，未做任何更改。',
  noHits: (text) => `没有“${text}”的搜索结果`,
  hits: (count) => `${formatCount(count)} 个结果`,
  starred: '已加星标',
  today: '今天',
  ahead: '日期在未来',
  yesterday: '昨天',
  week: '最近 7 天',
  earlier: '更早',
};
