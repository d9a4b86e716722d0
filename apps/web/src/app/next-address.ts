const PARAM = 'next'
/** Stands for wherever this app is. */
const APP = 'http://app.invalid'

/** The sign-in address that leads back to where the user was. */
export function loginAddress(from: { pathname: string; search: string }): string {
  const here = from.pathname + from.search
  return here === '/' ? '/login' : `/login?${new URLSearchParams({ [PARAM]: here })}`
}

/** Where to go once signed in: a path of this app, else the dashboard. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get(PARAM) ?? '/'
  // Read as a browser reads it, which drops tabs and line ends, and turns backslashes.
  if (!URL.canParse(next, APP)) return '/'
  const { origin, pathname, search: query, hash } = new URL(next, APP)
  const leaves = origin !== APP || pathname.startsWith('//')
  return leaves ? '/' : pathname + query + hash
}
