/**
 * The only public page that is also open to signed-in users: its link works for any user of this
 * browser.
 */
export const RESET_PASSWORD_PATH = '/reset-password'
