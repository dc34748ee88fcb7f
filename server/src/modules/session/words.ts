export const words = { session: { zh: '会话', en: 'The session' }, person: { zh: '人员', en: 'The person' } } as const
