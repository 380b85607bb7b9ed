import type { common as english } from '../common.ts';

export const common: typeof english = {
  cancel: '取消',
  close: '关闭',
  remove: '删除',
  copied: '已复制',
  copyFailed: '复制失败',
  viewRequest: '查看请求',
  moreActions: '更多操作',
};
