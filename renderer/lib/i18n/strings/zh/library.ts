import { formatCount } from '#shared/format.ts';
import type { library as english } from '../library.ts';
import { common } from './common.ts';

export const library: typeof english = {
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
