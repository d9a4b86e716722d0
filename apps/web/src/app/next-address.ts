const PARAM = 'next'

/** The sign-in address that leads back to where the user was. */
export function loginAddress(from: { pathname: string; search: string }): string {
  const here = from.pathname + from.search
  return here === '/' ? '/login' : `/login?${new URLSearchParams({ [PARAM]: here })}`
}

/** Where to go once signed in: a path of this app, else the dashboard. */
export function nextAddress(search: string): string {
  const next = new URLSearchParams(search).get(PARAM) ?? '/'
  // '//host' and '/\host' would leave this app.
  return /^\/(?![/\\])/.test(next) ? next : '/'
}
