/** Only names made by `newFileName`: none leads out of a folder, or to a file put there by hand. */
export const STORED_NAME = /^[0-9a-f]{40}\.[0-9a-z]{2,4}$/
