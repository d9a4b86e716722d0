import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before the real server: on SIGUSR2 causes the fault named in FAULT. */
const happen: Record<string, () => void> = {
  'failing disk': () => {
    failing = true
  },
  rejection: () =>
    void Promise.reject(new TypeError('A promise of +60123456789 that nobody awaits')),
  exception: () =>
    void setTimeout(() => {
      throw new TypeError('Thrown where nobody catches')
    }),
}
let failing = false

const { fdatasync } = fs
const flush = (descriptor: number, done: fs.NoParamCallback) => {
  if (failing) done(Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' }))
  else fdatasync(descriptor, done)
}
Object.assign(fs, { fdatasync: Object.assign(flush, fdatasync) })
syncBuiltinESMExports()

process.on('SIGUSR2', () => happen[process.env.FAULT ?? '']?.())
