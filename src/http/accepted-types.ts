/** Whether the client names this type of answer in its header Accept, not only any. */
export const acceptsType = (type: 'html' | 'json', accept = ''): boolean =>
  new RegExp(`(^|,)\\s*(text|application)/${type}\\s*(;|,|$)`, 'i').test(accept);
