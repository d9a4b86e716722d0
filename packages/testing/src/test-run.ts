/**
 * How many times slower this machine is than the one that the limits were set on, at least 1. `npm
 * test` measures it at its start; a runner that was started by hand takes it as 1.
 */
export const MACHINE_FACTOR = Math.max(1, Number(process.env.TEST_MACHINE_FACTOR ?? 1))

/** A limit of real time in milliseconds, as long as this machine needs it to be. */
export function onThisMachine(ms: number): number {
  return Math.ceil(ms * MACHINE_FACTOR)
}

/** Whether this is `npm run test:deep`: many kills, all slow texts, long fuzzing. */
export const IS_DEEP = process.env.TEST_DEPTH === 'deep'

/** Where all random tests begin: the same in each `npm test`, another one in each deep run. */
export const SEED = Number(process.env.TEST_SEED ?? 20_261_128)
