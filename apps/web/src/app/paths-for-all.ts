import { JOIN_PATH } from '#features/workspaces/join/join-address.ts'

export const RESET_PASSWORD_PATH = '/reset-password'

/**
 * The public pages that are also open to signed-in users: their links work for any user of this
 * browser.
 */
export const PATHS_FOR_ALL: readonly string[] = [RESET_PASSWORD_PATH, JOIN_PATH]
