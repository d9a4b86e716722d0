import { once } from 'node:events'
import type { Target } from './attacks/attack.ts'
import { ATTACKS } from './attacks/attacks.ts'

/** A separate process, so that its CPU time does not affect the server and the measurement. */
const [{ name, target }] = (await once(process, 'message')) as [{ name: string; target: Target }]
const attack = await ATTACKS[name]?.(target)
process.send?.('ready')
const [seconds] = (await once(process, 'message')) as [number]
const end = performance.now() + seconds * 1000
const did = await attack?.(() => performance.now() > end)
process.send?.(did, undefined, {}, () => process.exit())
