/**
 * The one public page for who is signed in as well: its link works whoever this browser belongs to.
 */
export const RESET_PASSWORD_PATH = '/reset-password'
