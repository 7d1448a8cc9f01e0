/** The folder the app lives in, without a slash at the end: a server may stand under a path of its own. */
export const home = import.meta.env.PROD ? new URL('..', import.meta.url).pathname.replace(/\/$/, '') : ''
