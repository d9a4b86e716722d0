/**
 * The only public page that signed-in users can open too: its link works whoever uses this browser.
 */
export const RESET_PASSWORD_PATH = '/reset-password'
