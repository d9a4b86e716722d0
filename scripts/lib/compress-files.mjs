import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const TEXT = /\.(js|css|html|svg|json)$/
/** Smaller files gain nothing: the headers dominate. */
const WORTH_IT_BYTES = 1024

/**
 * Puts `.br` and `.gz` beside every text file of a folder, for servers that send them as they are.
 * @param {string} folder
 */
export async function compressFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !TEXT.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const content = readFileSync(file)
    if (content.length < WORTH_IT_BYTES) continue
    writeFileSync(`${file}.br`, await promisify(brotliCompress)(content, brotliOptions(content)))
    writeFileSync(`${file}.gz`, await promisify(gzip)(content, { level: 9 }))
  }
}

/** @param {Buffer} content */
function brotliOptions(content) {
  return {
    params: {
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  }
}
