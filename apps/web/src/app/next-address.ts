const PARAM = 'next'
/** A placeholder for the app's origin. */
const APP = 'http://app.invalid'

/** The sign-in address that leads back to where the user was. */
export function loginAddress(from: { pathname: string; search: string }): string {
  const here = from.pathname + from.search
  return here === '/' ? '/login' : `/login?${new URLSearchParams({ [PARAM]: here })}`
}

/** Where to go after the sign-in: a path of this app, otherwise the dashboard. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get(PARAM) ?? '/'
  // Parses like a browser, which drops tabs and line breaks and turns backslashes into slashes.
  if (!URL.canParse(next, APP)) return '/'
  const { origin, pathname, search: query, hash } = new URL(next, APP)
  const leaves = origin !== APP || pathname.startsWith('//')
  return leaves ? '/' : pathname + query + hash
}
