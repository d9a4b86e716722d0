const NOT_ASCII = /(\\*)([^\0-\x7f])/g
/** There an escape would be taken as it is written. */
const RAW = /String\.raw`[^`]*[^\0-\x7f]/

/**
 * Rolldown plugin: characters beyond ASCII are written as escapes. With a single one of them V8
 * keeps the whole source of a file, for as long as the server runs, in two bytes a character.
 * @returns {import('rolldown').Plugin}
 */
export function asciiChunks() {
  return {
    name: 'ascii-chunks',
    generateBundle(_options, bundle) {
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk') continue
        if (RAW.test(chunk.code)) this.error(`${chunk.fileName} has them in String.raw.`)
        chunk.code = asciiOnly(chunk.code)
      }
    },
  }
}

/**
 * The same program in ASCII.
 * @param {string} code
 */
export function asciiOnly(code) {
  return code.replace(NOT_ASCII, (_found, backslashes, character) => {
    // One that is escaped already, though it need not be: its backslash begins the escape.
    const kept = backslashes.length % 2 ? backslashes.slice(1) : backslashes
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
  })
}
