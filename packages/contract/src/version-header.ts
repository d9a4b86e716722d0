/**
 * The version of the server that answered, as in `AppInfo`. In a file of its own, because the page
 * reads it before it loads the rest of the contract.
 */
export const VERSION_HEADER = 'x-kirim-version'
