import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** What begins an import of values; types alone do not meet the driver. */
const IMPORTS = /^import\s(?!type\b)([^'"]*?)'([^']+)'|import\('([^']+)'\)/gm
/** The driver, the seams around it, and the network that it is tried on. */
const DRIVER =
  /^baileys(\/|$)|^@kirim\/sandbox-network\/|sandbox-network\/src\/network\.ts$|(^|\/)adapters\/whatsapp\//
/** In a server with everything in it, these link a number. */
const LINKS = /\b(linkDevice|linkBy)\b/
const HELPER = /(^|\/)testing\//

/**
 * The test files among these that go through the driver: by an import of their own, or of a helper
 * that they use. The rest of the server is not looked into, for it meets the driver only once a
 * number is linked.
 * @param {string} root
 * @param {readonly string[]} files
 */
export function driverTests(root, files) {
  /** @type {Map<string, boolean>} */
  const known = new Map()

  /** @param {string} file */
  function meetsDriver(file) {
    const answer = known.get(file)
    if (answer !== undefined) return answer
    // Helpers may import each other.
    known.set(file, false)
    const meets = importsOf(readFileSync(join(root, file), 'utf8')).some(({ names, from }) => {
      const path = from.startsWith('.') ? join(dirname(file), from) : from
      if (DRIVER.test(path) || LINKS.test(names)) return true
      return HELPER.test(path) && existsSync(join(root, path)) && meetsDriver(path)
    })
    known.set(file, meets)
    return meets
  }

  return files.filter((file) => file.endsWith('.test.ts') && meetsDriver(file))
}

/** @param {string} text */
function importsOf(text) {
  return [...text.matchAll(IMPORTS)].map(([, names = '', from = '', lazily = '']) => ({
    names,
    from: from || lazily,
  }))
}

/**
 * What is tried with another version: these, and what the page of the driver names for a seam, of
 * which some are rules alone.
 * @param {string} root
 * @param {readonly string[]} files
 */
export function testsToTry(root, files) {
  const page = readFileSync(join(root, 'docs/driver.md'), 'utf8')
  const named = new Set(
    [...page.matchAll(/`([\w./-]+\.test\.ts)`/g)].map(([, file = '']) => basename(file)),
  )
  const through = new Set(driverTests(root, files))
  return files.filter((file) => through.has(file) || named.has(basename(file)))
}
