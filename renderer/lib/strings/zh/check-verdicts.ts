import type {
  levels as EnglishLevels,
  meanings as EnglishMeanings,
  verdicts as EnglishVerdicts,
} from '../check-verdicts.ts';

export const verdicts: typeof EnglishVerdicts = {
  works: '可用',
  'works-with-warnings': '可用，有异常',
  'key-refused': '密钥被拒',
  forbidden: '无权限',
  quota: '额度用完',
  'route-absent': '无此路由',
  'model-not-on-route': '无此模型',
  'parameter-refused': '字段被拒',
  'upstream-down': '上游故障',
  overloaded: '过载',
  'timed-out': '超时',
  'shape-unexpected': '结构异常',
  'not-tried': '未尝试',
  'skipped-costly': '费用高',
};

export const meanings: typeof EnglishMeanings = {
  works: '路由、密钥和模型能配合使用。',
  'works-with-warnings': '有响应，但响应中有异常之处。',
  'key-refused': '网关不认识此密钥，或密钥已过期。',
  forbidden: '网关认识此密钥，但不允许它访问这里。',
  quota: '密钥有效，但额度已用完。',
  'route-absent': '网关没有此路由。',
  'model-not-on-route': '路由存在，但背后没有此模型。',
  'parameter-refused': '路由有响应，但拒绝了请求中的某个字段。',
  'upstream-down': '网关或它背后的服务不可用。',
  overloaded: '网关要求稍后再来。',
  'timed-out': '在本次运行的时限内没有响应。',
  'shape-unexpected': '响应的结构是大多数客户端无法读取的。',
  'not-tried': '没有请求过，因此一无所知。',
  'skipped-costly': '一次调用可能费用很高，因此只在你要求时才请求。',
};

export const levels: typeof EnglishLevels = {
  free: {
    name: '免费',
    does: '读取列表，并发送网关在运行模型之前就会拒绝的请求。',
    proves: '证明密钥和路由存在。不会生成任何内容。',
  },
  cheap: {
    name: '低成本',
    does: '向每个路由发送最小的真实请求，只有几个 token。',
    proves: '证明路由背后的模型有响应。',
  },
  full: {
    name: '完整',
    does: '向每个路由发送真实请求，支持流式的路由使用流式。',
    proves: '证明流能正常结束，响应的结构正常。',
  },
};
