import { once } from 'node:events'
import { getCompileCacheDir } from 'node:module'
import { Worker } from 'node:worker_threads'
import { expect, test } from 'vitest'
import { workerEnvironment } from './worker-environment.ts'

const ANSWER = `
const { parentPort } = require('node:worker_threads')
const { getCompileCacheDir } = require('node:module')
parentPort.postMessage({ names: Object.keys(process.env), compiled: getCompileCacheDir() })
`

test('a worker thread keeps compiled code where the server does, and knows nothing else', async () => {
  const worker = new Worker(ANSWER, { eval: true, env: workerEnvironment() })
  const compiled = getCompileCacheDir()
  expect(await once(worker, 'message')).toEqual([
    { names: compiled ? ['NODE_COMPILE_CACHE'] : [], compiled },
  ])
})
