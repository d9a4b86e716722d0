import { fileURLToPath, pathToFileURL } from 'node:url'

const WORKER_URL = /new URL\('(\.\/[\w.-]+\.worker\.ts)', import\.meta\.url\)/g

/**
 * Rolldown plugin: a file that a thread starts with, named as `new URL('./x.worker.ts',
 * import.meta.url)`, is built, too, and named where it is built to.
 * @returns {import('rolldown').Plugin}
 */
export function workerChunks() {
  return {
    name: 'worker-chunks',
    transform: {
      filter: { id: /\.ts$/, code: /\.worker\.ts'/ },
      handler(code, importer) {
        return code.replace(WORKER_URL, (_found, name) => {
          const id = fileURLToPath(new URL(name, pathToFileURL(importer)))
          const chunk = this.emitFile({ type: 'chunk', id })
          return `new URL(import.meta.ROLLUP_FILE_URL_${chunk})`
        })
      },
    },
  }
}
