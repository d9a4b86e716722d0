import { totalmem } from 'node:os'

/** The memory that the process uses, and its limit: of its container, or of the machine. */
export function memoryOfProcess(): { memory: number; memoryLimit: number } {
  const ofContainer = process.constrainedMemory()
  const ofMachine = totalmem()
  return {
    memory: process.memoryUsage.rss(),
    // Without a limit `ofContainer` is 0, or more than the machine has.
    memoryLimit: ofContainer > 0 ? Math.min(ofContainer, ofMachine) : ofMachine,
  }
}
