/** The page that accepts an invitation to a workspace. */
export const JOIN_PATH = '/join'

/** Its token is behind the `#`, which browsers do not send to servers. */
export function joinAddress(token: string): string {
  return `${window.location.origin}${JOIN_PATH}#${new URLSearchParams({ token })}`
}

/** The sign-in that leads back to the invitation, whose token the tab keeps. */
export const SIGN_IN_AND_JOIN = `/login?${new URLSearchParams({ next: JOIN_PATH })}`
